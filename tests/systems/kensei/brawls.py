"""Combats made by hand, in centimetres: units of the lists, characters, contacts, and a session that plays one flow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.events import Event, Seat
from app.engine.flow import Game, Roll
from app.engine.geometry import Point
from app.engine.refusals import Clause
from app.engine.session import Checkpoint, Session
from app.engine.system import PhaseId, Setup, SideSetup
from app.engine.table import Table, Terrain
from app.systems.kensei.armies.lists import CHARACTERS, TROOPS, Character, Profile
from app.systems.kensei.army import Model, Side, Unit, UnitId
from app.systems.kensei.combat.armoury import ARMOUR
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import Contact, State
from tests.systems.kensei.fields import at

ONE, TWO = Seat("one"), Seat("two")
MARCH = {"infantry": 10_000, "cavalry": 15_000}
MIDDLE = at(60, 60)


def troop(id: str, seat: str, entry: str = "katana_samurai", number: int = 5, *, place: Point = MIDDLE,
          facing: int = 0, files: int = 5, **changes: Any) -> Unit:  # fmt: skip
    """A unit of the lists on the table: in ranks with the middle of its front edge there, or loose in a row."""
    row = TROOPS[entry]
    large = row.size == "large"
    made = Unit(
        id=UnitId(id), seat=Seat(seat), code=id, name=id, entry=entry, troop=row.troop, loose=row.loose,
        mounted=row.mounted, size=row.size, traits=row.traits, attack=row.attack, defence=row.defence,
        wounds=row.wounds, ki=row.ki, honour=row.honour, initiative=row.initiative, armour=ARMOUR[row.armour],
        melee=row.melee, ranged=row.ranged, cost=row.cost, abilities=row.abilities, start_models=number,
        movement=13_000 if large else MARCH.get(row.troop, 10_000), base_width=5_000 if large else 2_500,
        base_depth=5_000 if row.mounted or large else 2_500, at=place, facing=facing, files=min(files, number),
        fate="", ap=3 if row.loose else 2,
        models=tuple(Model(row.wounds, Point(place.x + 6_000 * n, place.y)) for n in range(number)),
    )  # fmt: skip
    return replace(made, **changes)


def character(id: str, seat: str, entry: str = "busho", *, host: str = "", place: Point = MIDDLE,
              caste: str = "buke", school: str = "", **changes: Any) -> Unit:  # fmt: skip
    """A character of the lists on the table, in a unit or alone; ``school``: an Onmyouiji of level 1."""
    row = CHARACTERS[entry]
    stats = profile(row, caste, school)
    made = Unit(
        id=UnitId(id), seat=Seat(seat), code=id, name=id, entry=entry, role=row.kind, loose=True,
        rank=entry if row.kind == "bushi" else "", traits=row.traits, attack=stats.attack, defence=stats.defence,
        wounds=stats.wounds, ki=stats.ki, honour=stats.honour, initiative=stats.initiative,
        armour=ARMOUR[row.schools[school].armour if school else row.armour],
        melee=row.schools[school].melee if school else row.melee, cost=row.cost, abilities=row.abilities,
        host=UnitId(host), models=(Model(stats.wounds, place),), at=place, fate="", ap=3, level=int(bool(school)),
        school=school,
    )  # fmt: skip
    return replace(made, **changes)


def profile(row: Character, caste: str, school: str) -> Profile:
    """The stats of a character."""
    return row.schools[school].levels[0] if school else row.profile(caste)


def brawl(*units: Unit, contacts: tuple[Contact, ...] = (), pieces: tuple[Terrain, ...] = (), turn: int = 1,
          castes: tuple[str, str] = ("buke", "kuge"), options: Mapping[str, Any] | None = None,
          **changes: Any) -> State:  # fmt: skip
    """A battle of two sides on a table of 120 x 120 cm; side One has the Initiative."""
    taisho = {u.seat: u.id for u in units if u.taisho}
    sides = tuple(
        Side(seat=seat, name=seat, caste=caste, taisho=taisho.get(seat, UnitId("")))
        for seat, caste in zip((ONE, TWO), castes, strict=True)
    )
    setup = Setup("pitched_battle", tuple(SideSetup(seat, {}) for seat in (ONE, TWO)), dict(options or {}))
    state = State(
        setup=setup, table=Table(120_000, 120_000, pieces), sides=sides, units={u.id: u for u in units},
        contacts=contacts, turn=turn, first=ONE, revealed=True,
    )  # fmt: skip
    return state.with_(**changes)


def met(by: str, on: str, zone: str = "front", **changes: Any) -> Contact:
    """Two units in contact; ``by`` came by a charge of its own, unless it is said otherwise."""
    return replace(Contact(by=UnitId(by), on=UnitId(on), zone=zone, turn=1), **changes)


class Rules:
    """As much of a rule system as one flow needs to be played."""

    out_of_turn = Clause("KEN-TRN-01")

    def __init__(self, flow: Any) -> None:
        self.phases = {PhaseId("flow"): flow}

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        folded: State = event.fold(state) if isinstance(event, KenseiEvent) else state
        return folded


def play(flow: Any, state: State) -> Session[State]:
    """A flow begun in this state: ``flow`` takes the game."""
    rules: Any = Rules(flow)
    return Session(rules, Checkpoint(PhaseId("flow"), state))


def throw(session: Session[State], *throws: Faces) -> None:
    """These dice fall, one throw after another."""
    for faces in throws:
        assert isinstance(session.waiting, Roll), session.waiting
        session.throw(faces)


def said(session: Session[State], seat: str, answer: Any) -> None:
    """A seat gives an answer that is taken."""
    no = session.answer(Seat(seat), answer)
    assert no is None, no


def why(session: Session[State]) -> str:
    """What the dice that are awaited are for, or the question that is asked; empty at the end."""
    waiting: Any = session.waiting
    if waiting is None:
        return ""
    return str(waiting.why) if isinstance(waiting, Roll) else ",".join(q.about for q in session.questions())


def told(session: Session[State], kind: str) -> list[Any]:
    """The events of this kind so far."""
    return [event for event in session.events if event.kind == f"kensei.{kind}"]


def flow_of(function: Any, *arguments: Any, **more: Any) -> Any:
    """A flow for ``play`` from a flow function that takes more than the game."""

    async def run(game: Game[State]) -> None:
        await function(game, *arguments, **more)

    return run
