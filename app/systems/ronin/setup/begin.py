"""The state before the first phase: both Buntai as their rosters say, all in reserve, on the scenario's ground."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.system import Setup
from app.systems.ronin.book import inches, table
from app.systems.ronin.ground.layouts import first_table, size
from app.systems.ronin.scenarios.figures import Scenario, played
from app.systems.ronin.state import Item, Model, ModelId, Side, State
from app.systems.ronin.warband.roster import Made, Roster, made, read_roster


def begin(setup: Setup) -> State:
    """The state before the set-up phase of a legal set-up; ``ValueError`` for one that cannot be read."""
    said, sides = played(setup), list[Side]()
    models: dict[str, Model] = {}
    for side in setup.sides:
        roster = read_roster(side.roster)
        if not isinstance(roster, Roster):
            raise ValueError(f"{side.seat}: {roster.code} {roster.facts}")
        recruits = made(roster)
        models |= {m.id: m for m in (model(side.seat, n, r) for n, r in enumerate(recruits, 1))}
        sides.append(buntai(setup, side.seat, roster, len(recruits)))
    for escort in [s.seat for s in sides if s.role == "escort"]:
        models |= {f"{escort}-c": civilian(escort, said)}
    ordered = {id: m for s in sides for id, m in models.items() if m.seat == s.seat}
    return State(
        setup=setup, table=first_table(setup), sides=tuple(sides), models=ordered, items=items(setup, said),
        time_of_day=said.time_of_day, bound=bool(said.bound),
        turns=said.length["turns"] if said.length["kind"] == "fixed" else None,
    )  # fmt: skip


def model(seat: Seat, number: int, made: Made) -> Model:
    """A model of a roster, its rider on his horse unless the roster says on foot, with the wound it comes with."""
    recruit = made.recruit
    return Model(
        id=ModelId(f"{seat}-{number}"), seat=seat, code=recruit.code, title=made.shown, rank=made.rank, pool=made.pool,
        initiative=made.initiative, fight=made.fight, shoot=made.shoot, armour=made.armour, weapons=made.weapons,
        attributes=made.attributes, points=made.points, leader=recruit.leader, banner=recruit.banner,
        hire=made.hired, rider=recruit.warhorse, mounted=recruit.warhorse and recruit.mounted is not False,
        light=recruit.history.light, own=recruit.changed.name if recruit.changed else "",
    )  # fmt: skip


def buntai(setup: Setup, seat: Seat, roster: Roster, count: int) -> Side:
    """A side; its strength is the number of models it starts with (RON-MOR-18)."""
    row = table("factions")[roster.faction]
    return Side(
        seat=seat, name=roster.name or row["name"], faction=roster.faction, rating=row["rating"], start=count,
        role=role(setup, seat),
    )  # fmt: skip


def role(setup: Setup, seat: Seat) -> str:
    """The role of a side where the creator fixes it: Escort and Defence; the first seat if he does not."""
    first = setup.sides[0].seat
    if setup.scenario == "escort":
        return "escort" if setup.options.get("escort", first) == seat else "blocker"
    if setup.scenario == "defence":
        return "attacker" if setup.options.get("attacker", first) == seat else "defender"
    return ""


def civilian(seat: Seat, said: Scenario) -> Model:
    """The civilian of an Escort: no weapon, no skill, one counter (RON-SCN-41)."""
    row = said.civilian
    return Model(
        id=ModelId(f"{seat}-c"), seat=seat, code="C", title="word.civilian", rank=row["rank"], pool=row["pool"],
        initiative=row["initiative"], fight=row["fight"], shoot=row["shoot"], civilian=True,
    )  # fmt: skip


def items(setup: Setup, said: Scenario) -> tuple[Item, ...]:
    """The object at the centre: Capture always has it, Defence where no building is the objective (RON-SCN-31, 72)."""
    if not said.object or (setup.scenario == "defence" and setup.options.get("building")):
        return ()
    width, depth = size(setup)
    return (Item("object", said.object["name"], Point(inches(width) // 2, inches(depth) // 2)),)
