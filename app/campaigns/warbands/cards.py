"""What a member of a warband is between two battles: its card, as it would be shown at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from app.engine.campaigns import FIT, Band, CampaignRules, Embodies, apply_all
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.engine.system import RuleSystem, Setup, SideSetup
from app.engine.views import Band as Side
from app.engine.views import Figure, Inspection, Note, View, foremost
from app.games import offers

HERE, THERE = (Seat(seat) for seat in offers.SEATS[:2])


class Card(Struct, frozen=True, kw_only=True):
    """A member as its system shows it: profile, what it bears and can; its counter where it is a single one.

    ``born``: its profile without all it has gained and suffered.  ``unit``: the length and the name of its unit.
    """

    what: tuple[Note, ...] = ()
    profile: tuple[Figure, ...] = ()
    arms: tuple[Note, ...] = ()
    abilities: tuple[Note, ...] = ()
    born: tuple[Figure, ...] = ()
    code: str = ""
    arm: str = ""
    unit: tuple[int, str] = (1000, "cm")


class Gain(Struct, frozen=True, kw_only=True):
    """What an option would make of a member: figures before and after, what it would have besides, what it costs."""

    figures: tuple[tuple[Figure, Figure], ...] = ()
    abilities: tuple[Note, ...] = ()
    cost: int = 0
    purse: int = 0
    unit: tuple[int, str] = (1000, "cm")


def cards(system: RuleSystem[Any], rules: CampaignRules[Any], band: Band) -> dict[str, Card]:
    """The cards of all who belong to a warband, by member; none where its system does not say who is who."""
    if not isinstance(rules, Embodies) or not band.living():
        return {}
    shown = inspected(system, rules, band)
    born = {id: one.inspection.profile for id, one in inspected(system, rules, unmarked(band)).items()}
    return {id: card(one, born.get(id, ())) for id, one in shown.items()}


def card(one: Seen, born: tuple[Figure, ...]) -> Card:
    """The card of a member that was born with this profile."""
    found = one.inspection
    return Card(
        what=found.what, profile=found.profile, arms=found.arms, abilities=found.abilities, born=born, code=one.code,
        arm=one.arm, unit=one.unit,
    )  # fmt: skip


def gains(
    system: RuleSystem[Any], rules: CampaignRules[Any], band: Band, member: str, options: Sequence[str]
) -> dict[str, Gain]:
    """What each option would make of a member; those left out of which nothing can be said."""
    if member not in band.members or not isinstance(rules, Embodies):
        return {}
    before = inspected(system, rules, alone(band, member)).get(member)
    found = dict[str, Gain]()
    for option in options:
        step = rules.choose(band, member, option)
        if before is None or isinstance(step, Refusal):
            continue
        after = apply_all(band, step.deltas)
        then = inspected(system, rules, alone(after, member)).get(member)
        if then is not None:
            found[option] = replace(gain(before.inspection, then.inspection, band, after, member), unit=then.unit)
    return found


def gain(was: Inspection, then: Inspection, before: Band, after: Band, member: str) -> Gain:
    """What has changed of a member and its warband."""
    old = {one.key: one for one in was.profile}
    known = {(note.about, str(note.facts)) for note in was.abilities}
    return Gain(
        figures=tuple((old[one.key], one) for one in then.profile if one.key in old and old[one.key] != one),
        abilities=tuple(note for note in then.abilities if (note.about, str(note.facts)) not in known),
        cost=after.members[member].cost - before.members[member].cost, purse=after.purse - before.purse,
    )  # fmt: skip


def alone(band: Band, member: str) -> Band:
    """The warband as if nobody else belonged to it."""
    return replace(band, members={member: band.members[member]})


def unmarked(band: Band) -> Band:
    """The warband as if nobody had gained or suffered anything."""
    return replace(band, members={id: replace(m, gained=(), injuries=()) for id, m in band.members.items()})


class Seen(Struct, frozen=True):
    """What is seen of a member at a table: what its system says of it, and how its counter is marked."""

    inspection: Inspection
    unit: tuple[int, str]
    code: str = ""
    arm: str = ""


def inspected(system: RuleSystem[Any], rules: CampaignRules[Any], band: Band) -> dict[str, Seen]:
    """What is seen of each member at a table that is laid with its whole warband on both sides."""
    assert isinstance(rules, Embodies)
    state, view, side = laid(system, rules, band, 0)
    unit = (view.unit_length, view.unit)
    arms = {one.id: one.arm for one in side.models}
    arms |= {one.id: foremost(arms[id] for id in one.members if arms.get(id)) for one in side.groups}
    codes = {one.id: one.code for one in side.models} | {one.id: one.code for one in side.groups}
    return {
        id: Seen(system.inspect(state, HERE, piece), unit, codes.get(piece, ""), arms.get(piece, ""))
        for id, piece in rules.pieces(state, HERE).items()
    }


def lent_to(system: RuleSystem[Any], rules: CampaignRules[Any], band: Band, points: int) -> tuple[str, ...]:
    """The names of those who fight beside a warband for so many points of help."""
    if not isinstance(rules, Embodies) or not band.fit():
        return ()
    state, _, side = laid(system, rules, band, points)
    known = set(rules.pieces(state, HERE).values())
    inside = {id for one in side.groups for id in one.members}
    loose = [(one.id, one.name) for one in side.models if one.id not in inside]
    return tuple(name for id, name in (*((one.id, one.name) for one in side.groups), *loose) if id not in known)


def laid(system: RuleSystem[Any], rules: CampaignRules[Any], band: Band, help_: int) -> tuple[Any, View, Side]:
    """A battle of a whole warband against its like before it begins, as it is seen, and one of its sides."""
    whole = replace(band, members={m.id: replace(m, state=FIT) for m in band.living()})
    roster = rules.muster(whole, tuple(whole.members), help_)
    sides = (SideSetup(HERE, roster), SideSetup(THERE, roster))
    bare = Setup(rules.scenarios[0], sides)
    state = system.begin(Setup(bare.scenario, sides, {**rules.setup_options(bare)}))
    view = system.view(state, HERE)
    return state, view, next(side for side in view.sides if side.seat == HERE)
