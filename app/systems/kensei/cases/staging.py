"""How case files set a position of Kensei: units, characters, orders, contacts, terrain and all that can be true."""

from __future__ import annotations

from json import loads
from typing import Any

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.formations import spot
from app.engine.geometry import CM, Point
from app.engine.stages import Reader, Stage, Staged
from app.engine.staging import Row, among, plain, read_fields, read_length, read_number, read_spot
from app.engine.table import Table
from app.systems.kensei.abilities.effects import laid_on, of_spell
from app.systems.kensei.abilities.rules import candidates
from app.systems.kensei.armies.lists import ABILITIES, CHARACTERS, SPELLS, TROOPS
from app.systems.kensei.armies.roster import CharacterLine, UnitLine, make_character, make_unit
from app.systems.kensei.army import (
    NOWHERE,
    Kept,
    Model,
    Order,
    Side,
    Timed,
    Unit,
    UnitId,
    Warning,
    Written,
)
from app.systems.kensei.book import table
from app.systems.kensei.cases.reckoning import RECKONS
from app.systems.kensei.deployment.begin import character_of, unit_of
from app.systems.kensei.measure import formation, is_within
from app.systems.kensei.scenarios.figures import keys
from app.systems.kensei.scenarios.refusals import MARKED
from app.systems.kensei.state import Contact, Fought, State
from app.systems.kensei.warnings.rules import VICTIMS

PHASES = (
    "setup", "start", "special", "orders", "movement", "shooting", "spirits", "abilities", "charges", "combat",
    "resolution",
)  # fmt: skip
KNOWN = {"cast": tuple(SPELLS), "ability": tuple(ABILITIES)}
"""Of which keys an order names one."""
VERBS = {
    "phase": f"phase NAME — the phase to begin: {', '.join(PHASES)} (movement if left out)",
    "turn": "turn N — the number of the turn at hand (1); phase start begins the next one",
    "turns": "turns N — the last turn, none if left out",
    "table": "table WIDTHxDEPTH — in centimetres, 120x120 if left out",
    "scenario": "scenario KEY — pitched_battle if left out",
    "own": "own PART=VALUE … — a scenario of one's own (turns=8 victory=heads …)",
    "option": "option KEY=VALUE … — what the players agreed (magic=yes ranged_damage=seed open_warning_orders=no "
              "mystical=PIECE,PIECE …)",
    "first": "first SEAT — who has the Initiative this turn (red if left out)",
    "go": "go SEAT — whose Orders or Actions it is (red if left out)",
    "stage": "stage KEY — the last stage of the set-up that is finished",
    "confrontation": "confrontation N — the turn of the last Confrontation",
    "side": "side SEAT KEY=VALUE … — caste=buke edge=south depth=30 pool=4 points=500 abilities=forced_march …",
    "unit": "unit NAME SEAT entry=yari_ashigaru models=10 files=5 at=x,y facing=0 … — at: the centre of its footprint; "
            "spots=x,y+x,y for Harassers; wounds=1,2 by model; unloaded=2 wet=1: how many",
    "character": "character NAME SEAT entry=busho in=UNIT taisho=yes at=x,y melee=katana ranged=yumi school=… level=…",
    "order": "order UNIT DO KEY=VALUE … — a declared action: move mode=march bearing=0, shoot target=UNIT, load, …",
    "warning": "warning UNIT trigger=enemy_within cm=20 response=shoot … — a Warning Order (line=x,y+x,y centre=x,y "
               "of=x,y; list=[…] the terms of all_of and any_of, as JSON)",
    "leave": "leave UNIT shoot|charge TARGET — a Strategic Order that stands",
    "effect": "effect UNIT STAT ADD key=NAME until=TURN clause=ID — an effect in force",
    "contact": "contact BY ON zone=front (inside: of who stormed a building) oblique=no own=yes mirror=front turn=1 "
               "across=PIECE climb=0",
    "keeps": "keeps CASTER SPELL target=UNIT turns=N cast=N — a Variable spell kept up",
    "written": "written UNIT turn=N spots=x,y+x,y facing=0 — the sealed spot of a unit that starts hidden",
    "terrain": "terrain KIND ID x,y x,y … — an outline, or a line; doors=x,y+x,y are the middles of its entrances",
    "works": "works PIECE N — Wounds left of a Construction",
    "fought": "fought UNIT,UNIT winner=SEAT difference=N value=N losers=UNIT,UNIT — a combat of this turn",
    "camp": "camp SEAT x,y — the middle of its camp",
    "note": "note NAME N — a number the scenario remembers",
    "band": "band SEAT sample=KEY, or band SEAT caste=buke name=… abilities=… — an army to be judged or begun",
    "muster": "muster SEAT ENTRY id=u1 models=N files=N standard=yes, or with taisho=yes unit=u1 mounted=yes ranged=…",
}  # fmt: skip
INSIDE = "inside"
"""The zone of who has stormed the Construction the other holds: there are none inside (KEN-MOV-47)."""
FACINGS = {"red": "0", "blue": "180"}
EDGES = ("south", "north")


class KenseiStage(Stage[State]):
    """A position as it is being read."""

    unit = CM
    phases = PHASES
    phase = "movement"
    scenarios = keys()
    scenario = "pitched_battle"
    side_type = Side
    terrain_kinds = table("terrain")
    counts = ("turn", "turns", "confrontation")

    def __init__(self) -> None:
        super().__init__()
        self.units: dict[str, Unit] = {}
        self.centres: dict[str, Point] = {}
        self.contacts: list[Contact] = []
        self.fought: list[Fought] = []
        self.numbers: dict[str, dict[str, int]] = {"note": {}, "works": {}}
        self.zones: dict[str, list[int]] = {}

    def readers(self) -> dict[str, Reader]:
        """What reads each verb."""
        return {
            **super().readers(), "unit": self.read_unit, "character": self.read_character, "order": self.read_order,
            "warning": self.read_warning, "leave": self.read_leave, "effect": self.read_effect,
            "contact": self.read_contact, "keeps": self.read_kept, "written": self.read_written,
            "camp": self.read_camp, "works": self.read_number, "note": self.read_number, "fought": self.read_fought,
            "muster": self.read_muster,
        }  # fmt: skip

    def read_options(self, row: Row) -> None:
        """``option KEY=VALUE …``; the pieces marked Mystical by name, one after the other."""
        super().read_options(row)
        if MARKED in self.options:
            self.options[MARKED] = str(self.options[MARKED]).split(",")

    def read_number(self, row: Row) -> None:
        """``note NAME N`` and ``works PIECE N``."""
        (name, word), _ = row.split(2)
        self.numbers[row.verb][name] = read_number(row, word)

    def read_camp(self, row: Row) -> None:
        """``camp SEAT x,y``."""
        (seat, at), _ = row.split(2)
        self.zones[f"camp-{seat}"] = [*read_spot(row, at, CM)]

    # -- who is there ---------------------------------------------------------

    def read_unit(self, row: Row) -> None:
        """``unit NAME SEAT entry=… …``."""
        (name, seat), traits = row.split(2)
        entry = among(row, traits.pop("entry", "yari_ashigaru"), tuple(TROOPS))
        line = UnitLine(id=name, entry=entry, models=read_number(row, traits.pop("models", "0")),
                        files=read_number(row, traits.pop("files", "0")),
                        standard=traits.pop("standard", "no") == "yes")  # fmt: skip
        made = make_unit(line, name, self.caste(seat))
        self.place(row, unit_of(Seat(seat), UnitId(name), made), traits)

    def read_character(self, row: Row) -> None:
        """``character NAME SEAT entry=… in=UNIT …``."""
        (name, seat), traits = row.split(2)
        entry = among(row, traits.pop("entry", "busho"), tuple(CHARACTERS))
        host = traits.pop("in", "")
        line = CharacterLine(
            entry=entry, taisho=traits.pop("taisho", "no") == "yes", mounted=traits.pop("mounted", "no") == "yes",
            ranged=traits.pop("ranged", ""), melee=traits.pop("melee", ""), school=traits.pop("school", "celestial"),
            level=read_number(row, traits.pop("level", "1")),
        )  # fmt: skip
        made = make_character(line, name, self.caste(seat), {})
        unit = replace(character_of(Seat(seat), UnitId(name), made, {}), host=UnitId(host))
        if host:
            self.named(row, host)
            traits.setdefault("fate", "")
        if line.taisho:
            self.sides.setdefault(seat, {})["taisho"] = UnitId(name)
        self.place(row, unit, traits)

    def caste(self, seat: str) -> str:
        """The caste of a side, Buke unless it was said before."""
        return str(self.sides.setdefault(seat, {}).get("caste", "buke"))

    def place(self, row: Row, unit: Unit, traits: dict[str, str]) -> None:
        """Put a unit into the position with all that its row says of it."""
        if unit.id in self.units:
            raise row.fail(f"a unit called '{unit.id}' stands already")
        at, spots = (
            traits.pop("at", ""),
            self.spots(row, traits.pop("spots", "").split("+") if "spots" in traits else ()),
        )
        facing = read_length(row, traits.pop("facing", FACINGS.get(unit.seat, "0")), 100) % 36_000
        models = self.models(row, unit, traits)
        lengths = {key: read_length(row, traits.pop(key), CM) for key in ("movement",) if key in traits}
        given = read_fields(row, traits, Unit, CM)
        usual = {"name": unit.id, "code": unit.id, "facing": facing, "models": models, "concealed": False,
                 "ap": 3 if unit.loose or unit.large else 2}  # fmt: skip
        unit = replace(unit, **{**usual, **lengths, **given})
        if at or spots:
            unit = replace(unit, fate=given.get("fate", ""))
        if at:
            self.centres[unit.id] = read_spot(row, at, CM)
        if spots or (at and not unit.ranked):
            where = spots or (self.centres.pop(unit.id),)
            unit = replace(unit, models=tuple(replace(m, at=p) for m, p in zip(models, where, strict=False)))
        self.units[unit.id] = unit

    def models(self, row: Row, unit: Unit, traits: dict[str, str]) -> tuple[Model, ...]:
        """Its living models: Wounds one by one if they were said, so many unloaded and wet ones first."""
        found = list(unit.models)
        if "wounds" in traits:
            found = [Model(read_number(row, word)) for word in traits.pop("wounds").split(",")]
        unloaded = read_number(row, traits.pop("unloaded", "0"))
        wet = read_number(row, traits.pop("wet", "0"))
        return tuple(replace(m, loaded=n >= unloaded, wet=n < wet) for n, m in enumerate(found))

    def named(self, row: Row, name: str) -> Unit:
        """The unit of this name."""
        if name not in self.units:
            raise row.fail(f"no unit '{name}' stands before this row")
        return self.units[name]

    # -- what they are to do ----------------------------------------------------

    def read_order(self, row: Row) -> None:
        """``order UNIT DO …``."""
        (name, do), traits = row.split(2)
        unit = self.named(row, name)
        bearing = read_length(row, traits.pop("bearing", str(unit.facing // 100)), 100) % 36_000
        spots = self.spots(row, traits.pop("spot").split("+")) if "spot" in traits else ()
        if do == "cast":
            thought = int(traits.get("meditate", "no") == "yes")
            traits.setdefault("cost", str(1 + thought + read_number(row, traits.get("concentrate", "0"))))
        if do in KNOWN:
            among(row, traits.get("key", ""), KNOWN[do])
        made = Order(**{"do": do, "bearing": bearing, "spot": spots, **read_fields(row, traits, Order, CM)})
        self.units[name] = replace(unit, orders=(*unit.orders, made))

    def read_warning(self, row: Row) -> None:
        """``warning UNIT trigger=… …``."""
        (name,), traits = row.split(1)
        unit = self.named(row, name)
        trigger: dict[str, Any] = {"type": traits.pop("trigger")}
        sieve: dict[str, Any] = {
            key: traits.pop(key).split(",") for key in ("class", "traits_any", "entry", "unit_ids") if key in traits
        }
        for key in ("line", "polygon"):
            if key in traits:
                trigger[key] = [[p.x, p.y] for p in self.spots(row, traits.pop(key).split("+"))]
        if "centre" in traits:
            trigger["centre"] = [*read_spot(row, traits.pop("centre"), CM)]
        response: dict[str, Any] = {key: traits.pop(key) for key in ("response", "mode", "which") if key in traits}
        bearing = read_length(row, traits.pop("bearing", str(unit.facing // 100)), 100) % 36_000
        least = {"min_models": read_number(row, traits.pop("min_models"))} if "min_models" in traits else {}
        if "," in traits.get("of", ""):
            trigger["of"] = [*read_spot(row, traits.pop("of"), CM)]
        if "list" in traits:
            trigger["list"] = loads(traits.pop("list"))
        trigger |= {key: value.split(",") if key in VICTIMS and value != "any" else plain(value)
                    for key, value in traits.items()}  # fmt: skip
        made = Warning(trigger=trigger, filter={**sieve, **least}, bearing=bearing, **response)
        self.units[name] = replace(unit, warning=made)

    def read_leave(self, row: Row) -> None:
        """``leave UNIT shoot|charge TARGET``."""
        (name, kind, target), _ = row.split(3)
        unit = self.named(row, name)
        self.units[name] = replace(unit, leaves=(*unit.leaves, (among(row, kind, ("shoot", "charge")), target)))

    def read_effect(self, row: Row) -> None:
        """``effect UNIT STAT ADD key=… until=… clause=…``."""
        (name, stat, add), traits = row.split(3)
        unit = self.named(row, name)
        given = {"key": stat, "until": "2", "clause": "KEN-TRN-05", **traits}
        made = Timed(stat=stat, add=read_number(row, add), **read_fields(row, given, Timed, CM))
        self.units[name] = replace(unit, timed=(*unit.timed, made))

    def read_kept(self, row: Row) -> None:
        """``keeps CASTER SPELL …``."""
        (name, spell), traits = row.split(2)
        unit = self.named(row, name)
        made = Kept(spell=among(row, spell, tuple(SPELLS)), **read_fields(row, traits, Kept, CM))
        self.units[name] = replace(unit, kept=(*unit.kept, made))

    def read_written(self, row: Row) -> None:
        """``written UNIT turn=N spots=…``; without spots it comes on from an edge."""
        (name,), traits = row.split(1)
        unit = self.named(row, name)
        spots = self.spots(row, traits["spots"].split("+")) if "spots" in traits else ()
        facing = read_length(row, traits.get("facing", "0"), 100) % 36_000
        made = Written(spots=spots, facing=facing, turn=read_number(row, traits.get("turn", "1")))
        self.units[name] = replace(unit, written=made, fate="reserve")

    def read_contact(self, row: Row) -> None:
        """``contact BY ON …``."""
        (by, on), traits = row.split(2)
        for name in (by, on):
            self.named(row, name)
        given = read_fields(row, traits, Contact, CM)
        if given.get("zone") == INSIDE:
            given |= {"zone": "", "mirror": ""}
        made = {"zone": "front", "by": UnitId(by), "on": UnitId(on), **given}
        self.contacts.append(Contact(**made))

    def read_fought(self, row: Row) -> None:
        """``fought UNIT,UNIT …``."""
        (names,), traits = row.split(1)
        units = tuple(UnitId(name) for name in names.split(","))
        self.fought.append(Fought(units=units, **read_fields(row, traits, Fought, CM)))

    # -- armies ---------------------------------------------------------------

    def read_band(self, row: Row) -> None:
        """``band SEAT …``."""
        (seat,), traits = row.split(1)
        if "sample" in traits:
            self.bands[seat] = {"sample": traits["sample"]}
            return
        abilities = [word for word in traits.get("abilities", "").split(",") if word]
        self.bands[seat] = {"name": traits.get("name", seat).replace("_", " "), "caste": traits.get("caste", "buke"),
                            "abilities": abilities, "units": [], "characters": []}  # fmt: skip

    def read_muster(self, row: Row) -> None:
        """``muster SEAT ENTRY …``: a unit, or a character of that name."""
        (seat, entry), traits = row.split(2)
        if "units" not in self.bands.get(seat, {}):
            raise row.fail(f"'band {seat} …' must stand before its parts")
        made = {"entry": entry, **{key: plain(value) for key, value in traits.items()}}
        part = "characters" if entry in CHARACTERS else "units"
        rows = self.bands[seat][part]
        rows.append(made if part == "characters" else {"id": f"u{len(rows) + 1}", **made})

    # -- the whole ------------------------------------------------------------

    def state(self) -> State:
        """The position; whoever is not said to be there is not."""
        seats = self.seats()
        sides = tuple(self.side(seat, edge) for seat, edge in zip(seats, EDGES, strict=True))
        ordered = {id: unit for seat in seats for id, unit in self.units.items() if unit.seat == seat}
        wide, deep = self.size or Point(120 * CM, 120 * CM)
        facts = {"first": Seat(seats[0]), "go": Seat(seats[0]), **self.facts}
        found = State(
            setup=self.setup(), table=Table(wide, deep, tuple(self.terrain)), sides=sides, units=ordered,
            contacts=tuple(self.contacts), fought=tuple(self.fought), revealed=self.phase != "setup",
            closed=self.phase not in ("special", "orders"), phase=self.phase, works=self.numbers["works"],
            notes=self.numbers["note"], zones=self.zones, **facts,
        )  # fmt: skip
        return upheld(found.with_units({id: self.settled(found, unit) for id, unit in found.units.items()}))

    def settled(self, state: State, unit: Unit) -> Unit:
        """The unit with its front where its centre puts it, and its losses from shooting counted from now."""
        unit = replace(unit, shot_start=unit.shot_start or unit.wounds_left)
        if unit.id not in self.centres:
            return unit
        body = formation(state, replace(unit, at=NOWHERE))
        return replace(unit, at=spot(self.centres[unit.id], unit.facing, 0, body.depth // 2))

    def side(self, seat: str, edge: str) -> Side:
        """A side as its row says, at its usual edge."""
        given = {"edge": edge, "name": seat, "caste": "buke", **self.sides.get(seat, {})}
        depth = given.pop("depth", 30)
        return Side(seat=Seat(seat), depth=depth * CM, **given)


def upheld(state: State) -> State:
    """The state with what the spells kept up do to their targets."""
    for caster in state.units.values():
        for kept in caster.kept:
            state = laid_on(state, of_spell(state, caster, kept.spell, SPELLS[kept.spell], kept.target))
    return state


class KenseiStaging(Staged[State]):
    """Reads the rows of a case that set a position or a set-up of Kensei."""

    unit = CM
    unit_name = "cm"
    stage = KenseiStage
    forms = VERBS
    reckons = RECKONS

    def reached(self, state: State, row: Row, unit: str, key: str) -> tuple[str, ...]:
        """The units an ability of a unit is meant for that are within its reach now, in list order."""
        one, ability = state.units[among(row, unit, tuple(state.units))], ABILITIES[among(row, key, tuple(ABILITIES))]
        others = (other for other in candidates(state, one, ability) if other.id not in (one.id, one.host))
        return tuple(other.id for other in others if is_within(state, one, other, ability.reach))
