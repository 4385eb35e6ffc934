"""How case files set a position of Ronin: models, sides, terrain, markers and everything that can be true of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from app.engine.events import Seat
from app.engine.geometry import INCH, Point
from app.engine.staging import Row, among, plain, read_fields, read_length, read_number, read_spot, reckoned, single
from app.engine.system import PhaseId, Setup, SideSetup
from app.engine.table import Table, Terrain
from app.systems.ronin.book import WEAPONS, table
from app.systems.ronin.reckoning import RECKONS, reckon
from app.systems.ronin.state import Body, Horse, Item, Model, ModelId, Side, State

PHASES = ("setup", "priority", "move", "combat", "action", "end")
VERBS = {
    "phase": "phase NAME — the phase to begin: setup, priority, move, combat, action or end (move if left out)",
    "turn": "turn N — the number of the turn",
    "turns": "turns N — the last turn of the game",
    "priority": "priority SEAT — who has Priority",
    "go": "go SEAT — whose go it is in this phase",
    "weather": "weather drizzle|rain|heavy-rain|fog",
    "time-of-day": "time-of-day dusk|night",
    "flow": "flow EDGE — where the river flows",
    "bound": "bound — in a Duel, the others are still held back",
    "table": "table WIDTHxDEPTH — in inches, 36x36 if left out",
    "scenario": "scenario KEY — skirmish if left out",
    "option": "option KEY=VALUE … — what the players agreed (points=150 …)",
    "side": "side SEAT KEY=VALUE … — morale=wavering faction=sohei edge=south start=10 goal=kill-leader …",
    "model": "model NAME SEAT KEY=VALUE … — at=x,y rank=3 armour=light weapons=katana,yari attributes=fast …",
    "terrain": "terrain KIND ID x,y x,y … [doors=x,y+x,y] — an outline, or a line",
    "body": "body NAME of=MODEL at=x,y [loot=no] [head=no] — a body marker",
    "item": "item ID at=x,y [kind=chest] [carrier=MODEL] — an object",
    "horse": "horse MODEL at=x,y — the riderless horse of a model",
    "band": "band SEAT faction=KEY [name=…] [school=WEAPON] or band SEAT sample=KEY — a roster to be judged or begun",
    "recruit": "recruit SEAT NAME title=KEY armour=… weapons=… attributes=… [leader] [banner] [warhorse] — one of it",
}
SKILLS = ("pool", "initiative", "fight", "shoot")
ALIASES = {"unloaded": ("loaded", "no"), "reserve": ("fate", "reserve"), "warhorse": ("rider", "yes")}


class RoninStaging:
    """Reads the rows of a case that set a position or a set-up of Ronin."""

    unit = INCH
    unit_name = "in"

    def verbs(self) -> Mapping[str, str]:
        """The verbs of a position, each with its form."""
        return VERBS

    def reckon(self, row: Row, words: Sequence[str]) -> str:
        """What the rulebook reckons outside a battle: a question by name, and its facts."""
        return reckoned(row, words, tuple(RECKONS), reckon)

    def position(self, rows: Sequence[Row]) -> tuple[PhaseId, State]:
        """The phase and the state the rows describe."""
        stage = Stage()
        for row in rows:
            stage.read(row)
        return stage.phase, stage.state()

    def draft(self, rows: Sequence[Row]) -> Setup:
        """The set-up the rows describe."""
        stage = Stage()
        for row in rows:
            stage.read(row)
        return stage.setup()


class Stage:
    """A position as it is being read."""

    def __init__(self) -> None:
        self.phase = PhaseId("move")
        self.scenario = "skirmish"
        self.size = Point(36 * INCH, 36 * INCH)
        self.facts: dict[str, Any] = {"turn": 1}
        self.options: dict[str, Any] = {}
        self.sides: dict[str, dict[str, Any]] = {}
        self.models: dict[str, Model] = {}
        self.terrain: list[Terrain] = []
        self.bodies: list[Body] = []
        self.items: list[Item] = []
        self.horses: list[Horse] = []
        self.bands: dict[str, dict[str, Any]] = {}
        self.spoken_of: list[tuple[Row, str]] = []

    def read(self, row: Row) -> None:
        """Take one row in."""
        readers: dict[str, Callable[[Row], None]] = {
            "phase": self.read_phase, "table": self.read_table, "option": self.read_options, "side": self.read_side,
            "model": self.read_model, "terrain": self.read_terrain, "body": self.read_body, "item": self.read_item,
            "horse": self.read_horse, "band": self.read_band, "recruit": self.read_recruit,
            "scenario": self.read_scenario,
        }  # fmt: skip
        readers.get(row.verb, self.read_fact)(row)

    # -- rows -----------------------------------------------------------------

    def read_fact(self, row: Row) -> None:
        """A plain fact of the game: turn, priority, weather …"""
        if row.verb == "bound" and not row.words:
            self.facts["bound"] = True
            return
        word = single(row)
        if row.verb in ("turn", "turns"):
            self.facts[row.verb] = read_number(row, word)
        elif row.verb in ("priority", "go"):
            self.facts[row.verb] = Seat(word)
        elif row.verb == "flow":
            self.facts["flow"] = among(row, word, ("north", "south", "east", "west"))
        else:
            key = row.verb.replace("-", "_")
            self.facts[key] = among(row, word, tuple(r["id"] for r in table("tables")[key]))

    def read_phase(self, row: Row) -> None:
        """``phase NAME``."""
        self.phase = PhaseId(among(row, single(row), PHASES))

    def read_scenario(self, row: Row) -> None:
        """``scenario KEY``."""
        self.scenario = among(row, single(row), tuple(k for k in table("scenarios") if k != "rules"))

    def read_table(self, row: Row) -> None:
        """``table WIDTHxDEPTH``."""
        width, _, depth = single(row).partition("x")
        self.size = Point(read_length(row, width, INCH), read_length(row, depth, INCH))
        self.options["table"] = [plain(width), plain(depth)]

    def read_options(self, row: Row) -> None:
        """``option KEY=VALUE …``."""
        for key, value in row.split(0)[1].items():
            self.options[key] = plain(value)

    def read_side(self, row: Row) -> None:
        """``side SEAT KEY=VALUE …``."""
        (seat,), traits = row.split(1)
        self.sides.setdefault(seat, {}).update(read_fields(row, traits, Side, INCH))

    def read_model(self, row: Row) -> None:
        """``model NAME SEAT KEY=VALUE …``."""
        (name, seat), traits = row.split(2)
        if name in self.models:
            raise row.fail(f"a model called '{name}' stands already")
        self.sides.setdefault(seat, {})
        pairs = (ALIASES.get(key, (key, value)) if value == "yes" else (key, value) for key, value in traits.items())
        given = read_fields(row, dict(pairs), Model, INCH)
        plain_folk = given.get("civilian", False)
        profile = rank_row(row, given.setdefault("rank", 0 if plain_folk else 1))
        made: dict[str, Any] = {
            "id": ModelId(name), "seat": Seat(seat), "code": name, "title": "model",
            "fate": "" if "at" in given else "reserve",
            "weapons": () if plain_folk else ("katana",), **{skill: profile[skill] for skill in SKILLS}, **given,
        }  # fmt: skip
        made["rider"] = made.get("rider", False) or made.get("mounted", False)
        if unknown := [w for w in made["weapons"] if w not in WEAPONS]:
            raise row.fail(f"no weapon '{unknown[0]}'; known are: {', '.join(WEAPONS)}")
        if unknown := [a for a in made.get("attributes", ()) if a not in table("attributes")]:
            raise row.fail(f"no attribute '{unknown[0]}'; known are: {', '.join(table('attributes'))}")
        among(row, made.get("armour", "none"), tuple(table("armour")))
        among(row, made.get("moved", "none"), ("none", "normal", "run", "gallop", "ride-by", "withdraw"))
        among(row, made["fate"] or "none", ("none", "reserve", "dead", "captured", "fled", "exited"))
        self.models[name] = Model(**made)

    def read_terrain(self, row: Row) -> None:
        """``terrain KIND ID x,y …``."""
        if len(row.words) < 4:
            raise row.fail("terrain KIND ID and at least two points x,y")
        kind, id, *words = row.words
        shape = table("terrain")[among(row, kind, tuple(table("terrain")))]["shape"]
        points = tuple(read_spot(row, w, INCH) for w in words if not w.startswith("doors="))
        doors = [w.removeprefix("doors=").split("+") for w in words if w.startswith("doors=")]
        spots = tuple(read_spot(row, w, INCH) for w in (doors[0] if doors else ()))
        self.terrain.append(Terrain(id, kind, points, shape != "line", spots))

    def read_body(self, row: Row) -> None:
        """``body NAME of=MODEL at=x,y``."""
        (name,), traits = row.split(1)
        of = traits.pop("of", name)
        self.spoken_of.append((row, of))
        given = read_fields(row, traits, Body, INCH)
        radius = self.models[of].radius if of in self.models else INCH // 2
        self.bodies.append(Body(**{"id": name, "model": ModelId(of), "radius": radius, **given}))

    def read_item(self, row: Row) -> None:
        """``item ID at=x,y``."""
        (name,), traits = row.split(1)
        self.spoken_of += [(row, traits["carrier"])] if "carrier" in traits else []
        self.items.append(
            Item(**{"id": name, "kind": "chest", "at": Point(0, 0), **read_fields(row, traits, Item, INCH)})
        )

    def read_horse(self, row: Row) -> None:
        """``horse MODEL at=x,y``."""
        (name,), traits = row.split(1)
        self.spoken_of.append((row, name))
        self.horses.append(
            Horse(**{"rider": ModelId(name), "at": Point(0, 0), **read_fields(row, traits, Horse, INCH)})
        )

    def read_band(self, row: Row) -> None:
        """``band SEAT …``."""
        (seat,), traits = row.split(1)
        band = {k: v.replace("_", " ") if k == "name" else v for k, v in traits.items()}
        self.bands[seat] = band if "sample" in band else {"name": seat, "models": [], **band}

    def read_recruit(self, row: Row) -> None:
        """``recruit SEAT NAME …``."""
        (seat, name), traits = row.split(2)
        if "models" not in self.bands.get(seat, {}):
            raise row.fail(f"'band {seat} faction=…' must stand before its recruits")
        number = len(self.bands[seat]["models"]) + 1
        made: dict[str, Any] = {"code": name if len(name) <= 4 else f"{name[:2]}{number}", "name": name}
        for key, value in traits.items():
            made[key] = [w for w in value.split(",") if w] if key in ("weapons", "attributes") else plain(value)
        self.bands[seat]["models"].append(made)

    # -- the whole ------------------------------------------------------------

    def setup(self) -> Setup:
        """The set-up: of the bands if there are any, else of the sides in the position."""
        seats = self.seats()
        last = next(reversed(self.bands.values()), {})
        rosters = [{**self.bands.get(seat, last)} for seat in seats]
        return Setup(
            self.scenario, tuple(SideSetup(Seat(s), r) for s, r in zip(seats, rosters, strict=True)), self.options
        )

    def seats(self) -> tuple[str, ...]:
        """``red`` before ``blue``; other names in the order they were given."""
        named = tuple(dict.fromkeys((*self.sides, *self.bands, "red", "blue")))[:2]
        return ("red", "blue") if sorted(named) == ["blue", "red"] else named

    def link(self) -> None:
        """Objects and carriers know of each other; bodies, horses and carriers are models that stand here."""
        for row, id in self.spoken_of:
            if id not in self.models:
                raise row.fail(f"no model is called '{id}'; one that is dead stands there with fate=dead")
        items = {item.id: item for item in self.items}
        for me in self.models.values():
            items |= {id: Item(id, items[id].kind if id in items else "chest", me.at, me.id) for id in me.objects}
        for item in [i for i in items.values() if i.carrier]:
            me = self.models[item.carrier]
            objects = me.objects if item.id in me.objects else (*me.objects, item.id)
            self.models[item.carrier] = msgspec.structs.replace(me, objects=objects)
        self.items = list(items.values())

    def state(self) -> State:
        """The position."""
        self.link()
        seats = self.seats()
        sides = tuple(self.side(Seat(seat), edge) for seat, edge in zip(seats, ("south", "north"), strict=True))
        models = {id: m for seat in seats for id, m in self.models.items() if m.seat == seat}
        return State(
            setup=self.setup(), table=Table(self.size.x, self.size.y, tuple(self.terrain)), sides=sides, models=models,
            phase=str(self.phase), bodies=tuple(self.bodies), items=tuple(self.items), horses=tuple(self.horses),
            **{"priority": Seat(seats[0]), **self.facts},
        )  # fmt: skip

    def side(self, seat: Seat, edge: str) -> Side:
        """A side, with what its rows leave out filled in from its models and its faction."""
        given = self.sides.get(seat, {})
        faction = given.get("faction", "bushi")
        count = sum(m.seat == seat and not m.civilian for m in self.models.values())
        made = {
            "name": str(seat),
            "faction": faction,
            "rating": table("factions")[faction]["rating"],
            "start": count,
            "edge": edge,
        }
        return Side(seat=seat, **{**made, **given})


def rank_row(row: Row, rank: int) -> dict[str, Any]:
    """The characteristics of a Rank."""
    rows = {r["rank"]: r for r in table("profiles")["rank"]}
    if rank not in rows:
        raise row.fail(f"no Rank {rank}; Ranks are 0 to {max(rows)}")
    return msgspec.convert(rows[rank], dict[str, Any])
