"""Bands of a campaign: who enlists, who is sent, who helps the weaker, what each unit did (section CAM)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from app.conformance import RandomGame
from app.engine.campaigns import DEAD, OUT, Band, Deed
from app.engine.session import Session
from app.engine.system import Setup, SideSetup
from app.systems.celtos.book import c
from app.systems.celtos.campaign.veterans import worth
from app.systems.celtos.campaign.warbands import WARBANDS, deed
from app.systems.celtos.combat.flow import combat
from app.systems.celtos.combat.striking import Fight
from app.systems.celtos.morale.events import Defeated
from app.systems.celtos.page.catalogue import catalogue
from app.systems.celtos.scenarios.victory import conceded
from app.systems.celtos.state import State, UnitId
from app.systems.celtos.system import SYSTEM
from tests.systems.celtos.bands import BLUE, FOES, READY, RED, against, agreed, band, by_chance, changed, fielded, lone
from tests.systems.celtos.volleys import Table, position

# -- who is sent ------------------------------------------------------------------


@pytest.mark.parametrize("key", list(READY))
def test_every_ready_band_enlists_and_can_be_sent(key: str) -> None:
    one = band(key, READY[key])
    (row,) = (row for row in catalogue()["samples"] if row["id"] == key)
    assert (WARBANDS.value(one), one.purse) == (row["points"], row["limit"] - row["points"])
    assert [m.models for m in one.living()] == [u["models"] for u in row["units"]]
    assert WARBANDS.refuse_muster(one, list(one.members)) == ()
    for scenario in WARBANDS.scenarios:
        assert against(agreed(fielded(one), scenario)) == []
    plain = SYSTEM.begin(Setup("open-field", (SideSetup(RED, {"sample": key}),), {}))
    sent = SYSTEM.begin(Setup("open-field", (fielded(one),), {}))
    assert (sent.units, sent.models) == (plain.units, plain.models)


@pytest.mark.parametrize(("roster", "limit", "code", "clause"), [
    ({"sample": "black-pass"}, 300, "roster.points", "CEL-ARM-02"),
    ({"sample": "black-pass"}, 350, "roster.limit", "CEL-ARM-02"),
    ({"sample": "nobody"}, 300, "roster.no-sample", "CEL-ARM-10"), ([], 300, "roster.unreadable", "CEL-ARM-10"),
    ({"list": "kurogane"}, 300, "roster.few-individuals", "CEL-ARM-03"),
])  # fmt: skip
def test_an_illegal_roster_does_not_enlist(roster: Any, limit: int, code: str, clause: str) -> None:
    found = WARBANDS.enlist(roster, limit)
    assert not isinstance(found, Band)
    assert (found[0].code, found[0].clause) == (code, clause)


def test_what_battles_made_of_a_unit_is_refused_outside_a_campaign() -> None:
    side = fielded(lone(gained=("in",)))
    assert against(agreed(side)) == []
    ordinary = Setup("open-field", (side, SideSetup(BLUE, {"sample": FOES})), {})
    assert ("roster.veteran", "CEL-CAM-04") in against(ordinary)
    assert ("roster.few-units", "CEL-ARM-03") in against(ordinary)
    found = WARBANDS.enlist(side.roster, 400)
    assert not isinstance(found, Band)
    assert "roster.veteran" in [no.code for no in found]


@pytest.mark.parametrize(("changes", "code"), [
    ({"as": 1}, ""), ({"as": -6}, ""), ({"as": -7}, "roster.veteran-figure"), ({"mn": 2}, "roster.veteran-figure"),
    ({"rs": 1}, "campaign.no-skill"), ({"mn": 10**9}, "roster.veteran-figure"),
])  # fmt: skip
def test_no_figure_leaves_its_bounds(changes: dict[str, int], code: str) -> None:
    side = fielded(lone())
    side.roster["units"][0]["veteran"]["changes"] = changes
    assert against(agreed(side)) == ([(code, "CEL-CAM-04")] if code else [])


def test_gains_and_injuries_are_in_the_battle() -> None:
    one = lone(gained=("as", "mn"), injuries=("in", "in", "as"))
    state = SYSTEM.begin(agreed(fielded(one)))
    me = state.model("red-1-1")
    plain = SYSTEM.begin(agreed(fielded(lone()))).model("red-1-1")
    assert (me.initiative, me.assault, me.command) == (plain.initiative - 2, plain.assault, plain.command + 1)
    assert (me.shooting, me.resistance, me.wounds) == (plain.shooting, plain.resistance, plain.wounds)


def test_a_worn_band_takes_the_field_with_what_it_has() -> None:
    begun = band("gael", 600)
    worn = replace(begun.members["m3"], models=1, line={**begun.members["m3"].line, "command": ["standard"]})
    one = replace(begun, members={"m3": replace(worn, cost=worth(begun, worn, 1, ["standard"]))})
    assert (WARBANDS.value(one), WARBANDS.refuse_muster(one, ["m3"])) == (121 // 8, ())
    for scenario in WARBANDS.scenarios:
        assert against(agreed(fielded(one), scenario)) == []
    models = [m for m in SYSTEM.begin(agreed(fielded(one))).models.values() if m.seat == RED]
    assert [m.role for m in models] == ["standard"]
    nobody = replace(one, members={"m3": replace(worn, models=0, state=DEAD)})
    assert [no.code for no in WARBANDS.refuse_muster(nobody, ["m3"])] == ["campaign.not-fit"]


def test_who_cannot_be_sent() -> None:
    one = replace(lone(state=OUT), head={"name": "", "list": "sohei"})
    codes = [(no.code, no.clause) for no in WARBANDS.refuse_muster(one, ["m1", "m2", "m9"])]
    assert codes == [("campaign.not-fit", "CEL-CAM-08"), ("campaign.other-list", "CEL-CAM-08"),
                     ("campaign.no-member", "CEL-CAM-08")]  # fmt: skip
    assert [no.code for no in WARBANDS.refuse_muster(one, [])] == ["campaign.nobody"]
    assert WARBANDS.market(one)
    assert WARBANDS.choices(one) == ()


def test_members_with_the_same_code_can_be_sent_together() -> None:
    one = lone()
    twins = {**one.members, "n3": replace(one.members["m1"], id="n3")}
    both = replace(one, members=twins)
    assert [u["code"] for u in WARBANDS.muster(both, list(twins))["units"]] == ["G", "R", "G2"]
    assert WARBANDS.refuse_muster(both, list(twins)) == ()


def test_a_battle_is_fought_at_the_least_limit_that_holds_both_bands() -> None:
    small, large = fielded(band(FOES, 150)), fielded(band())
    assert WARBANDS.setup_options(Setup("open-field", (small, small))) == {"campaign": True, "points": 150}
    assert WARBANDS.setup_options(Setup("ford", (small, small)))["points"] == 250
    assert WARBANDS.setup_options(Setup("ford", (small, large), {"limit": 150})) == {
        "campaign": True, "points": 400, "limit": 400,
    }  # fmt: skip


def test_the_option_and_the_scenarios_of_a_campaign() -> None:
    side = fielded(band(FOES, 150))
    assert "vanguards" not in WARBANDS.scenarios
    assert against(agreed(side, "vanguards")) == [("campaign.scenario", "CEL-CAM-08")]
    odd = replace(agreed(side), options={"campaign": "yes", "points": 150})
    assert ("setup.campaign", "CEL-CAM-08") in against(odd)


# -- help for the weaker (CEL-CAM-07) ---------------------------------------------------


@pytest.mark.parametrize(("extra", "helpers"), [
    (0, []), (40, []), (41, ["master-archer"]), (53, ["kensei"]), (84, ["oni"]), (85, ["gashadokuro"]),
    (126, ["gashadokuro", "master-archer"]), (9999, ["gashadokuro"] * 5),
])  # fmt: skip
def test_the_dearest_mercenaries_that_fit_help(extra: int, helpers: list[str]) -> None:
    side = fielded(lone(), extra=extra)
    found = side.roster["units"][2:]
    assert [u["entry"] for u in found] == helpers
    assert [u["veteran"]["who"] for u in found] == [f"X{n}" for n in range(1, len(helpers) + 1)]
    assert against(agreed(side)) == []
    state = SYSTEM.begin(agreed(side))
    assert [d.id for d in WARBANDS.deeds(state, RED)] == ["m1", "m2"]
    assert WARBANDS.help(300, 401) == 41


def test_only_mercenaries_help() -> None:
    side = fielded(lone(), extra=41)
    side.roster["units"][2]["entry"] = "captain"
    assert ("roster.not-hired", "CEL-CAM-07") in against(agreed(side))


# -- deeds --------------------------------------------------------------------------


def fought(rows: str, *dice: tuple[int, ...]) -> State:
    """A has fought all that touch it."""
    board = Table(position(rows))
    board.run(combat(board, Fight(unit=UnitId("A"))), dice, [])
    return board.state


def duel(me: str = "", foe: str = "") -> str:
    """Two Individuals in contact, the first faster, and two that keep the battle going."""
    return (f"unit A red individual hr=9 weapons=katana at=50,50 {me}\n"
            f"unit B blue individual hr=9 weapons=tanto at=50,47.5 {foe}\n"
            "unit Y blue at=10,10\nunit Z red at=10,110")  # fmt: skip


def test_who_takes_the_last_wound_has_brought_the_unit_down() -> None:
    state = fought(duel() + "\nmodel B wounds=1", (10,), (10,))
    done, suffered = deed(state, state.unit("A"), "m1"), deed(state, state.unit("B"), "m2")
    assert (done.kills, done.facts, done.fate, done.left) == (1, {"units": 1, "dearest": 1}, "", 1)
    assert (suffered.kills, suffered.facts, suffered.fate, suffered.left) == (0, {}, "destroyed", 0)
    assert deed(state, state.unit("Z"), "m3").facts == {}


def test_a_defeat_belongs_to_who_won_the_combat() -> None:
    state = fought(duel() + "\nmodel B wounds=2", (10,), (10,), (1,), (1,))
    assert state.unit("B").fate == "defeated"
    assert (deed(state, state.unit("A"), "m1").kills, deed(state, state.unit("A"), "m1").facts["units"]) == (0, 1)
    flags = ("unit A red weapons=katana standard=2 at=50,50+50,53\n"
             "unit B blue weapons=tanto mn=1 at=50,47.5+50,44+50,41\n"
             "model B-2 fate=dead\nmodel B-3 fate=dead\nunit Y blue at=10,10\nunit Z red at=10,110")  # fmt: skip
    unhurt = fought(flags, (1,), (1,), (1,))
    assert (unhurt.unit("B").fate, unhurt.unit("B").bested_by) == ("defeated", "A")
    assert deed(unhurt, unhurt.unit("A"), "m1").facts == {"units": 1}


def test_who_gives_up_is_nobodys_deed() -> None:
    state = fought(duel(), (10,), (10,), (1,), (10,))
    assert state.unit("B").bested_by == "A"
    given_up = conceded(state, BLUE).fold(state)
    assert deed(given_up, given_up.unit("A"), "m1").facts == {}
    assert deed(given_up, given_up.unit("B"), "m2").fate == "defeated"


def test_lost_models_and_the_command_among_them() -> None:
    rows = "unit A red leader=1 standard=2 at=50,50+50,53+50,56\nmodel A-1 fate=dead\nmodel A-3 fate=left"
    state = position(rows)
    assert deed(state, state.unit("A"), "m1") == Deed(id="m1", start=3, left=2, facts={"leader": 1})
    off = Defeated(clause=c("CEL-MOR-09"), unit=UnitId("A"),
                   models=(state.unit("A").models[1],), by=BLUE).fold(state)  # fmt: skip
    assert deed(off, off.unit("A"), "m1").facts == {"leader": 1, "standard": 1}


class Played(RandomGame):
    """A random game that keeps its last state."""

    last: State

    def _phase(self, session: Session[Any]) -> Any:
        self.last = super()._phase(session)
        return self.last


def test_a_random_campaign_battle_and_all_that_follows() -> None:
    one, rng = band(FOES, 150), Random(4)
    for seed in (3, 4):
        game = Played(SYSTEM, seed, agreed(fielded(one)))
        game.play()
        deeds = WARBANDS.deeds(game.last, RED)
        assert [d.id for d in deeds] == [m.id for m in one.fit()]
        assert sum(d.start for d in deeds) == sum(m.seat == RED for m in game.last.models.values())
        assert WARBANDS.points(game.last, RED) >= 0
        one = changed(one, WARBANDS.aftermath(one, deeds, "lost", by_chance(rng), {}))
        assert against(agreed(fielded(one))) == []
    assert {m.battles for m in one.fit()} == {2}
    assert one.purse == 1 + 40 + 40
