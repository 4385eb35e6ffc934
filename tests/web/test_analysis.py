"""A battle told again, on its page: who may ask, what stands there, and where a moment leads."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from app.bots import course, hindsight
from app.bots.levels import NOVICE
from app.games import analysing
from app.games.analysing import Analysis, Stood
from app.games.hours import wall_ms
from app.games.reports import Luck
from app.games.results import GameId
from app.store import analyses
from app.store.tables import checkpoint
from app.web.replay.curve import BOTTOM, EDGE, LEFT, NARROW, STRIP, TOP, WIDE, by_turn, curve
from app.web.replay.outcome import part
from tests.web.oracle import Oracle, Over
from tests.web.people import Person


class Told:
    """A battle of Ronin that one person fought against himself and gave up."""

    def __init__(self, client: TestClient) -> None:
        self.oracle, self.client = Oracle(client, "ronin", 5), client
        self.games, self.me = self.oracle.games, self.oracle.me
        self.games.analyses.pool.send = self.send  # type: ignore[method-assign,assignment]
        self.fight()
        self.id, self.path = self.oracle.id, f"/replay/{self.oracle.id}/analysis"

    def fight(self) -> None:
        """Some answers of chance, then it is given up."""
        for _ in range(160):
            try:
                self.oracle.run(self.oracle._input, "nothing")
            except Over:
                return
        assert self.me.post(f"{self.oracle.path}/resign", {"seat": "red"}).status_code == 200

    async def send(self, work: Callable[[bytes], bytes], packed: bytes, _: float) -> bytes:
        """Done here and now."""
        return work(packed)

    def found(self) -> Analysis:
        """What is found, asked for if nobody has yet, or if it broke off."""
        found: Analysis | None = self.oracle.run(self.done)
        if found is None or found.state != "done":
            assert self.me.form(self.path, {}).status_code == 303
            found = self.oracle.run(self.done)
        assert found is not None
        return found

    async def done(self) -> Analysis | None:
        """What is found when nothing more is looked for."""
        while task := self.games.analyses.tasks.get(GameId(self.id)):
            await task
        return await self.games.analysis(GameId(self.id))


@pytest.fixture(scope="module")
def told(client: TestClient) -> Any:
    """One battle for all of these."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hindsight, "WORLDS", 2)
        patch.setattr(hindsight, "LEAST", {True: 0.0, False: 0.0})
        patch.setattr(analysing, "VETERAN", NOVICE)
        patch.setattr(analysing, "DECIDING", 120.0)
        patch.setattr(analysing, "ONE", 60.0)
        patch.setattr(course, "STRETCHES", 4)
        patch.setattr(course, "EACH", 1)
        yield Told(client)


def test_whoever_may_see_the_report_asks_and_reads_it(told: Told) -> None:
    assert told.me.page(told.path).status_code == 200
    asked = told.me.form(told.path, {})
    assert (asked.status_code, asked.headers["location"]) == (303, told.path)
    found = told.found()
    assert found.state == "done"
    assert found.turned
    page = told.me.page(told.path).text
    assert page.count('class="sheet tcard') == len(found.turned)
    assert "hx-trigger" not in fragment(page)
    assert page.count('class="curve"') == 2
    turns = re.findall(r"<tr><th scope=\"row\">", page)
    assert len(turns) == len(by_turn(found.stands))
    assert "How often each side would win from there" in page


def fragment(page: str) -> str:
    """What is told of the battle, up to its first picture."""
    return page.partition('id="analysis"')[2].partition("<svg")[0]


def test_while_more_is_found_the_page_asks_again_and_again(told: Told) -> None:
    found = told.found()

    async def doing(now: Analysis | None) -> None:
        body = None if now is None else msgspec.to_builtins(now)
        await told.games.store.run(analyses.keep, told.id, "doing" if now is not found else "done", wall_ms(), body)

    for now in (None, msgspec.structs.replace(found, looked=1)):
        told.oracle.run(doing, now)
        shown = fragment(told.me.page(told.path).text)
        assert 'hx-trigger="every 2s"' in shown
        assert "<progress" in shown
        assert ("The battle is being played again." in shown) == (now is None)
    assert "role" not in shown.partition("decisions looked at.")[0]
    told.oracle.run(doing, found)


def test_of_three_sides_it_is_said_that_nobody_can_judge_them(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    told.found()
    monkeypatch.setattr(analysing, "SIDES", 3)
    page = told.me.page(told.path).text
    assert "Only a battle of two sides is looked at again" in page
    assert f'action="{told.path}"' not in page
    assert told.me.form(told.path, {}).status_code == 409


def test_a_moment_leads_to_the_replay_there_and_the_report_is_made_of_them(told: Told) -> None:
    told.found()
    page = told.me.page(told.path).text
    link = re.search(r'href="(/replay/[^"]*moment=1)"', page)
    assert link is not None
    then = told.me.page(link[1].replace("&amp;", "&"))
    assert then.status_code == 200
    assert 'id="then"' in then.text
    assert re.search(r'href="/replay/[^"]*at=\d+&(amp;)?moment=1"', then.text.partition('id="then"')[2])
    assert 'id="then"' not in told.me.page(f"/replay/{told.id}?at=3&moment=99").text
    report = told.me.page(f"/report/{told.id}").text
    assert "moment=1" in report
    assert "End Phase" not in re.sub(r"(?s).*id=\"points\"|</section>.*", "", report)


def test_what_it_came_to_stands_beside_the_curve_as_in_the_report(told: Told) -> None:
    told.found()
    page, report = (told.me.page(path).text for path in (told.path, f"/report/{told.id}"))
    beside = page.partition('class="came"')[2].partition('id="moments-of"')[0]
    means = re.findall(r"</th><td>\d+</td><td>([\d.]+)</td><td>[\d.]+</td>", report.partition('id="dice"')[2])
    assert re.findall(r'<b class="num">([\d.]+)</b>', beside) == means
    assert len(means) == 2
    lost = re.findall(r"\d+ of \d+ lost", report)
    assert sorted(re.findall(r"\d+ of \d+ lost", beside)) == sorted(lost)
    assert len(lost) == 2


def test_the_bar_of_the_dice_has_fair_dice_in_its_middle() -> None:
    luck = Luck(seat="red", dice=9, mean=3.5, expected=3.5, percentile=50, tests=0, passed=0, hoped=0.0)
    assert part(luck) == 50
    assert part(msgspec.structs.replace(luck, mean=4.2)) == 60
    assert part(msgspec.structs.replace(luck, mean=9.0)) == 100
    assert part(msgspec.structs.replace(luck, expected=0.0)) == 0


def test_it_is_told_in_spanish(told: Told) -> None:
    told.found()
    told.me.cookies["gunbai-lang"] = "es"
    page = told.me.page(told.path).text
    del told.me.cookies["gunbai-lang"]
    assert "Quién iba ganando" in page
    assert "Contada de nuevo" in page


def test_a_battle_that_goes_on_is_not_looked_at(told: Told, client: TestClient) -> None:
    other = Oracle(client, "ronin", 6)
    assert other.me.page(f"/replay/{other.id}/analysis").status_code == 409
    assert other.me.form(f"/replay/{other.id}/analysis", {}).status_code == 409


def test_where_it_broke_off_the_page_says_so_and_asks_again(told: Told) -> None:
    found = told.found()

    async def broken() -> None:
        body = {"first": found.first, "chances": True}
        await told.games.store.run(analyses.keep, told.id, "broken", wall_ms(), body)

    told.oracle.run(broken)
    page = told.me.page(told.path).text
    assert "This broke off before anything was found." in page
    assert "Ask again" in page


def test_where_there_was_no_time_for_all_the_page_says_so_and_asks_again(told: Told) -> None:
    found = told.found()

    async def short(state: str, looked: int) -> None:
        body = msgspec.to_builtins(msgspec.structs.replace(found, looked=looked, turned=()))
        await told.games.store.run(analyses.keep, told.id, state, wall_ms(), body)

    told.oracle.run(short, "short", 0)
    page = told.me.page(told.path).text
    assert f"There was time for 0 of {found.of} decisions." in page
    assert "Ask again" in page
    assert "No single moment turned this battle" not in page
    told.oracle.run(short, "done", 0)
    page = told.me.page(told.path).text
    assert f"There was time for 0 of {found.of} decisions." in page
    assert "No single moment turned this battle" not in page
    assert "Ask again" not in page
    assert "Whoever asks again" not in page
    told.oracle.run(short, "broken", 0)


def test_where_all_is_looked_at_but_there_was_no_time_to_the_end_that_is_said(told: Told) -> None:
    found = told.found()

    async def keep(state: str, whole: bool) -> None:
        body = msgspec.to_builtins(msgspec.structs.replace(found, whole=whole))
        await told.games.store.run(analyses.keep, told.id, state, wall_ms(), body)

    told.oracle.run(keep, "short", False)
    page = told.me.page(told.path).text
    last = max(one.turn for one in found.stands)
    assert f"There was no time to play it to its end: all is looked at up to turn {last}." in page
    assert "goes on from what was found" in page
    assert f"{found.of} of {found.of}" not in page
    told.oracle.run(keep, "done", True)


def test_a_battle_of_earlier_rules_has_no_button_that_leads_nowhere(told: Told) -> None:
    found = told.found()

    async def older(version: int, state: str) -> None:
        rows = checkpoint.update().where(checkpoint.c.game_id == told.id).values(rules_version=version)
        await told.games.store.run(lambda db: db.execute(rows))
        await told.games.store.run(analyses.keep, told.id, state, wall_ms(), msgspec.to_builtins(found))

    now = told.games.systems["ronin"].version
    told.oracle.run(older, now - 1, "short")
    page = told.me.page(told.path).text
    assert "This battle was fought by earlier rules" in page
    assert f'action="{told.path}"' not in page
    told.oracle.run(older, now, "short")
    assert f'action="{told.path}"' in told.me.page(told.path).text
    told.oracle.run(older, now, "done")


def test_a_stranger_does_not_learn_of_a_table_of_others(told: Told, client: TestClient) -> None:
    stranger = Person(client)
    shown = {stranger.page(path).status_code for path in (told.path, f"/report/{told.id}")}
    assert len(shown) == 1
    assert stranger.form(told.path, {}).status_code == shown.pop()


# -- the curve --------------------------------------------------------------------------


def test_every_turn_of_a_curve_is_as_wide_as_another_and_the_end_is_at_the_edge() -> None:
    rows = ((1, 1, 0.5), (5, 1, 0.25), (8, 2, 1.0), (9, 2, 0.0))
    found = Analysis(first="red", chances=True, stands=tuple(Stood(*row) for row in rows))
    drawn = curve(found, WIDE)
    assert [tick.turn for tick in drawn.ticks] == [1, 2]
    assert [tick.x for tick in drawn.ticks] == [LEFT, LEFT + (WIDE - EDGE - LEFT) / 2]
    ys = [float(point.split()[1]) for point in drawn.line[1:].split("L")]
    assert ys == [98.0, 142.0, TOP, BOTTOM]
    assert float(drawn.line.split("L")[-1].split()[0]) == WIDE - EDGE
    assert [(row.turn, row.v) for row in by_turn(found.stands)] == [(1, 1), (2, 8), (0, 9)]


def test_a_worth_is_drawn_about_the_middle() -> None:
    found = Analysis(stands=(Stood(1, 1, 0.0), Stood(2, 1, -8.0), Stood(3, 1, 4.0)))
    ys = [float(point.split()[1]) for point in curve(found, WIDE).line[1:].split("L")]
    assert ys[0] == 98.0
    assert TOP < ys[2] < 98.0 < ys[1] < BOTTOM


@pytest.mark.parametrize(("turns", "each"), [(1, 40), (4, 3), (6, 9), (24, 2), (40, 1)])
@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_the_curve_is_covered_by_parts_that_a_finger_hits_each_leading_to_what_stands_there(
    turns: int, each: int, width: float
) -> None:
    rows = [Stood(n * each + k, n + 1, 0.5) for n in range(turns) for k in range(each)]
    drawn = curve(Analysis(first="red", chances=True, stands=tuple(rows)), width)
    ends = [LEFT, *(one.x + one.width for one in drawn.strips)]
    assert [round(one.x, 6) for one in drawn.strips] == [round(end, 6) for end in ends[:-1]]
    assert round(ends[-1], 6) == width - EDGE
    assert min(one.width for one in drawn.strips[:-1] or drawn.strips) >= STRIP
    led = [one.at.v for one in drawn.strips]
    assert led == sorted(led)
    assert sum(one.first for one in drawn.strips) <= turns
    for one in drawn.strips:
        if one.first and len(drawn.strips) >= turns:
            assert one.at.turn == 1 + round((one.x - LEFT) / ((width - EDGE - LEFT) / turns))
