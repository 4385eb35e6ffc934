"""How case files set a position of Daimyo: units, leaders, clans, sides, terrain and all that can be true of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.geometry import CM, Point
from app.engine.stages import Reader, Stage, Staged
from app.engine.staging import Row, among, plain, read_fields, read_length, read_number, read_spot
from app.engine.table import Table
from app.systems.daimyo.book import table
from app.systems.daimyo.cases.armies import QUESTIONS
from app.systems.daimyo.cases.reckoning import RECKONS
from app.systems.daimyo.organisation.troops import traits_of
from app.systems.daimyo.scenarios.figures import keys
from app.systems.daimyo.state import (
    Charge,
    Clan,
    ClanId,
    Leader,
    LeaderId,
    Leg,
    Pair,
    Side,
    State,
    Unit,
    UnitId,
    outline_of,
    pair_key,
)

PHASES = ("setup", "start", "clan", "rally", "move", "fire", "melee", "routers", "morale", "end")
VERBS = {
    "phase": f"phase NAME — the phase to begin: {', '.join(PHASES)} (move if left out)",
    "turn": "turn N — the number of the turn at hand (1); phase start begins the next one",
    "turns": "turns N — the last turn, none if left out",
    "table": "table WIDTHxDEPTH — in centimetres, 180x120 if left out",
    "scenario": "scenario KEY — meeting if left out",
    "own": "own PART=VALUE … — a scenario of one's own (turns=12 village_points=8 …)",
    "option": "option KEY=VALUE … — what the players agreed (weather=yes events=yes cards=yes …)",
    "weather": "weather KIND — fine if left out",
    "squall": "squall N — the turn of a squall, none if left out",
    "season": "season NAME — spring-autumn, summer, winter",
    "initiative": "initiative SEAT — who has it (red if left out)",
    "go": "go SEAT — whose go it is (that of the active clan)",
    "active": "active CLAN — the active clan, or general:SEAT (in B2 to B5 red's first clan if left out)",
    "note": "note NAME N — a number the scenario remembers (drums, household:red …)",
    "secret": "secret NAME N — one that nobody may see",
    "deck": "deck CARD … — cards still to be drawn",
    "side": "side SEAT KEY=VALUE … — edge=south weight=13 lost=4 units_lost=2 role=…",
    "clan": "clan NAME SEAT KEY=VALUE … — daimyo=LEADER tried=yes (a clan without a Daimyo is always in command)",
    "leader": "leader NAME SEAT KEY=VALUE … — clan=NAME (without: General) rating=2 at=x,y attached=UNIT fate=dead …",
    "killed": "killed LEADER x,y — a leader killed this turn, and where",
    "unit": "unit NAME SEAT KEY=VALUE … — profile=AS stands=6 files=3 at=x,y facing=0 quality=veteran clan=NAME …",
    "terrain": "terrain KIND ID x,y x,y … — an outline, or a line",
    "gap": "gap PIECE from=CM to=CM — a gap made in a palisade, along its line",
    "pair": "pair UNIT UNIT rounds=N turns=N following=UNIT — a melee that has gone on",
    "charge": "charge TARGET by=UNIT zone=front distance=CM answer=stand — a charge received in this activation",
    "leg": "leg UNIT x,y,facing x,y,facing — a rout move made this turn, from where to where (off: left the table)",
    "band": "band SEAT sample=KEY, or band SEAT name=… general_cr=N hq=yes — an army to be judged or begun",
    "muster": "muster SEAT clan NAME cr=N, or muster SEAT CLAN PROFILE stands=N files=N quality=… — a part of it",
}  # fmt: skip
ACTING = ("rally", "move", "fire", "melee")
HOUSEHOLD = ("household", "")


class DaimyoStage(Stage[State]):
    """A position as it is being read."""

    unit = CM
    phases = PHASES
    phase = "move"
    scenarios = keys()
    scenario = "meeting"
    side_type = Side
    terrain_kinds = table("terrain")
    doors = False
    counts = ("turn", "turns", "squall")

    def __init__(self) -> None:
        super().__init__()
        self.units: dict[str, Unit] = {}
        self.leaders: dict[str, Leader] = {}
        self.clans: dict[str, Clan] = {}
        self.gaps: dict[str, tuple[tuple[int, int], ...]] = {}
        self.pairs: dict[str, Pair] = {}
        self.numbers: dict[str, dict[str, int]] = {"note": {}, "secret": {}}

    def readers(self) -> dict[str, Reader]:
        """What reads each verb."""
        return {
            **super().readers(), "unit": self.read_unit, "leader": self.read_leader, "clan": self.read_clan,
            "gap": self.read_gap, "pair": self.read_pair, "charge": self.read_charge, "leg": self.read_leg,
            "note": self.read_number, "secret": self.read_number, "muster": self.read_muster, "deck": self.read_deck,
            "killed": self.read_killed,
        }  # fmt: skip

    # -- the game -------------------------------------------------------------

    def read_number(self, row: Row) -> None:
        """``note NAME N`` and ``secret NAME N``."""
        (name, word), _ = row.split(2)
        self.numbers[row.verb][name] = read_number(row, word)

    def read_deck(self, row: Row) -> None:
        """``deck CARD …``."""
        self.facts["deck"] = row.words

    # -- who is there ---------------------------------------------------------

    def read_clan(self, row: Row) -> None:
        """``clan NAME SEAT …``."""
        (name, seat), traits = row.split(2)
        self.sides.setdefault(seat, {})
        given = read_fields(row, traits, Clan, CM)
        made = {"id": ClanId(name), "seat": Seat(seat), "name": name, "daimyo": LeaderId(""), **given}
        self.clans[name] = Clan(**made)

    def read_leader(self, row: Row) -> None:
        """``leader NAME SEAT …``: the Daimyo of a clan, or the General."""
        (name, seat), traits = row.split(2)
        self.sides.setdefault(seat, {})
        clan = traits.pop("clan", "")
        fate = traits.pop("fate", "")
        given = read_fields(row, traits, Leader, CM)
        made = {"id": LeaderId(name), "seat": Seat(seat), "clan": ClanId(clan), "name": name, "code": name, "rating": 0,
                "fate": fate, **given}  # fmt: skip
        if "attached" in given:
            if given["attached"] not in self.units:
                raise row.fail(f"no unit '{given['attached']}' stands before this row")
            made["at"] = self.units[given["attached"]].formation.centre
        self.leaders[name] = Leader(**made)
        if clan:
            old = self.clans.get(clan) or Clan(id=ClanId(clan), seat=Seat(seat), name=clan, daimyo=LeaderId(""))
            self.clans[clan] = replace(old, daimyo=LeaderId(name))
        else:
            self.sides[seat]["general"] = LeaderId(name)

    def read_killed(self, row: Row) -> None:
        """``killed LEADER x,y``."""
        (name, where), _ = row.split(2)
        if name not in self.leaders:
            raise row.fail(f"no leader '{name}' stands before this row")
        leader = self.leaders[name]
        self.leaders[name] = replace(leader, fate="dead", attached=UnitId(""))
        side = self.sides[leader.seat]
        side["killed"] = (*side.get("killed", ()), (leader.id, read_spot(row, where, CM)))

    def read_unit(self, row: Row) -> None:
        """``unit NAME SEAT …``: without ``at`` it is in reserve; ``clan=household`` for the General's own."""
        (name, seat), traits = row.split(2)
        if name in self.units:
            raise row.fail(f"a unit called '{name}' stands already")
        self.sides.setdefault(seat, {})
        profile = among(row, traits.pop("profile", "AS"), tuple(table("profiles")))
        clan = self.clan_of(seat, traits.pop("clan", f"{seat}-clan"))
        facing = read_length(row, traits.pop("facing", "0" if seat != "blue" else "180"), 100) % 36_000
        stands = read_number(row, traits.pop("stands", str(table("profiles")[profile]["stands"])))
        start = read_number(row, traits.pop("start", str(stands)))
        placed = {} if "at" not in traits else {"fate": ""}
        given = read_fields(row, traits, Unit, CM)
        files = given.pop("files", max(1, -(-stands // 2)))
        self.units[name] = Unit(**{
            **traits_of(profile), "id": UnitId(name), "seat": Seat(seat), "clan": clan, "code": name, "name": name,
            "start_stands": start, "stands": stands, "files": files, "facing": facing, **placed, **given,
        })  # fmt: skip

    def clan_of(self, seat: str, name: str) -> ClanId:
        """The clan of this name, made on the spot if nothing was said about it."""
        if name in HOUSEHOLD:
            return ClanId("")
        if name not in self.clans:
            self.clans[name] = Clan(id=ClanId(name), seat=Seat(seat), name=name, daimyo=LeaderId(""))
        return ClanId(name)

    def named(self, row: Row, name: str) -> Unit:
        """The unit of this name."""
        if name not in self.units:
            raise row.fail(f"no unit '{name}' stands before this row")
        return self.units[name]

    # -- what is between them -------------------------------------------------

    def read_pair(self, row: Row) -> None:
        """``pair UNIT UNIT rounds=N …``."""
        (one, other), traits = row.split(2)
        for name in (one, other):
            self.named(row, name)
        self.pairs[pair_key(one, other)] = Pair(**read_fields(row, traits, Pair, CM))

    def read_charge(self, row: Row) -> None:
        """``charge TARGET by=UNIT …``."""
        (name,), traits = row.split(1)
        unit = self.named(row, name)
        distance = read_length(row, traits.pop("distance", "5"), CM)
        by, zone = UnitId(traits.pop("by", "")), traits.pop("zone", "front")
        given = read_fields(row, traits, Charge, CM)
        made = Charge(by=by, zone=zone, distance=distance, **{"answer": "stand", **given})
        self.units[name] = replace(unit, charges=(*unit.charges, made))

    def read_leg(self, row: Row) -> None:
        """``leg UNIT x,y,facing x,y,facing``."""
        (name, start, end), _ = row.split(3)
        unit = self.named(row, name)
        outlines = [() if word == "off" else outline_of(self.moved(row, unit, word)) for word in (start, end)]
        self.units[name] = replace(unit, legs=(*unit.legs, Leg(start=outlines[0], end=outlines[1])))

    def moved(self, row: Row, unit: Unit, word: str) -> Unit:
        """The unit where a word ``x,y,facing`` puts it."""
        where, _, facing = word.rpartition(",")
        return replace(unit, at=read_spot(row, where, CM), facing=read_length(row, facing, 100))

    def is_closed(self, shape: str, points: Sequence[Point]) -> bool:
        """Whether a piece is an area: a kind drawn as a line may be one too, with three points or more."""
        return shape != "line" or len(points) > 2

    def read_gap(self, row: Row) -> None:
        """``gap PIECE from=CM to=CM``."""
        (piece,), traits = row.split(1)
        made = (read_length(row, traits["from"], CM), read_length(row, traits["to"], CM))
        self.gaps[piece] = (*self.gaps.get(piece, ()), made)

    # -- armies ---------------------------------------------------------------

    def read_band(self, row: Row) -> None:
        """``band SEAT …``."""
        (seat,), traits = row.split(1)
        if "sample" in traits:
            self.bands[seat] = {"sample": traits["sample"]}
            return
        general = {"name": "General", "cr": read_number(row, traits.get("general_cr", "0")),
                   "mounted": traits.get("mounted", "yes") == "yes"}  # fmt: skip
        self.bands[seat] = {"name": traits.get("name", seat).replace("_", " "), "general": general,
                            "hq": traits.get("hq") == "yes", "household": [], "clans": []}  # fmt: skip

    def read_muster(self, row: Row) -> None:
        """``muster SEAT clan NAME cr=N``, or ``muster SEAT CLAN PROFILE …`` (CLAN may be household)."""
        (seat, first, second), traits = row.split(3)
        if "clans" not in self.bands.get(seat, {}):
            raise row.fail(f"'band {seat} …' must stand before its parts")
        band = self.bands[seat]
        if first == "clan":
            cr = read_number(row, traits.get("cr", "0"))
            band["clans"].append({"name": second, "daimyo": second, "cr": cr, "mounted": True, "units": []})
            return
        known = {clan["name"]: clan["units"] for clan in band["clans"]} | {"household": band["household"]}
        made = {"profile": second, **{key: plain(value) for key, value in traits.items()}}
        known[among(row, first, tuple(known))].append({"name": f"{second} {len(known[first]) + 1}", **made})

    # -- the whole ------------------------------------------------------------

    def state(self) -> State:
        """The position; whoever is not said to be there is not."""
        seats = self.seats()
        for seat in seats:
            self.sides.setdefault(seat, {})
            if "general" not in self.sides[seat]:
                id = LeaderId(f"{seat}-general")
                self.leaders[id] = Leader(id=id, seat=Seat(seat), clan=ClanId(""), name=id, code=id, rating=0)
                self.sides[seat]["general"] = id
        sides = tuple(self.side(seat, edge) for seat, edge in zip(seats, ("south", "north"), strict=True))
        self.units = {id: self.counted(unit) for id, unit in self.units.items()}
        self.clans = {id: clan if clan.key else replace(clan, key=id.lower()) for id, clan in self.clans.items()}
        units = {id: u for seat in seats for id, u in self.units.items() if u.seat == seat}
        wide, deep = self.size or Point(180 * CM, 120 * CM)
        facts = {"initiative": Seat(seats[0]), **self.activity(seats, units), **self.facts}
        return State(
            setup=self.setup(), table=Table(wide, deep, tuple(self.terrain)), sides=sides, units=units,
            leaders=self.leaders, clans=self.clans, pairs=self.pairs, gaps=self.gaps, phase=self.phase,
            notes=self.numbers["note"], secrets=self.numbers["secret"], **facts,
        )  # fmt: skip

    def side(self, seat: str, edge: str) -> Side:
        """A side; its weight is that of the units that began, unless it was said."""
        usual = {"edge": edge, "name": seat, "sample": "", "deployed": True, "role": self.role(seat)}
        given = {**usual, **self.sides[seat]}
        given.setdefault("weight", sum(u.weight for u in self.units.values() if u.seat == seat))
        return Side(seat=Seat(seat), **given)

    def role(self, seat: str) -> str:
        """The part of a side in its scenario unless something else is said: side One has the first (DAI-SCN-12)."""
        roles = table("scenarios")[self.scenario].get("roles", ())
        return str(dict(zip(self.seats(), roles, strict=False)).get(seat, ""))

    def counted(self, unit: Unit) -> Unit:
        """The unit with its weight by the scenario, which may count peasants."""
        counts = table("scenarios")[self.scenario].get("peasants", 0)
        return replace(unit, weight=counts) if unit.troop_class == "peasants" and not unit.weight else unit

    def activity(self, seats: Sequence[str], units: Mapping[str, Unit]) -> dict[str, Any]:
        """What is active, and whose go it is by that."""
        if self.phase not in ACTING:
            return {"go": Seat(seats[0])}
        active = str(self.facts.get("active") or next((u.clan for u in units.values() if u.seat == seats[0] and u.clan),
                                                      f"general:{seats[0]}"))  # fmt: skip
        kind, _, seat = active.partition(":")
        return {"active": active, "go": Seat(seat) if kind == "general" else self.clans[active].seat}


class DaimyoStaging(Staged[State]):
    """Reads the rows of a case that set a position or a set-up of Daimyo."""

    unit = CM
    unit_name = "cm"
    stage = DaimyoStage
    forms = VERBS
    reckons = RECKONS | QUESTIONS
