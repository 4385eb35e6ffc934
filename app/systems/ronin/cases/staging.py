"""How case files set a position of Ronin: models, sides, terrain, markers and everything that can be true of them."""

from __future__ import annotations

from typing import Any

import msgspec

from app.engine.events import Seat
from app.engine.geometry import INCH, Point
from app.engine.stages import Reader, Stage, Staged
from app.engine.staging import Row, among, plain, read_fields, single
from app.engine.table import Table
from app.systems.ronin.book import FOOT, WEAPONS, inches, table
from app.systems.ronin.cases.bands import BANDS
from app.systems.ronin.scenarios.figures import TABLE, keys
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
    "own": "own PART=VALUE … — a scenario of one's own (length=fixed turns=6 scores=kills+tokens …)",
    "side": "side SEAT KEY=VALUE … — morale=wavering faction=sohei edge=south start=10 goal=kill-leader …",
    "model": "model NAME SEAT KEY=VALUE … — at=x,y rank=3 armour=light weapons=katana,yari attributes=fast …",
    "terrain": "terrain KIND ID x,y x,y … [doors=x,y+x,y] — an outline, or a line",
    "body": "body NAME of=MODEL at=x,y [loot=no] [head=no] — a body marker",
    "item": "item ID at=x,y [kind=chest] [carrier=MODEL] — an object",
    "horse": "horse MODEL at=x,y — the riderless horse of a model",
    "band": "band SEAT faction=KEY [name=…] [school=WEAPON] or band SEAT sample=KEY — a roster to be judged or begun",
    "recruit": "recruit SEAT NAME title=KEY armour=… weapons=… attributes=… [leader] [banner] [warhorse] — one of it",
}
WORDS = {
    "flow": ("north", "south", "east", "west"),
    "weather": tuple(row["id"] for row in table("ground")["weather"]),
    "time-of-day": tuple(row["id"] for row in table("ground")["time_of_day"]),
}
"""The words that some facts of the game may be."""
SKILLS = ("pool", "initiative", "fight", "shoot")
ALIASES = {"unloaded": ("loaded", "no"), "reserve": ("fate", "reserve"), "warhorse": ("rider", "yes")}


class RoninStage(Stage[State]):
    """A position as it is being read."""

    unit = INCH
    phases = PHASES
    phase = "move"
    scenarios = keys()
    scenario = "skirmish"
    side_type = Side
    terrain_kinds = table("terrain")
    known = WORDS
    parts = "models"

    def __init__(self) -> None:
        super().__init__()
        self.models: dict[str, Model] = {}
        self.bodies: list[Body] = []
        self.items: list[Item] = []
        self.horses: list[Horse] = []
        self.spoken_of: list[tuple[Row, str]] = []

    def readers(self) -> dict[str, Reader]:
        """What reads each verb."""
        return {
            **super().readers(), "bound": self.read_bound, "model": self.read_model, "body": self.read_body,
            "item": self.read_item, "horse": self.read_horse, "recruit": self.read_recruit,
        }  # fmt: skip

    # -- rows -----------------------------------------------------------------

    def read_bound(self, row: Row) -> None:
        """``bound``."""
        if row.words:
            raise row.fail("'bound' takes no words")
        self.facts["bound"] = True

    def read_table(self, row: Row) -> None:
        """``table WIDTHxDEPTH``, which the players have agreed."""
        super().read_table(row)
        self.options["table"] = [plain(word) for word in single(row).split("x")]

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

    def read_body(self, row: Row) -> None:
        """``body NAME of=MODEL at=x,y``."""
        (name,), traits = row.split(1)
        of = traits.pop("of", name)
        self.spoken_of.append((row, of))
        given = read_fields(row, traits, Body, INCH)
        radius = self.models[of].radius if of in self.models else FOOT
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

    def read_recruit(self, row: Row) -> None:
        """``recruit SEAT NAME …``."""
        (seat, name), traits = row.split(2)
        number = len(self.bands.get(seat, {}).get("models", ())) + 1
        made: dict[str, Any] = {"code": name if len(name) <= 4 else f"{name[:2]}{number}", "name": name}
        for key, value in traits.items():
            made[key] = [w for w in value.split(",") if w] if key in ("weapons", "attributes") else plain(value)
        self.enlist(row, seat, made)

    # -- the whole ------------------------------------------------------------

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
        seats = self.seats()[:2]
        size = self.size or Point(*(inches(n) for n in TABLE))
        sides = tuple(self.side(Seat(seat), edge) for seat, edge in zip(seats, ("south", "north"), strict=True))
        models = {id: m for seat in seats for id, m in self.models.items() if m.seat == seat}
        return State(
            setup=self.setup(), table=Table(size.x, size.y, tuple(self.terrain)), sides=sides, models=models,
            phase=self.phase, bodies=tuple(self.bodies), items=tuple(self.items), horses=tuple(self.horses),
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


class RoninStaging(Staged[State]):
    """Reads the rows of a case that set a position or a set-up of Ronin."""

    unit = INCH
    unit_name = "in"
    stage = RoninStage
    forms = VERBS
    reckons = BANDS
