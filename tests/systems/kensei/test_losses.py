"""Where Wounds fall, who is gone, who is left alone (KEN-RNG-34 to -36, KEN-CNF-02, KEN-DEF-06)."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from app.engine.refusals import Refusal
from app.systems.kensei.army import Model, Side, Timed, UnitId
from app.systems.kensei.book import c
from app.systems.kensei.destruction.flow import allocate, destroy
from app.systems.kensei.measure import bases, middle
from app.systems.kensei.shooting.packets import ask_given
from app.systems.kensei.state import Contact, State
from tests.systems.kensei.fields import BLUE, NORTH, RED, SOUTH, Board, at, field, hero, loose, riders, unit

CLAUSE = c("KEN-RNG-36")


def wounds(state: State, id: str = "a") -> list[int]:
    """The Wounds of the models of a unit."""
    return [model.wounds for model in state.units[id].models]


def hurt(board: Board, packets: tuple[int, ...], *inputs: object, id: str = "a", spill: bool = False) -> int:
    """The Wounds removed by packets that fall on a unit."""
    found: int = board.play(lambda game: allocate(game, id, packets, CLAUSE, "b", spill=spill), *inputs)
    return found


def test_men_of_one_wound_fall_one_a_hit_without_a_question() -> None:
    board = Board(field(unit("a", BLUE, 60, 60, cost=14), unit("b", RED, 60, 30, SOUTH)))
    assert hurt(board, (10, 1, 0, 3)) == 3, "what exceeds a model is lost, and no Wound is no hit"
    assert wounds(board.state) == [1] * 7
    assert board.state.side(BLUE).fallen == 3 * 14
    assert board.kinds() == ["wounds-taken"]


def test_riders_of_two_wounds_ask_their_owner() -> None:
    board = Board(field(riders("a", BLUE, 60, 60, each=2, wounds=2), unit("b", RED, 60, 30, SOUTH)))
    assert hurt(board, (1, 1), {"hit-1": "a-6", "hit-2": "a-5"}) == 2
    assert wounds(board.state) == [2, 2, 2, 2, 1, 1]
    assert board.asked[0].seat == BLUE
    assert board.asked[0].about == "hits.give"
    assert hurt(board, (5,), {"hit-1": "a-1"}) == 2, "the rest of a hit is lost"
    assert wounds(board.state) == [2, 2, 2, 1, 1]


def test_silence_puts_hits_on_the_weakest() -> None:
    board = Board(field(riders("a", BLUE, 60, 60, bodies=(Model(2), Model(1), Model(2)))))
    question = ask_given(board.state.units["a"], (1, 1, 3), "", CLAUSE)
    assert question.default == {"hit-1": "a-2", "hit-2": "a-3", "hit-3": "a-3"}


def test_a_hit_may_not_fall_on_a_model_already_slain() -> None:
    board = Board(field(riders("a", BLUE, 60, 60, each=2, wounds=2, models=3)))
    domain = ask_given(board.state.units["a"], (2, 2), "b", CLAUSE).domain
    no = domain.refuse({"hit-1": "a-1", "hit-2": "a-1"})
    assert isinstance(no, Refusal)
    assert no.code == "hits.dead"
    assert no.facts["hit"] == 2
    assert domain.refuse({"hit-1": "a-1", "hit-2": "a-3"}) is None
    for seed in range(20):
        assert domain.refuse(domain.sample(Random(seed))) is None


def test_counters_count_the_characters_ahead() -> None:
    board = Board(field(riders("a", BLUE, 60, 60, bodies=(Model(2), Model(1))), hero("h", BLUE, host="a")))
    assert hurt(board, (1,), {"hit-1": "a-3"}) == 1, "the second model stands in the third place"
    assert wounds(board.state) == [2]


def test_more_hits_than_models_are_lost_and_the_unit_is_gone() -> None:
    state = field(unit("a", BLUE, 60, 60, models=3, cost=14, standard=True), unit("b", RED, 60, 57, SOUTH),
                  contacts=(Contact(by=UnitId("b"), on=UnitId("a"), zone="front"),))  # fmt: skip
    board = Board(state)
    assert hurt(board, (4, 4, 4, 4, 4)) == 3
    gone = board.state.units["a"]
    assert (gone.fate, gone.models, gone.lost_by) == ("destroyed", (), "b")
    assert not board.state.contacts
    side = board.state.side(BLUE)
    assert (side.fallen, side.standards_lost) == (42, 1)
    assert board.kinds() == ["wounds-taken", "unit-lost"]


def test_harassers_choose_who_falls_because_place_matters() -> None:
    board = Board(field(loose("a", BLUE, (50, 60), (55, 60), (60, 60))))
    assert hurt(board, (1,), {"hit-1": "a-2"}) == 1
    assert [model.at for model in board.state.units["a"].models] == [at(50, 60), at(60, 60)]


def test_what_spills_goes_on_to_others() -> None:
    board = Board(field(unit("a", BLUE, 60, 60, models=5)))
    assert hurt(board, (3,), spill=True) == 3
    board = Board(field(riders("a", BLUE, 60, 60, each=2, wounds=2, models=3)))
    assert hurt(board, (3,), spill=True) == 3
    assert sorted(wounds(board.state)) == [1, 2]


def test_a_character_left_alone_stands_in_the_contacts_of_his_unit() -> None:
    met = Contact(by=UnitId("b"), on=UnitId("a"), zone="front", turn=1)
    foe = unit("b", RED, 60, 60, SOUTH, charged=UnitId("a"))
    unit_a = unit("a", BLUE, 60, 60, NORTH, models=4, fleeing=True, charge_bonus=True)
    board = Board(field(unit_a, foe, hero("h", BLUE, host="a"), contacts=(met,)))
    place = middle(bases(board.state, board.state.units["h"])[0])
    hurt(board, (1,) * 6)
    alone = board.state.units["h"]
    assert alone.on_table
    assert not alone.host
    assert alone.formed
    assert alone.fleeing
    assert alone.charge_bonus
    assert alone.models[0].at == place
    assert middle(bases(board.state, alone)[0]) == place
    assert board.state.contacts == (replace(met, on=UnitId("h")),)
    assert board.state.units["b"].charged == "h"
    assert board.kinds() == ["wounds-taken", "left-alone", "unit-lost"]


def test_out_of_combat_he_is_loose() -> None:
    board = Board(field(unit("a", BLUE, 60, 60, models=1), hero("h", BLUE, host="a")))
    hurt(board, (1,))
    alone = board.state.units["h"]
    assert not alone.formed
    assert not board.state.contacts
    assert list(board.state.fielded()) == [alone]


def test_the_death_of_the_taisho_is_remembered_with_its_turn() -> None:
    sides = (Side(seat=BLUE, taisho=UnitId("h")), Side(seat=RED))
    spell = Timed(key="power_word", stat="initiative", add=2, by="h", kept=True)
    units = unit("a", BLUE, 60, 60, timed=(spell,)), hero("h", BLUE, host="a", cost=70, taisho=True)
    board = Board(field(*units, sides=sides, turn=3))
    hurt(board, (5,), id="h")
    side = board.state.side(BLUE)
    assert (side.taisho_fell, side.fallen) == (3, 70)
    assert board.state.taisho_of(BLUE) is None
    assert len(bases(board.state, board.state.units["a"])) == 10, "his place is filled"
    assert board.state.units["a"].timed == (), "what he kept up ends with him"


def test_destroyed_with_all_who_are_in_it() -> None:
    units = unit("a", BLUE, 60, 60, models=4, cost=10, standard=True), hero("h", BLUE, host="a", cost=70)
    board = Board(field(*units))
    destroy(board, "a", "left", c("KEN-DEF-04"))
    assert [board.state.units[id].fate for id in ("a", "h")] == ["left", "left"]
    assert board.state.side(BLUE).fallen == 110
    assert board.state.side(BLUE).standards_lost == 1
    destroy(board, "a", "left", c("KEN-DEF-04"))
    assert board.kinds() == ["unit-lost", "unit-lost"], "nothing is lost twice"
