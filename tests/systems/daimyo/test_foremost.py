"""Where several clauses refuse at once, one of the rulebook is named before a ruling of our own: pair by pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

import pytest

from app.engine.refusals import Refusal, refuse
from app.systems.daimyo.book import CLAUSES, OURS, c, foremost
from app.systems.daimyo.charging.rules import refuse_charge, refuse_retire
from app.systems.daimyo.fire.rules import refuse_fire
from app.systems.daimyo.leaders.moves import refuse_path
from app.systems.daimyo.morale.rules import refuse_rally
from app.systems.daimyo.moving.judging import refuse_order, refuse_steps
from app.systems.daimyo.state import State
from tests.systems.daimyo.marching import steps
from tests.systems.daimyo.nerves import place
from tests.systems.daimyo.volleys import field, foe

PRINTED, OURSELVES = refuse("a", c("DAI-MOV-01")), refuse("b", c("DAI-MOV-21"))
Test = Callable[[State], Refusal | None]


def test_the_rulebook_goes_before_our_own_and_the_first_of_equals_first() -> None:
    assert foremost((OURSELVES, None, PRINTED)) is PRINTED
    assert foremost((None, OURSELVES, refuse("c", c("DAI-MOV-25")))) is OURSELVES
    assert foremost((PRINTED, refuse("c", c("DAI-CHG-01")))) is PRINTED
    assert foremost((None, None)) is None


def test_what_follows_a_word_of_the_rulebook_is_not_asked() -> None:
    def found() -> Iterator[Refusal | None]:
        yield PRINTED
        raise AssertionError

    assert foremost(found()) is PRINTED


def is_ours(no: Refusal) -> bool:
    return CLAUSES[no.clause].tag == OURS


# -- what is true of the unit itself ------------------------------------------------------------

FLAGS: dict[str, dict[str, object]] = {
    "routing": {"routing": True, "routing_since": 1}, "broke now": {"routing": True, "routing_since": 9},
    "frenzied": {"frenzied_since": 1}, "rallied": {"rallied": True},
    "disordered": {"disordered": True}, "halted": {"halted_until": 9}, "disobeyed": {"obedience": "failed"},
    "ordered": {"ordered": True}, "activated": {"activated": True}, "charged": {"charged": True},
    "held": {"held_until": 9}, "fired": {"fired": (0, 1, 2, 3)}, "abandoned": {"kind": "gun", "abandoned": True},
    "moved gun": {"kind": "gun", "moved": True}, "tried": {"rally_tried": True}, "shot at": {"shot_at": True},
    "second rout": {"routs": 2}, "unarmed": {"missile": ""},
}  # fmt: skip


ASKED: Mapping[str, Test] = {
    "order": lambda it: refuse_order(it, it.units["R"]),
    "charge": lambda it: refuse_charge(it, it.units["R"], it.units["B"]),
    "fire": lambda it: refuse_fire(it, it.units["R"]),
    "rally": lambda it: refuse_rally(it, it.units["R"]),
    "retire": lambda it: refuse_retire(it, it.units["R"]),
}


@pytest.mark.parametrize(("name", "near"), [
    ("order", "52"), ("order", "60"), ("charge", "52"), ("charge", "60"), ("fire", "52"), ("rally", "52"),
    ("retire", "52"), ("retire", "60"),
])  # fmt: skip
def test_of_any_two_things_true_of_a_unit_the_printed_one_is_named(name: str, near: str) -> None:
    state = field(foe(near) + "turn 3\n")
    test, alone = ASKED[name], dict[str, Refusal]()
    for flag, changes in FLAGS.items():
        if (no := test(state.with_unit("R", **changes))) is not None:
            alone[flag] = no
    for one, other in combinations(alone, 2):
        both = test(
            state.with_unit("R", **FLAGS[one], **{k: v for k, v in FLAGS[other].items() if k not in FLAGS[one]})
        )
        if clash(one, other) or both is None:
            continue
        assert is_ours(both) == (is_ours(alone[one]) and is_ours(alone[other])), (one, other, both)


def clash(one: str, other: str) -> bool:
    """Whether the two cannot both be true, or one of them changes what the other means."""
    mine, theirs = FLAGS[one], FLAGS[other]
    return any(mine.get(key, value) != value for key, value in theirs.items()) or {one, other} & CHANGING != set()


CHANGING = {"frenzied", "abandoned", "moved gun", "unarmed"}
"""A frenzied unit rallies from another state; a gun is not charged and routed like troops."""


# -- what lies between two units ----------------------------------------------------------------

WOOD, WALL, FRIEND = (
    "terrain woods W 30,53 70,53 70,56.5 30,56.5\n", "terrain castle-wall C 30,54 70,54 70,55 30,55\n",
    "unit F red profile=SF stands=4 files=4 at=50,56\n",
)  # fmt: skip
BETWEEN = {"wood": WOOD, "wall": WALL, "friend": FRIEND, "fog": "weather fog\n"}


@pytest.mark.parametrize("distance", ["51", "49", "44"])
def test_of_any_two_things_between_firer_and_target_the_printed_one_is_named(distance: str) -> None:
    alone = {key: no for key, rows in BETWEEN.items() if (no := fired(rows, distance))}
    for one, other in combinations(alone, 2):
        both = fired(BETWEEN[one] + BETWEEN[other], distance)
        assert both is not None
        assert is_ours(both) == (is_ours(alone[one]) and is_ours(alone[other])), (one, other, both)


def fired(rows: str, distance: str) -> Refusal | None:
    state = field(rows + foe(distance), stands=1, files=1)
    return refuse_fire(state, state.units["R"])


def test_a_wood_that_cuts_the_range_is_named_before_what_it_hides() -> None:
    no = fired(WOOD, "50")
    assert no is not None
    assert (no.code, no.clause) == ("fire.woods", "DAI-FIR-08")


@pytest.mark.parametrize(("y", "clause"), [("50", ""), ("49", "DAI-FIR-29"), ("44", "DAI-FIR-01")])
def test_fog_is_named_only_where_the_weapon_itself_would_reach(y: str, clause: str) -> None:
    no = fired("weather fog\n", y)
    assert (no.clause if no else "") == clause


# -- what is in the way of a move ---------------------------------------------------------------

IN_THE_WAY = {
    "lake": "terrain lake L 30,40 70,40 70,57 30,57\n", "enemy": "unit E blue profile=SY stands=4 files=4 at=50,56\n",
    "beside": "unit E blue profile=SY stands=1 files=1 at=56.5,56\n", "edge": "table 100x61\n", "": "",
}  # fmt: skip


@pytest.mark.parametrize("what", list(IN_THE_WAY))
@pytest.mark.parametrize("way", [(("forward", 59),), (("wheel", 90), ("forward", 20)), (("back", 30),)])
def test_that_a_move_is_too_far_is_named_before_what_bars_it(what: str, way: tuple[tuple[str, int], ...]) -> None:
    state = field(IN_THE_WAY[what])
    no = refuse_steps(state, state.units["R"], steps(*way))
    assert no is not None
    assert (no.code, no.clause) == ("move.too-far", "DAI-MOV-01")


@pytest.mark.parametrize("what", list(IN_THE_WAY))
def test_that_a_leader_goes_too_far_is_named_before_what_bars_him(what: str) -> None:
    state = field("leader A red clan=red-clan at=50,62\n" + IN_THE_WAY[what])
    for to in ((50, 0), (50, -1), (50, 200)):
        no = refuse_path(state, state.leaders["A"], (place(50, 62), place(*to)))
        assert no is not None
        assert (no.code, no.clause) == ("leader.too-far", "DAI-LDR-03")


@pytest.mark.parametrize("more", ["weather fog\n", WALL, "weather snow\n", ""])
@pytest.mark.parametrize(("x", "y"), [("50", "20"), ("90", "60"), ("50", "90")])
def test_that_a_charge_is_too_far_is_named_before_sight_and_arc(more: str, x: str, y: str) -> None:
    state = field(more + foe(y, x=x), "SF")
    no = refuse_charge(state, state.units["R"], state.units["B"])
    assert no is not None
    assert (no.code, no.clause) == ("charge.too-far", "DAI-CHG-01")
