"""Linked scenarios: two warbands go through the chapters of a story, by what became of the last one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.campaigns.battles.fixtures import readers
from app.campaigns.book import c, table
from app.campaigns.desk import LEADER, Command, Decided, Desk, command
from app.campaigns.ledger.events import Entry, FixtureAdded, Posted, Reached, ScenarioSet, SplitSet
from app.campaigns.model import DONE, OPEN, VOID, Campaign, Fixture, Warband
from app.campaigns.rounds.formats import FORMATS, Format
from app.campaigns.rounds.pairings import PAIRERS, draft, drawn, last, lots, whole
from app.campaigns.rounds.scenarios import base_of, standing_for
from app.campaigns.stories.book import Battle, Effect, Page, Story, story_of
from app.campaigns.warbands.deeds import refuse_gone
from app.engine.asks import Json
from app.engine.campaigns import Delta, Step
from app.engine.refusals import Fact, Refusal, refuse

CHAPTERS, CHOICE, DIVIDING, BRINGS = c("CPN-STO-02"), c("CPN-STO-04"), c("CPN-STO-05"), c("CPN-STO-06")
FIGURES: dict[str, Any] = table("stories")
DEARER = "dearer"


# -- where a story stands ---------------------------------------------------------


@dataclass(frozen=True)
class Strand:
    """Two warbands that go through a story together, the one that came first first, and their battles so far."""

    pair: tuple[str, str]
    battles: tuple[Fixture, ...] = ()

    @property
    def chapter(self) -> str:
        """The chapter they have reached; empty before the first."""
        return page_of(self.battles[-1]) if self.battles else ""

    def of(self, chapter: str) -> tuple[Fixture, ...]:
        """Their battles of a chapter."""
        return tuple(one for one in self.battles if page_of(one) == chapter)

    def ahead(self, chapter: str) -> str:
        """Who won more battles of a chapter; empty if neither (CPN-STO-02)."""
        one, other = (sum(f.winner == side for f in self.of(chapter) if f.state != VOID) for side in self.pair)
        return "" if one == other else self.pair[0] if one > other else self.pair[1]


def page_of(one: Fixture) -> str:
    """The chapter of a battle."""
    return one.story.partition("/")[0]


def group_of(one: Fixture) -> str:
    """The group that fights a battle; empty where a whole warband may."""
    about = one.story.partition("/")[2]
    return "" if "," in about else about


def drawn_for(one: Fixture) -> tuple[str, ...]:
    """The two scenarios drawn for a battle, if any were (CPN-STO-04)."""
    about = one.story.partition("/")[2]
    return tuple(about.split(",")) if "," in about else ()


def tale(now: Campaign) -> Story | None:
    """The story that a campaign follows."""
    return story_of(now.system, now.settings.story)


def strands(now: Campaign) -> tuple[Strand, ...]:
    """All that have begun, in the order in which they did (CPN-STO-01)."""
    found: dict[tuple[str, str], list[Fixture]] = {}
    order = list(now.warbands)
    for one in now.fixtures.values():
        if one.story and all(one.sides):
            first, second = sorted(one.sides, key=order.index)
            found.setdefault((first, second), []).append(one)
    return tuple(Strand(pair, tuple(battles)) for pair, battles in found.items())


def next_page(story: Story, strand: Strand) -> Page | None:
    """The chapter that follows for two warbands; none at the end of the story (CPN-STO-02)."""
    page = story.page(strand.chapter)
    if page is None:
        return story.chapters[0] if not strand.battles else None
    ahead = strand.ahead(page.id)
    to = page.next.draw if not ahead else page.next.won_first if ahead == strand.pair[0] else page.next.won_second
    return story.page(to)


def is_together(now: Campaign, strand: Strand) -> bool:
    """Whether both still fight."""
    return all(now.warbands[one].status != "retired" for one in strand.pair)


def waiting(now: Campaign, story: Story) -> tuple[str, ...]:
    """Warbands that have nobody to go through the story with (CPN-STO-01)."""
    taken = [
        one for strand in strands(now) if is_together(now, strand) or next_page(story, strand) is None
        for one in strand.pair
    ]  # fmt: skip
    return tuple(one.id for one in now.active() if one.id not in taken)


# -- pairing ----------------------------------------------------------------------


def pair_story(desk: Desk) -> tuple[Fixture, ...]:
    """The battles of the next chapter of every two warbands, and byes (CPN-STO-01 to 04)."""
    now, story = desk.now, tale(desk.now)
    if story is None:
        return ()
    alone = waiting(now, story)
    begun = [one for one in strands(now) if is_together(now, one)]
    new = [Strand(two) for two in zip(alone[::2], alone[1::2], strict=False)]
    found: list[Fixture] = []
    for strand in (*begun, *new):
        if page := next_page(story, strand):
            found += [one for one in battles_of(desk, strand, page, len(found)) if one is not None]
    return (*found, *(draft(now, (one, "")) for one in alone[len(alone) // 2 * 2 :]))


def battles_of(desk: Desk, strand: Strand, page: Page, place: int) -> Iterator[Fixture]:
    """The battles of a chapter that can be laid out before warbands are divided."""
    for battle in page.battles:
        if battle.home != DEARER:
            yield battle_of(desk, strand, page, battle, place)


def battle_of(desk: Desk, strand: Strand, page: Page, battle: Battle, place: int) -> Fixture:
    """A battle of a chapter; its scenario of its own or drawn."""
    two = two_drawn(desk, strand, page, place) if page.drawn else ()
    about = ",".join(two) or battle.group
    scenario = standing_for(desk.now.settings, two[0] if two else battle.scenario)
    return draft(
        desk.now, sides(desk, strand, battle), scenario=scenario,
        options=dict(battle.options), story=f"{page.id}/{about}" if about else page.id,
    )  # fmt: skip


def sides(desk: Desk, strand: Strand, battle: Battle) -> tuple[str, str]:
    """Who is the first side of a battle (CPN-STO-03)."""
    first, second = strand.pair
    ahead = strand.ahead(strand.chapter)
    match battle.home:
        case "second":
            home = second
        case "winner":
            home = ahead or first
        case "loser":
            home = first if ahead in ("", second) else second
        case "dearer":
            home = second if worth(desk, second, battle.group) > worth(desk, first, battle.group) else first
        case _:
            home = first
    return (home, second if home == first else first)


def worth(desk: Desk, warband: str, group: str) -> int:
    """What a group of a divided warband costs, in points."""
    members = desk.now.warbands[warband].band.members
    return sum(members[one].cost for one in desk.now.splits.get(warband, {}).get(group, ()) if one in members)


def two_drawn(desk: Desk, strand: Strand, page: Page, place: int) -> tuple[str, ...]:
    """Two different scenarios of a chapter by lot (CPN-STO-04)."""
    throw = lots(desk, last(desk.now).number, int(FIGURES["draws"]["first"]) + int(FIGURES["draws"]["each"]) * place)
    before = base_of(strand.battles[-1].scenario) if strand.battles else ""
    pool = [one for one in page.drawn if one != before]
    one = drawn(pool, throw)
    return one, drawn([other for other in pool if other != one], throw)


def story_over(now: Campaign) -> bool:
    """Whether the story is over for all (CPN-STO-02)."""
    story = tale(now)
    if story is None:
        return True
    going = [one for one in strands(now) if is_together(now, one)]
    open_ = any(not f.is_over for one in going for f in one.battles)
    return not (open_ or any(next_page(story, one) for one in going) or len(waiting(now, story)) > 1)


def story_winner(now: Campaign) -> str:
    """Who has won a story told by honour; empty where the standings say it (CPN-STO-07)."""
    story = tale(now)
    if story is None or not story.honour or not now.active():
        return ""
    most = max(one.band.honour for one in now.active())
    best = [one.id for one in now.active() if one.band.honour == most]
    done = [f for f in now.fixtures.values() if f.story and f.state == DONE]
    last_won = done[-1].winner if done else ""
    return best[0] if len(best) == 1 else last_won if last_won in best else ""


# -- what follows by itself ---------------------------------------------------------


def follow_story(desk: Desk) -> Sequence[Entry]:
    """What the story brings about now: chapters reached, groups of stand-ins, their battles, what chapters bring."""
    story = tale(desk.now)
    if story is None or desk.now.state != "running":
        return ()
    return reached(desk.now) or dealt(desk.now, story) or grouped(desk, story) or brought(desk.now, story)


def reached(now: Campaign) -> tuple[Entry, ...]:
    """Chapters in which there are battles for the first time (CPN-STO-02)."""
    pages = dict.fromkeys(page_of(one) for one in now.fixtures.values() if one.story)
    return tuple(Reached(clause=CHAPTERS, chapter=page) for page in pages if page not in now.story)


def dealt(now: Campaign, story: Story) -> tuple[Entry, ...]:
    """The groups of warbands that stand-ins lead and that have none yet (CPN-STO-05)."""
    called = [id for f in now.fixtures.values() if group_of(f) and not f.is_over for id in f.stand_ins]
    found = (now.warbands[id] for strand in dividing(now) for id in strand.pair if id not in now.splits)
    return tuple(
        SplitSet(clause=DIVIDING, warband=one.id, groups=dealt_out(one, story.groups), seen_by=readers(now, one))
        for one in found if one.status == "reserve" or one.id in called
    )  # fmt: skip


def dealt_out(one: Warband, groups: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The fit members of a warband dealt out in turn, the dearest first (CPN-STO-05)."""
    ordered = sorted(one.band.fit(), key=lambda member: -member.cost)
    return {group: tuple(m.id for m in ordered[n :: len(groups)]) for n, group in enumerate(groups)}


def dividing(now: Campaign) -> tuple[Strand, ...]:
    """Those whose chapter is fought by groups."""
    going = (one for one in strands(now) if is_together(now, one))
    return tuple(one for one in going if any(group_of(f) and not f.is_over for f in one.of(one.chapter)))


def grouped(desk: Desk, story: Story) -> tuple[Entry, ...]:
    """Battles whose first side is known only once both have been divided (CPN-STO-03)."""
    now = desk.now
    for strand in dividing(now):
        page = story.page(strand.chapter)
        if page is None or not all(id in now.splits for id in strand.pair):
            continue
        known = [group_of(f) for f in strand.of(page.id)]
        for battle in page.battles:
            if battle.home == DEARER and battle.group not in known:
                place = len(list(now.fights(last(now).number)))
                new = battle_of(desk, strand, page, battle, place)
                return (FixtureAdded(clause=CHAPTERS, fixture=whole(desk, new, place + 1)),)
    return ()


def brought(now: Campaign, story: Story) -> tuple[Entry, ...]:
    """What a chapter brings a warband that it has not brought yet (CPN-STO-06)."""
    for strand in strands(now):
        for page in story.chapters:
            battles = strand.of(page.id)
            if not battles or not all(f.is_over for f in battles):
                continue
            for warband in strand.pair:
                if step := effect(now.warbands[warband], page, battles):
                    return (Posted(clause=step.clause, warband=warband, step=step, fixture=battles[-1].id),)
    return ()


def effect(one: Warband, page: Page, battles: Sequence[Fixture]) -> Step | None:
    """What a warband has from a chapter, once (CPN-STO-06)."""
    mark = f"story-{page.id}"
    points = sum(each.income * times(each, one.id, battles) for each in page.effects)
    honour = sum(each.honour * times(each, one.id, battles) for each in page.effects)
    if mark in one.band.notes or not (points or honour):
        return None
    facts: dict[str, Fact] = {"chapter": page.id, "points": points, "honour": honour}
    purse = (Delta("purse", add=points),) if points else ()
    fame = (Delta("honour", add=honour),) if honour else ()
    deltas = (*purse, *fame, Delta(f"notes.{mark}", add=1))
    return Step("income" if points else "honour", page.effects[0].clause, "story.brought", facts, deltas)


def times(each: Effect, warband: str, battles: Sequence[Fixture]) -> int:
    """How often an effect is a warband's."""
    fought = [one for one in battles if one.state != VOID]
    won = sum(one.winner == warband for one in fought)
    lost = sum(bool(one.winner) and one.winner != warband for one in fought)
    level = sum(one.result == "draw" for one in fought)
    return {"winner": won, "loser": lost, "drawn": level, "fought": won + lost + level}[each.to]


def sent(now: Campaign, one: Fixture, side: str) -> tuple[str, ...] | None:
    """The members of the group that fights this battle; none before it is divided, all where there are no groups."""
    group = group_of(one)
    return now.splits.get(side, {}).get(group, ()) if group else None


def armies(now: Campaign, one: Fixture) -> Mapping[str, Json]:
    """The rosters of a battle that has armies of its own, by warband; empty for all others (CPN-STO-08)."""
    story = tale(now)
    page = story.page(page_of(one)) if story and one.story else None
    battle = next((b for b in page.battles if b.armies and b.scenario == base_of(one.scenario)), None) if page else None
    names = battle.armies if battle else ()
    return {side: {"sample": name} for side, name in zip(one.sides, names, strict=False)}


PAIRERS["story"] = pair_story
FORMATS["story"] = Format(follow=follow_story, members=sent, over=story_over, winner=story_winner)


# -- what players decide ------------------------------------------------------------


class Split(Command, frozen=True, tag="split"):
    """A player divides his warband among the battles of a chapter."""

    warband: str
    groups: dict[str, tuple[str, ...]]


@command(LEADER)
def split(desk: Desk, given: Split) -> Decided:
    """The warband is divided so, sealed until the other is too (CPN-STO-05)."""
    now, story = desk.now, tale(desk.now)
    if no := refuse_gone(desk, given.warband, DIVIDING):
        return no
    one = now.warbands[given.warband]
    mine = next((s for s in (dividing(now) if story else ()) if one.id in s.pair), None)
    if story is None or mine is None:
        return refuse("story.no-groups", DIVIDING)
    if now.splits.get(one.id) == given.groups:
        return []
    if all(id in now.splits for id in mine.pair) or one.locked:
        return refuse("story.divided", DIVIDING)
    no = refuse_groups(one, story, given.groups)
    return no or [SplitSet(clause=DIVIDING, warband=one.id, groups=given.groups, seen_by=(one.guest,))]


def refuse_groups(one: Warband, story: Story, groups: Mapping[str, Sequence[str]]) -> Refusal | None:
    """Why a warband cannot be divided so (CPN-STO-05)."""
    fit = [member.id for member in one.band.fit()]
    if sorted(groups) != sorted(story.groups):
        return refuse("story.groups", DIVIDING, groups=", ".join(story.groups))
    placed = [member for group in story.groups for member in groups[group]]
    if sorted(placed) != sorted(fit):
        return refuse("story.placed", DIVIDING, placed=len(placed), fit=len(fit))
    least = min(story.group_min, len(fit) // len(story.groups))
    small = next((group for group in story.groups if len(groups[group]) < least), None)
    return refuse("story.small", DIVIDING, group=small, least=least, got=len(groups[small])) if small else None


class ChooseScenario(Command, frozen=True, tag="choose-scenario"):
    """The loser of the chapter before takes one of the two scenarios drawn."""

    warband: str
    fixture: str
    scenario: str


@command(LEADER)
def choose_scenario(desk: Desk, given: ChooseScenario) -> Decided:
    """The battle has this scenario (CPN-STO-04)."""
    one = desk.now.fixtures.get(given.fixture)
    if one is None or given.warband not in one.sides or not drawn_for(one):
        return refuse("story.no-choice", CHOICE)
    if given.scenario == base_of(one.scenario):
        return []
    if given.scenario not in drawn_for(one):
        return refuse("story.not-drawn", CHOICE, scenarios=", ".join(drawn_for(one)))
    if one.state != OPEN or given.warband in one.musters:
        return refuse("story.too-late", CHOICE)
    if loser_before(desk.now, one) != given.warband:
        return refuse("story.not-loser", CHOICE)
    played = standing_for(desk.now.settings, given.scenario)
    return [ScenarioSet(clause=CHOICE, fixture=one.id, scenario=played, by=given.warband)]


def loser_before(now: Campaign, one: Fixture) -> str:
    """Who lost the chapter before the one of this battle; empty after a draw or in the first (CPN-STO-04)."""
    strand = next(s for s in strands(now) if one in s.battles)
    pages = list(dict.fromkeys(page_of(f) for f in strand.battles))
    at = pages.index(page_of(one))
    ahead = strand.ahead(pages[at - 1]) if at else ""
    return "" if not ahead else next(side for side in strand.pair if side != ahead)
