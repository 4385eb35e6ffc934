"""A battle as anybody may see it: built up from what is known, never cut down from the whole."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from msgspec import UNSET

from app.engine.again import of_the_same
from app.engine.events import Seat
from app.engine.formations import stands
from app.engine.geometry import CM, Point, Polygon
from app.engine.refusals import Fact
from app.engine.table import Terrain
from app.engine.views import Band, Force, Ground, Group, Loss, Note, Piece, View, Zone, steps
from app.systems.daimyo.activation.rules import anything_left, household, household_open, open_clans
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.leaders.flow import is_seated
from app.systems.daimyo.measure import ground_of
from app.systems.daimyo.page.looks.zones import shown_zones
from app.systems.daimyo.scenarios.figures import scenario
from app.systems.daimyo.scenarios.victory import breaks_at, clause_of, points
from app.systems.daimyo.state import Clan, Leader, Side, State, Unit

PHASES = ("start", "clan", "rally", "move", "fire", "melee", "routers", "morale", "end")
ACTING = ("clan", "rally", "move", "fire", "melee")
LETTERS = ("a", "b")
TOKEN = cm(table("organisation")["token"]["across"]) // 2
RANGES = table("fire")["range"]
LOST, EDGE, WEATHER, FIRST, SIGHT = (
    c("DAI-SCN-01"), c("DAI-SCN-11"), c("DAI-WEA-05"), c("DAI-INI-02"), c("DAI-WEA-09"),
)  # fmt: skip
RINGS = (cm(8), cm(15), cm(20))
"""Effective range, long range, command radius (DAI-FIR-01, DAI-OBE-01)."""
EMBLEMS = {"takeda": 1, "oda": 2, "uesugi": 3, "ikko-ikki": 4, "shimazu": 5, "hojo": 6}
LOOKS = {"building": "village"}
"""Kinds of terrain that are drawn by another name."""


def view(state: State) -> View:
    """All that anybody may see: a unit that is not placed yet is off the table for everybody.  It is the same for all,
    and so made once for a state."""
    if "view" not in state.memo:
        state.memo["view"] = _view(state)
    found: View = state.memo["view"]
    return found


def _view(state: State) -> View:
    letters = {side.seat: LETTERS[i] for i, side in enumerate(state.sides)}
    go = on_go(state)
    return View(
        width=state.table.width, depth=state.table.depth, unit="cm", unit_length=CM, ticks=(1, 5, 10), rings=RINGS,
        turn=state.turn, turns=state.turns, phases=steps(PHASES, state.phase), go=go,
        terrain=tuple(ground(state, piece) for piece in state.table.pieces),
        zones=tuple(Zone(id=z.id, kind=z.kind, outline=z.outline, side=letters.get(Seat(z.seat), ""),
                         label=z.label) for z in shown_zones(state)),
        pieces=(*chain.from_iterable(pieces(state, u, letters[u.seat]) for u in state.fielded()),
                *(leader(state, m, letters[m.seat]) for m in state.leaders.values() if m.on_table)),
        sides=tuple(band(state, side, letters[side.seat], go) for side in state.sides),
        notes=notes(state),
    )  # fmt: skip


# -- units and leaders ----------------------------------------------------------------


def pieces(state: State, unit: Unit, side: str) -> tuple[Piece, ...]:
    """The stands of a unit as counters, front rank first; in a building the building's outline is its one counter."""
    return counters(unit, side, (ground_of(state, unit),)) if unit.building else ranks(unit, side)


@of_the_same
def ranks(unit: Unit, side: str) -> tuple[Piece, ...]:
    """The stands of a unit in the open."""
    return counters(unit, side, stands(unit.formation))


def counters(unit: Unit, side: str, outlines: tuple[Polygon, ...]) -> tuple[Piece, ...]:
    """A counter for each of these places."""
    radius = min(unit.stand_width, unit.stand_depth) // 2
    return tuple(
        Piece(id=f"{unit.id}-{n}", side=side, code=unit.code, name=unit.name, x=x, y=y, radius=radius, kind="stand",
              outline=outline, used=unit.activated)
        for n, outline in enumerate(outlines, 1) for x, y in (middle(outline),)
    )  # fmt: skip


def middle(outline: tuple[Point, ...]) -> Point:
    """The middle of an outline's corners."""
    x = y = 0
    for p in outline:
        x, y = x + p[0], y + p[1]
    return Point(x // len(outline), y // len(outline))


def leader(state: State, shown: Leader, side: str) -> Piece:
    """A leader's token."""
    rank = "general" if shown.general else "daimyo"
    seated = ("seated",) if shown.general and is_seated(state, shown.seat) else ()
    held = ("attached",) if shown.attached else ()
    idle = ("idle",) if is_idle(state, shown) else ()
    return Piece(
        id=shown.id, side=side, code=shown.code, name=shown.name, x=shown.at.x, y=shown.at.y, radius=TOKEN,
        kind="leader", badges=(rank, f"rating-{shown.rating}", *seated, *held, *idle), used=shown.activated,
        traits=("mounted" if shown.mounted else "on-foot",), gone=shown.fate, arm="leader",
    )  # fmt: skip


def is_idle(state: State, shown: Leader) -> bool:
    """Whether his clan rolled this turn and did not become active (DAI-ACT-01)."""
    clan = next((clan for clan in state.clans.values() if clan.daimyo == shown.id), None)
    return clan is not None and clan.tried and not shown.activated


def group(state: State, unit: Unit, side: str, go: Seat | None) -> Group:
    """A unit as one thing, with its frame and its front."""
    return framed(unit, side, ground_of(state, unit) if unit.on_table else (), may_act(state, unit, go), state.turn)


@of_the_same
def framed(unit: Unit, side: str, outline: Polygon, may: bool, turn: int) -> Group:
    """The same of what it rests on."""
    return Group(
        id=unit.id, side=side, code=unit.code, name=unit.name,
        members=tuple(f"{unit.id}-{n}" for n in range(1, unit.stands + 1)),
        force=unit.clan or household(unit.seat), outline=outline, facing=unit.facing, badges=badges(unit, turn),
        traits=traits(unit), weapons=tuple(filter(None, (unit.missile, unit.arm))), used=unit.activated, may=may,
        gone=unit.fate,
    )  # fmt: skip


def badges(unit: Unit, turn: int) -> tuple[str, ...]:
    """What stands beside a unit: stands left, hits, quality, and every state that a rule asks for."""
    flags = {
        "routing": unit.routing, "disordered": unit.disordered and not unit.routing, "frenzied": unit.frenzied,
        "pursuing": 0 < turn <= unit.pursuing_until, "halted": 0 < turn <= unit.halted_until,
        "charged": unit.charged, "fired": bool(unit.fired), "moved": unit.moved, "rallied": unit.rallied,
        "abandoned": unit.abandoned, "disobeys": unit.obedience == "failed",
    }  # fmt: skip
    left = () if unit.kind == "hq" else (f"left-{unit.stands}-{unit.start_stands}",)
    hits = (f"hits-{unit.hits}",) if unit.hits else ()
    return (*left, unit.quality, *hits, *(key for key, holds in flags.items() if holds))


def traits(unit: Unit) -> tuple[str, ...]:
    """What a unit is: its troops, class, armour, arms."""
    mount = "cavalry" if unit.mounted else "infantry"
    missile = (unit.missile,) if unit.missile else ()
    return (f"profile-{unit.profile}", unit.troop_class, mount, f"armour-{unit.armour}", unit.arm, *missile)


def may_act(state: State, unit: Unit, go: Seat | None) -> bool:
    """Whether a unit may act in the step at hand, or its clan may be tried next."""
    if unit.fate or state.phase not in ACTING:
        return False
    if state.active:
        done = {"move": unit.ordered, "fire": bool(unit.fired) or not unit.missile}.get(state.phase, False)
        return not done and unit.id in state.active_ids
    return unit.seat == go and any(clan.id == unit.clan for clan in open_clans(state, unit.seat))


# -- sides and the table ----------------------------------------------------------------


def band(state: State, side: Side, letter: str, go: Seat | None) -> Band:
    """A side with its clans and units, those gone included, and how it stands."""
    units = [u for u in state.units.values() if u.seat == side.seat]
    mine = tuple(chain.from_iterable(pieces(state, u, letter) for u in units if u.on_table))
    led = tuple(leader(state, m, letter) for m in state.leaders.values() if m.seat == side.seat)
    clans = tuple(clan for clan in state.clans.values() if clan.seat == side.seat)
    led_by = dict[str, list[str]]()
    for unit in units:
        led_by.setdefault(unit.clan, []).append(unit.id)
    forces = (headquarters(state, side, letter, tuple(led_by.get("", ()))),
              *(force(state, clan, letter, tuple(led_by.get(clan.id, ())), go) for clan in clans))  # fmt: skip
    return Band(
        seat=side.seat, side=letter, name=side.name, emblem=EMBLEMS.get(side.sample, 0), models=(*mine, *led),
        facts=facts(side), groups=tuple(group(state, u, letter, go) for u in units),
        forces=tuple(f for f in forces if f.groups or f.leader), losses=(loss(state, side), *losses(units, clans)),
        score=score(state, side.seat),
    )  # fmt: skip


def loss(state: State, side: Side) -> Loss:
    """What a side has lost of its weight, and how much it may (DAI-SCN-01)."""
    limit = breaks_at(state, side.seat)
    now: dict[str, Fact] = {"lost": side.lost, "whole": side.weight}
    if limit is None:
        return Loss(lost=side.lost, whole=side.weight, note=Note("loss.weight", now, LOST))
    bears = int(limit * side.weight)
    note = Note("loss.weight.breaks", {**now, "bears": bears}, clause_of(state, side.seat))
    return Loss(lost=side.lost, whole=side.weight, bears=bears, note=note)


def losses(units: list[Unit], clans: tuple[Clan, ...]) -> Iterator[Loss]:
    """The same of each clan; no rule asks how much one may lose."""
    for clan in clans:
        mine = [u for u in units if u.clan == clan.id]
        whole, lost = sum(u.weight for u in mine), sum(u.weight for u in mine if u.lost_by)
        if whole:
            note = Note("loss.weight", {"lost": lost, "whole": whole}, LOST)
            yield Loss(lost=lost, whole=whole, force=clan.id, note=note)


def score(state: State, seat: Seat) -> Note | None:
    """The points of a side, where its scenario counts any."""
    said = scenario(state)
    if not said.score:
        return None
    return Note("band.score", {"score": sum(adds for _, adds in points(state, seat))}, said.rests_on("score"))


def force(state: State, clan: Clan, letter: str, groups: tuple[str, ...], go: Seat | None) -> Force:
    """A clan with its Daimyo and these units."""
    flags = {"waiting": clan.waiting, "undecided": clan.allegiance != "own", "active": state.active == clan.id}
    may = clan.seat == go and not state.active and any(other.id == clan.id for other in open_clans(state, clan.seat))
    return Force(
        id=clan.id, side=letter, code=clan.name[:3], name=clan.name, leader=clan.daimyo, used=clan.tried, may=may,
        groups=groups, badges=tuple(k for k, holds in flags.items() if holds),
    )  # fmt: skip


def headquarters(state: State, side: Side, letter: str, groups: tuple[str, ...]) -> Force:
    """The General and these units of his household."""
    id = household(side.seat)
    return Force(
        id=id, side=letter, code="H", name=state.general_of(side.seat).name, leader=side.general,
        groups=groups, used=not household_open(state, side.seat),
        badges=("active",) if state.active == id else (),
    )  # fmt: skip


def facts(side: Side) -> tuple[Note, ...]:
    """What a side has lost of its weight, and its base edge."""
    found = [Note("band.lost", {"lost": side.lost, "weight": side.weight}, LOST)]
    return (*found, Note("band.edge", {"edge": side.edge}, EDGE)) if side.edge else tuple(found)


def ground(state: State, piece: Terrain) -> Ground:
    """A piece of terrain as it lies, with the gaps made in it."""
    return Ground(id=piece.id, kind=piece.kind, outline=piece.outline, closed=piece.closed,
                  doors=gaps(state, piece), label=piece.kind, look=LOOKS.get(piece.kind, UNSET))  # fmt: skip


def gaps(state: State, piece: Terrain) -> tuple[Point, ...]:
    """The middles of the gaps made in a palisade."""
    a, b = piece.outline[0], piece.outline[1]
    length = max(1, abs(b.x - a.x) + abs(b.y - a.y))
    middles = [(first + last) // 2 for first, last in state.gaps.get(piece.id, ())]
    return tuple(Point(a.x + (b.x - a.x) * at // length, a.y + (b.y - a.y) * at // length) for at in middles)


def on_go(state: State) -> Seat | None:
    """Whose go it is, where players alternate."""
    if state.outcome is not None or state.phase not in ("setup", *ACTING):
        return None
    if state.phase == "clan" and not state.active and state.go is not None and not anything_left(state, state.go):
        return state.other(state.go)
    return state.go


def notes(state: State) -> tuple[Note, ...]:
    """What else is worth saying: the weather, how far one sees, who has the initiative, what is active."""
    found = [Note("note.weather", {"weather": state.weather}, WEATHER)]
    if state.season:
        found.append(Note("note.season", {"season": state.season}, c("DAI-WEA-02")))
    if state.initiative and state.turn:
        found.append(Note("note.initiative", {"seat": state.initiative}, FIRST))
    if state.active:
        active: dict[str, Fact] = {"clan": state.active}
        found.append(Note("note.active", active, c("DAI-ACT-07")))
    return tuple(found)
