"""Two battles that differ in one secret are played in lockstep: nobody else can tell them apart, or count what is hid.

Where ``test_hidden`` settles one question in two ways, here whole stretches are played in two ways: more is answered in
secret in one of them than in the other.  Bytes, sizes, numbers and order are compared after each stretch.
"""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from starlette.testclient import WebSocketTestSession

from app.engine.asks import AnyAsk, Json
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.engine.system import Setup, SideSetup
from app.systems import system_of
from app.systems.kensei.army import Unit
from tests.attacks.battles import Battle
from tests.attacks.test_hidden import HOUR, SALT, Eyes, all_told, elsewhere, eyes_of, heard, opened, server, session_of
from tests.systems.kensei.openings import BUKE, KUGE

OWNER = Seat("blue")
MOST = 400
"""Answers of one seat after another's; a battle that needs more stands still."""
WHOLE = 12
"""After each so many stretches everything there is to see is compared, else what programs and sockets are told."""
Play = Callable[[Battle, AnyAsk], Json]
"""What the owner of the secret answers."""


class Lockstep:
    """One of the battles, and what others got of it."""

    def __init__(self, battle: Battle, play: Play) -> None:
        self.battle, self.play = battle, play
        self.told: list[dict[str, Any]] = []
        self.answers = 0

    def go(self, sit: Callable[[Battle], None], stretches: int) -> list[dict[str, Any]]:
        """What the others got after each stretch: the owner sits down, then each answers as long as he is asked."""
        with ExitStack() as stack:
            sit(self.battle)
            everybody = eyes_of(self.battle, OWNER)
            sockets, greeted = opened(stack, everybody, 0)
            self.told.append(greeted)
            self.note(everybody, sockets, whole=True)
            for n in range(stretches):
                if not self.stretch() or self.is_over():
                    break
                self.note(everybody, sockets, whole=n % WHOLE == 0)
        return self.told

    def note(self, everybody: list[Eyes], sockets: Mapping[str, WebSocketTestSession], *, whole: bool) -> None:
        """What there is to see now, and each message that came."""
        found: dict[str, Any] = {f"{name} socket": heard(self.battle, socket) for name, socket in sockets.items()}
        for eyes in everybody:
            found |= eyes.picture() if whole else dict(brief(eyes))
        self.told.append(found)

    def is_over(self) -> bool:
        """Whether the battle has ended, and everything may be known."""
        return not self.battle.asked()

    def say(self, question: AnyAsk, raw: Json) -> None:
        """The answer was accepted, and all were told what followed: later it might come with what follows next."""
        self.battle.say(question, raw)
        self.battle.run(all_told, self.battle)

    def stretch(self) -> bool:
        """Whether somebody was asked; the owner has answered until he was asked no more, or another once."""
        for n in range(MOST):
            asked = self.battle.asked()
            mine = next((q for q in asked if q.seat == OWNER), None)
            if mine is None:
                if n == 0 and asked:
                    self.say(asked[0], asked[0].domain.write(asked[0].default))
                return bool(asked) or n > 0
            self.say(mine, self.play(self.battle, mine))
            self.answers += 1
        raise AssertionError(f"the battle goes round and round: {mine}")


def brief(eyes: Eyes) -> Iterator[tuple[str, str]]:
    """What a program is told."""
    api = f"/api/v1/games/{eyes.battle.id}"
    for path in (f"{api}{eyes.key}", f"{api}/events{eyes.key}"):
        given = eyes.who.get(path)
        yield f"{eyes.name} {path}", f"{given.status_code} {given.text}"


def sits(roster: Json) -> Callable[[Battle], None]:
    """The owner sits down with this roster, and it begins."""

    def sit(battle: Battle) -> None:
        key = battle.site.seat_key(battle.id, OWNER)
        given = {"seat": OWNER, "key": key, "name": "Blue", "entropy": "00ff", "roster": roster}
        joined = battle.people[OWNER].post(f"/api/v1/games/{battle.id}/join", given)
        assert joined.status_code == 200, joined.text

    return sit


def played(
    folder: Path, battle: Battle, ways: list[tuple[Callable[[Battle], None], Play]], stretches: int
) -> tuple[int, list[int]]:
    """How much was compared between the battles and found alike, and how many answers each owner gave."""
    told, answers = [], []
    for n, (sit, play) in enumerate(ways):
        there = folder.with_name(f"{folder.name}-{n}")
        shutil.copytree(folder, there)
        with server(there) as client:
            step = Lockstep(elsewhere(battle, client), play)
            told.append(step.go(sit, stretches))
            answers.append(step.answers)
    assert [len(one) for one in told] == [len(told[0])] * len(told)
    compared = 0
    for one, *others in zip(*told, strict=True):
        for other in others:
            assert one.keys() == other.keys()
            for name in one:
                assert one[name] == other[name], name
            compared += len(one)
    return compared, answers


# -- Kensei: where a hidden character stands, and whether he is told anything ---------------------


def with_spy(host: str) -> Json:
    """Two units that look alike, one of which hides the Spy."""
    found = copy.deepcopy(KUGE)
    looks = [{"id": name, "entry": "yari_ashigaru", "models": 10 - (name == host)} for name in ("u1", "u2")]
    found["units"] = [
        *looks,
        {"id": "u3", "entry": "ninja", "models": 5},
        {"id": "u4", "entry": "heishi", "models": 10},
    ]
    found["characters"] = [
        {"entry": "shirei_kan", "taisho": True, "unit": "u4"}, {"entry": "samurai_daisho", "unit": "u4"},
        {"entry": "spy", "unit": host},
    ]  # fmt: skip
    return found


def silent(_: Battle, question: AnyAsk) -> Json:
    """Silence, whatever is asked."""
    return question.domain.write(question.default)


def spy_of(battle: Battle) -> Unit:
    """The one who is hidden."""
    spy: Unit
    (spy,) = [unit for unit in session_of(battle).state.units.values() if unit.entry == "spy"]
    return spy


def spying(battle: Battle, question: AnyAsk) -> Json:
    """The Spy is told to spy each turn; else silence."""
    spy = spy_of(battle)
    if (question.seat, question.about) != (OWNER, "orders.declare") or spy.orders or not spy.ap:
        return silent(battle, question)
    menu = question.domain.at({"pick": spy.id})
    assert not isinstance(menu, Refusal)
    raws = [menu.write(answer) for answer in menu.some(20)]
    return {"pick": spy.id, "then": next(raw for raw in raws if isinstance(raw, dict) and raw["pick"] == "ability")}


def wavering(battle: Battle, question: AnyAsk) -> Json:
    """The Spy is told to spy and told that he shall not, twice a turn; else silence."""
    turn, spy = session_of(battle).state.turn, spy_of(battle)
    if (question.seat, question.about) != (OWNER, "orders.declare") or (
        not spy.orders and WAVERED.setdefault((battle.client, turn), 0) >= TWICE
    ):
        return silent(battle, question)
    if spy.orders:
        return {"pick": spy.id, "then": "clear"}
    WAVERED[battle.client, turn] += 1
    return spying(battle, question)


WAVERED: dict[Any, int] = {}
TWICE = 2
LONG = 40
"""Stretches: more than a whole battle has in which nobody does anything."""


def kensei(folder: Path, clock: str = "") -> Battle:
    """A battle laid on a server of its own, to which the owner of the secret is still to sit down."""
    setup = Setup("pitched_battle", (SideSetup(Seat("red"), BUKE), SideSetup(OWNER, None)), {"points": 1000})
    with server(folder) as client:
        return Battle(client, system_of("kensei"), Random(1), setup, late=True, clock=clock)


def test_kensei_which_unit_hides_a_character_and_what_he_is_told_cannot_be_counted(
    tmp_path: Path, tried: Callable[[str], None]
) -> None:
    SALT[0] = 3
    folder = tmp_path / "here"
    battle = kensei(folder)
    ways: list[tuple[Callable[[Battle], None], Play]] = [
        (sits(with_spy("u1")), silent), (sits(with_spy("u2")), silent), (sits(with_spy("u1")), wavering),
    ]  # fmt: skip
    compared, answers = played(folder, battle, ways, LONG)
    assert answers[2] > answers[0]
    tried(f"{compared} answers and messages alike, while {answers[0]} and {answers[2]} answers were given in secret")


def test_a_clock_does_not_count_what_is_answered_in_secret(tmp_path: Path, tried: Callable[[str], None]) -> None:
    """By letter, where each question has its full hours: between two things all may see nothing is given back."""
    SALT[0], secret = 3, 0
    folder = tmp_path / "here"
    battle = kensei(folder, "letter")
    with server(folder) as client:
        battle = elsewhere(battle, client)
        hour = [HOUR]
        games = battle.site.games
        games.mailbox.time = games.past._time = games.mailbox.time._replace(wall=lambda: hour[0])
        sits(with_spy("u1"))(battle)
        (red,) = [eyes for eyes in eyes_of(battle, OWNER) if eyes.name == "red"]
        with red.socket(0) as socket:
            while secret < ENOUGH and (questions := battle.asked()):
                (asked, *_), hour[0] = questions, hour[0] + MINUTE
                before, _, had = seen_of(red), heard(battle, socket), left(battle)
                battle.say(asked, wavering(battle, asked))
                after, is_secret = seen_of(red), [q.seat for q in battle.asked()] == [OWNER]
                if is_secret and (asked.seat, after["version"]) == (OWNER, before["version"]):
                    secret += 1
                    assert heard(battle, socket) == []
                    assert left(battle) == had, "a clock was given time for what nobody may know of"
    assert secret >= ENOUGH
    tried(f"{secret} answers in secret moved no clock and sent no message")


MINUTE, ENOUGH = 60_000, 4


def seen_of(eyes: Eyes) -> dict[str, Any]:
    """What a program is told of a battle."""
    found: dict[str, Any] = eyes.who.get(f"/api/v1/games/{eyes.battle.id}").json()
    return found


def left(battle: Battle) -> list[int]:
    """What each clock has left, as all are shown it."""
    return [clock.left_ms for clock in battle.run(battle.site.games.clocks, battle.id)]
