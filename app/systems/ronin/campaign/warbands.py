"""Buntai that outlive a battle: what they are between two of them, and how they take the field (section CAM)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.campaign_maps import HOUSE
from app.engine.campaigns import FIT, OUT, Band, Deed, Step, Throw
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.engine.system import Setup
from app.systems.ronin.book import c, table
from app.systems.ronin.campaign import aftermath as after
from app.systems.ronin.campaign import market as shop
from app.systems.ronin.campaign.figures import RULES, attacker, heads
from app.systems.ronin.campaign.members import member, plain, roster_of
from app.systems.ronin.scenarios.figures import keys
from app.systems.ronin.state import Model, State
from app.systems.ronin.warband.builder import free_code
from app.systems.ronin.warband.muster import refuse_roster
from app.systems.ronin.warband.roster import Recruit, Roster, is_known, made, make, read_roster

MUSTER, FALLEN, HEALING = c("RON-CAM-01"), c("RON-CAM-07"), c("RON-CAM-08")
LOST = ("dead", "captured")


class Warbands:
    """What a campaign asks of Ronin."""

    scenarios: tuple[str, ...] = keys()
    map = HOUSE
    advances: tuple[int, ...] = tuple(RULES["advances"]["at"])
    value = staticmethod(Band.worth)
    market, purchase = staticmethod(shop.market), staticmethod(shop.purchase)
    choices, choose = staticmethod(after.choices), staticmethod(after.choose)

    def enlist(self, roster: Json, limit: int) -> Band | tuple[Refusal, ...]:
        """The warband that begins with this Buntai of at most so many points; what is not spent is in its purse."""
        if against := refuse_roster(roster, limit):
            return against
        read = read_roster(roster)
        assert isinstance(read, Roster)
        models = made(read)
        members = [member(read, f"m{n}", one) for n, one in enumerate(models, 1)]
        head = {"name": read.name, "faction": read.faction, "school": read.school}
        return Band(head=head, members={m.id: m for m in members}, purse=limit - sum(m.points for m in models))

    def refuse_muster(self, band: Band, members: Sequence[str]) -> tuple[Refusal, ...]:
        """All that stands against sending these members to a battle."""
        if not members:
            return (refuse("campaign.nobody", MUSTER),)
        found = [no for n, id in enumerate(members) if (no := refuse_member(band, members[:n], id))]
        return tuple(found) or refuse_roster(self.muster(band, members), 0, campaign=True)

    def muster(self, band: Band, members: Sequence[str], extra: int = 0) -> Json:
        """The roster of a battle: these members as they are now, and swords-for-hire for the points of help."""
        roster = coded(roster_of(band, [band.members[id] for id in members if id in band.members]))
        return plain(with_hires(led(roster), extra))

    def deeds(self, state: State, seat: Seat) -> tuple[Deed, ...]:
        """What each member of this seat's roster did, from the last state of the battle."""
        return tuple(deed(state.models[model], id) for id, model in self.pieces(state, seat).items())

    def pieces(self, state: State, seat: Seat) -> Mapping[str, str]:
        """The model of each member of this seat's roster; swords-for-hire are none (RON-ARM-14)."""
        roster = read_roster(next(side.roster for side in state.setup.sides if side.seat == seat))
        assert isinstance(roster, Roster)
        sent = [(one.recruit.history.member, f"{seat}-{n}") for n, one in enumerate(made(roster), 1)]
        return {id: model for id, model in sent if id and model in state.models}

    def points(self, state: State, seat: Seat) -> int:
        """The Victory Points of a seat (RON-SCN-01)."""
        return state.side(seat).score

    def setup_options(self, setup: Setup) -> Mapping[str, Any]:
        """That it is a battle of a campaign; in Defence the dearer side attacks (RON-CAM-02)."""
        found: dict[str, Any] = {"campaign": True}
        if setup.scenario == "defence" and len(setup.sides) == 2:
            first = attacker({side.seat: worth(side.roster) for side in setup.sides})
            found |= {"attacker": first} if first else {}
        return found

    def aftermath(
        self, band: Band, deeds: Sequence[Deed], result: str, throw: Throw, facts: Mapping[str, int]
    ) -> tuple[Step, ...]:
        """All that follows from a battle, in the order of RON-CAM-05 to RON-CAM-09."""
        return after.aftermath(band, deeds, result, throw)


# -- the muster --------------------------------------------------------------------


def refuse_member(band: Band, before: Sequence[str], id: str) -> Refusal | None:
    """Why a member cannot be sent, these others being sent already."""
    one = band.members.get(id)
    if one is None:
        return refuse("campaign.no-member", MUSTER, who=id[:40])
    if id in before:
        return refuse("campaign.twice", MUSTER, who=id)
    if one.state == FIT:
        return None
    return refuse("campaign.not-fit", HEALING if one.state == OUT else FALLEN, who=id, state=one.state)


def coded(roster: Roster) -> Roster:
    """The roster with a code of its own for each counter."""
    done = replace(roster, models=())
    for recruit in roster.models:
        taken = any(one.code == recruit.code for one in done.models)
        code = free_code(roster, recruit.hired or recruit.title) if taken else recruit.code
        done = replace(done, models=(*done.models, replace(recruit, code=code)))
    return done


def led(roster: Roster) -> Roster:
    """The roster with its Leader: of the highest Rank, him of old before others, no sword-for-hire (RON-SET-12)."""
    ranks = [make(roster, r).rank if is_known(roster, r) and not r.hired else -1 for r in roster.models]
    best = [n for n, rank in enumerate(ranks) if rank == max(ranks) >= 0]
    chosen = next((n for n in best if roster.models[n].leader), best[0] if best else -1)
    return replace(roster, models=tuple(replace(r, leader=n == chosen) for n, r in enumerate(roster.models)))


def with_hires(roster: Roster, points: int) -> Roster:
    """The roster with the dearest swords-for-hire that these points pay, for this battle only (RON-ARM-14, 15)."""
    costs = {key: int(row["cost"]) for key, row in table("hires").items()}
    rule, most = table("costs")["hires"], int(table("costs")["size"]["max"])
    while sum(bool(r.hired) for r in roster.models) < rule["max"] and len(roster.models) < most:
        if not (paid := [key for key in costs if costs[key] <= points]):
            break
        best = max(paid, key=lambda key: costs[key])
        points -= costs[best]
        roster = replace(roster, models=(*roster.models, Recruit(code=free_code(roster, best), hire=best)))
    return roster


# -- the battle --------------------------------------------------------------------


def worth(roster: Json) -> int:
    """What a roster costs; one that cannot be read costs nothing."""
    read = read_roster(roster)
    known = made(read) if isinstance(read, Roster) and read.faction in table("factions") else ()
    return sum(m.points for m in known)


def deed(model: Model, id: str) -> Deed:
    """What a model did, and how it left the table."""
    facts = {
        "kills": model.kills, "captures": model.captures, "heads": heads(model), "loot": model.loot,
        "light": model.light, "grievous": model.grievous,
    }  # fmt: skip
    return Deed(
        id=id, fate=model.fate, left=int(model.fate not in LOST), kills=model.kills + model.captures,
        facts={key: n for key, n in facts.items() if n},
    )  # fmt: skip


WARBANDS = Warbands()
