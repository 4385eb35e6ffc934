"""How case files set a position of Celtos: units, models, sides, terrain, tokens and all that can be true of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.geometry import CM, Point
from app.engine.stages import Reader, Stage, Staged
from app.engine.staging import Row, among, plain, read_fields, read_number, read_spot
from app.engine.table import Table
from app.systems.celtos.book import table
from app.systems.celtos.cases.reckoning import RECKONS
from app.systems.celtos.measure import units_touched
from app.systems.celtos.scenarios.figures import keys, scenario_of, table_of
from app.systems.celtos.state import Model, ModelId, Side, State, Token, Unit, UnitId

PHASES = ("setup", "marker", "initiative", "activation", "end")
VERBS = {
    "phase": "phase NAME — the phase to begin: setup, marker, initiative, activation or end (activation if left out)",
    "stage": "stage NAME — what of the set-up is done: terrain, sides, ground, dearest, assign, deploy",
    "turn": "turn N — the number of the turn",
    "turns": "turns N — the last turn, that of the scenario if left out",
    "first": "first SEAT — who goes first this turn",
    "go": "go SEAT — whose go it is",
    "marks": "marks N — rite marks made so far",
    "table": "table WIDTHxDEPTH — in centimetres, that of the scenario and limit if left out",
    "scenario": "scenario KEY — open-field if left out",
    "own": "own PART=VALUE … — a scenario of one's own (turns=8 sight=dawn …)",
    "option": "option KEY=VALUE … — what the players agreed (limit=400 …)",
    "side": "side SEAT KEY=VALUE … — role=attacker edge=south score=20 list=kurogane dearest=UNIT …",
    "unit": "unit NAME SEAT KEY=VALUE … — profile=ashigaru weapons=yari models=4 at=x,y step=3,0 …",
    "model": "model NAME KEY=VALUE … — one model of a unit that stands already: at=x,y wounds=1 role=leader tm=6 …",
    "terrain": "terrain KIND ID x,y x,y … [doors=x,y+x,y] — an outline, or a line",
    "token": "token ID at=x,y [kind=…] [held_by=SEAT] [carrier=UNIT] [mark=N] [alight]",
    "band": "band SEAT list=KEY [name=…] or band SEAT sample=KEY — an army to be judged or begun",
    "entry": "entry SEAT CODE KEY models=N [options=…] [command=leader,…] — one unit of it",
}
FIGURES = {
    "mv": "movement", "in": "initiative", "ds": "shooting", "as": "assault", "fu": "strength", "rs": "resistance",
    "hr": "wounds", "mn": "command", "tm": "size",
}  # fmt: skip
"""The short names of the characteristics (CEL-PRO-09)."""
STAGES = ("terrain", "sides", "ground", "dearest", "assign", "deploy")
"""The stages of the set-up after which play may be taken up."""
ROLES = ("leader", "standard", "musician")


class CeltosStage(Stage[State]):
    """A position as it is being read."""

    unit = CM
    phases = PHASES
    phase = "activation"
    scenarios = keys()
    scenario = "open-field"
    side_type = Side
    terrain_kinds = table("terrain")
    counts = ("turn", "turns", "marks")
    known: ClassVar[Mapping[str, Sequence[str]]] = {"stage": STAGES}

    def __init__(self) -> None:
        super().__init__()
        self.units: dict[str, Unit] = {}
        self.models: dict[str, Model] = {}
        self.tokens: list[Token] = []

    def readers(self) -> dict[str, Reader]:
        """What reads each verb."""
        own = {"unit": self.read_unit, "model": self.read_model, "token": self.read_token, "entry": self.read_entry}
        return {**super().readers(), **own}

    # -- rows -----------------------------------------------------------------

    def read_unit(self, row: Row) -> None:
        """``unit NAME SEAT …``: ``models`` that stand, then ``dead`` ones; an Individual is one model called NAME."""
        (name, seat), traits = row.split(2)
        if name in self.units or name in self.models:
            raise row.fail(f"something called '{name}' stands already")
        self.sides.setdefault(seat, {})
        alone = traits.pop("individual", "no") == "yes"
        places, living = self.places(row, traits)
        count = living + read_number(row, traits.pop("dead", "0"))
        made = self.figures(row, traits)
        ids = [name if alone else f"{name}-{n}" for n in range(1, count + 1)]
        roles = {read_number(row, traits.pop(role)): role for role in ROLES if role in traits}
        for n, id in enumerate(ids, 1):
            fallen = {"fate": "dead", "wounds": 0} if n > living else {}
            stands = {"fate": "", "at": places[n - 1]} if n <= len(places) else {}
            self.models[id] = Model(**{
                "id": ModelId(id), "unit": UnitId(name), "seat": Seat(seat), "code": name if alone else f"{name}{n}",
                "role": roles.get(n, ""), **made, **stands, **fallen,
            })  # fmt: skip
        given = read_fields(row, traits, Unit, CM)
        self.units[name] = Unit(**{"id": UnitId(name), "seat": Seat(seat), "code": name, "entry": "", "name": name,
                                   "individual": alone, "models": tuple(map(ModelId, ids)), **given})  # fmt: skip

    def places(self, row: Row, traits: dict[str, str]) -> tuple[list[Point], int]:
        """Where the models of a unit stand, and how many live: ``at=x,y+x,y…``, or ``models`` from ``at`` on."""
        spots = [read_spot(row, word, CM) for word in traits.pop("at", "").split("+") if word]
        count = read_number(row, traits.pop("models", str(len(spots) or 1)))
        step = read_spot(row, traits.pop("step", "3,0"), CM)
        if len(spots) not in (0, 1, count):
            raise row.fail(f"{count} models but {len(spots)} places")
        if len(spots) == 1:
            spots = [Point(spots[0].x + n * step.x, spots[0].y + n * step.y) for n in range(count)]
        return spots, count

    def figures(self, row: Row, traits: dict[str, str]) -> dict[str, Any]:
        """Profile, weapons and abilities of the models of a unit; short names override the profile."""
        known = table("profiles")
        profile = known[among(row, traits.pop("profile", "ashigaru"), tuple(known))]
        figures = {FIGURES[key]: read_number(row, traits.pop(key, str(profile[key]))) for key in FIGURES}
        figures["movement"] *= CM
        weapons = tuple(w for w in traits.pop("weapons", "tanto").split(",") if w != "none")
        for weapon in weapons:
            among(row, weapon, tuple(table("weapons")))
        return {**figures, "start_wounds": figures["wounds"], "weapons": weapons,
                "abilities": self.abilities(row, traits.pop("abilities", "none"))}  # fmt: skip

    def abilities(self, row: Row, words: str) -> dict[str, int]:
        """``parry:1,heavy`` as names with their figures."""
        found: dict[str, int] = {}
        for word in [w for w in words.split(",") if w != "none"]:
            name, _, level = word.partition(":")
            found[among(row, name, tuple(table("abilities")))] = read_number(row, level or "1")
        return found

    def read_model(self, row: Row) -> None:
        """``model NAME …``: what differs in one model."""
        (name,), traits = row.split(1)
        if name not in self.models:
            raise row.fail(f"no model is called '{name}'; those of a unit are NAME-1, NAME-2 …")
        changed: dict[str, Any] = {
            FIGURES[key]: read_number(row, traits.pop(key)) * (CM if key == "mv" else 1)
            for key in FIGURES if key in traits
        }  # fmt: skip
        if "abilities" in traits:
            changed["abilities"] = self.abilities(row, traits.pop("abilities"))
        changed |= read_fields(row, traits, Model, CM)
        if "at" in changed:
            changed.setdefault("fate", "")
        if changed.get("fate") in ("dead", "defeated"):
            changed.setdefault("wounds", 0)
        self.models[name] = replace(self.models[name], **changed)

    def read_token(self, row: Row) -> None:
        """``token ID at=x,y``."""
        (name,), traits = row.split(1)
        made = {"id": name, "kind": "token", "at": Point(0, 0), **read_fields(row, traits, Token, CM)}
        self.tokens.append(Token(**made))

    def read_entry(self, row: Row) -> None:
        """``entry SEAT CODE KEY models=N …``."""
        (seat, code, key), traits = row.split(3)
        made: dict[str, Any] = {"code": code, "entry": key}
        for name, value in traits.items():
            listed = name in ("options", "command")
            made[name] = [w for w in value.split(",") if w and w != "none"] if listed else plain(value)
        self.enlist(row, seat, made)

    # -- the whole ------------------------------------------------------------

    def state(self) -> State:
        """The position, on the table and for the turns of its scenario where nothing else is said."""
        seats, setup = self.seats(), self.setup()
        wide, deep = self.size or (length * CM for length in table_of(setup))
        edges = ("south", "north", "west", "east")
        sides = tuple(Side(**{"seat": Seat(seat), "name": seat, "list": "", "edge": edge, **self.sides.get(seat, {})})
                      for seat, edge in zip(seats, edges, strict=False))  # fmt: skip
        units = {id: u for seat in seats for id, u in self.units.items() if u.seat == seat}
        models = {str(id): self.models[id] for u in units.values() for id in u.models}
        return with_charges(State(
            setup=setup, table=Table(wide, deep, tuple(self.terrain)), sides=sides, units=units,
            models=models, tokens=tuple(self.tokens), phase=self.phase,
            **{"first": Seat(seats[0]), "turns": scenario_of(self.scenario).turns, **self.facts},
        ))  # fmt: skip


def with_charges(state: State) -> State:
    """The state in which a unit with the Charged marker has charged the enemies it touches, unless others are named."""
    for unit in state.units.values():
        if unit.charged and not unit.charged_into:
            state = state.with_unit(unit.id, charged_into=tuple(u.id for u in units_touched(state, unit)))
    return state


class CeltosStaging(Staged[State]):
    """Reads the rows of a case that set a position or a set-up of Celtos."""

    unit = CM
    unit_name = "cm"
    stage = CeltosStage
    forms = VERBS
    reckons = RECKONS
