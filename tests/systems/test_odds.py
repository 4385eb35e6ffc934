"""Odds before the deed: what is shown is what the game does, and tells nothing that is not known."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.conformance import by_chance, draw_setup, phases
from app.engine.asks import Ask
from app.engine.dice import Dice
from app.engine.digest import canonical
from app.engine.domains import Choice, Pick
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.modifiers import total
from app.engine.odds import WHOLE
from app.engine.prospects import DRAWS, Asked, Chance, Deed, Prospect, chance, foretold, prospects_of
from app.engine.refusals import Clause
from app.engine.session import Checkpoint, Session
from app.engine.system import RuleSystem
from app.games.odds import Position as Weighed
from app.games.odds import position_of
from app.systems import system_of
from app.systems.daimyo.charging.flow import ANSWERS
from app.systems.daimyo.melee.groups import groups
from app.systems.kensei.armies.lists import ABILITIES
from app.systems.kensei.army import Timed
from app.systems.kensei.charging.declaring import targets
from app.systems.kensei.combat.armoury import WEAPONS
from app.systems.kensei.combat.fights import fights_left
from app.systems.kensei.flight.honour import honour_lines
from app.systems.kensei.odds.shots import WOUNDS, wounds
from app.systems.kensei.shooting.flow import volley
from app.systems.kensei.shooting.rules import aim_at
from app.systems.kensei.stats.rolls import passes
from app.systems.ronin.ideas.imagine import believable
from bench.odds import SIGMAS, Position, Wanted, in_cases, levels, of_question, positions, weighed
from tests.systems.kensei.fields import BLUE, RED, SOUTH, field, hero, unit
from tests.systems.kensei.test_combat import charge_met
from tests.systems.kensei.test_fire import archers, enemy
from tests.systems.kensei.test_no_measuring import KENSEI, farther, sight
from tests.systems.kensei.test_no_measuring import positions as beginnings

DAIMYO = system_of("daimyo")
RULINGS = Path("tests/rulings")
CASES = {
    "ronin": "attributes/mixed shooting/mixed scenarios/mixed morale/tests",
    "celtos": "activation/orders morale/mixed assault/mixed reactions/many basics/mixed moving/mixed abilities/mixed",
    "daimyo": "melee/dice fire/mixed scenarios/sekigahara activation/activation guns/log fire/lanes rallying/log",
    "kensei": "combat/abilities duels/challenges abilities/units warnings/interrupting flight/locked flight/taisho"
    " magic/kept flight/flight special/taisho special/orders abilities/creatures ground/buildings combat/walls"
    " duels/chasing",
}
"""Case files of each system that come to every kind of option whose chance is shown."""
TIMES = 12
APART = {"kensei": {"duel.again"}}
"""No case comes to this: it has a test of its own."""


@pytest.mark.parametrize("key", CASES)
def test_every_play_ends_as_its_deed_says_and_as_often_as_is_shown(key: str) -> None:
    system, rng, kinds = system_of(key), Random(1), set[str]()
    cases = [RULINGS / key / f"{name}.case" for name in CASES[key].split()]
    for here in in_cases(system, cases, Wanted(3), later=True):
        if here.kind in kinds:
            continue
        shown, faults, _ = weighed(system, here, TIMES, rng)
        assert faults == []
        if shown is not None:
            kinds.add(here.kind)
    prospects: tuple[Prospect[Any], ...] = system.prospects  # type: ignore[attr-defined]
    assert {"/".join((prospect.about, *prospect.at)) for prospect in prospects} == kinds | APART.get(key, set())


def found_in(key: str, case: str, kind: str) -> list[Position]:
    """What a case file comes to of a kind."""
    given = in_cases(system_of(key), [RULINGS / key / f"{case}.case"], Wanted(99), later=True)
    return [here for here in given if here.kind == kind]


def test_a_clan_that_says_whether_it_means_to_move_rolls_with_what_that_adds() -> None:
    """The Shimazu hold or move; the scenario takes from the roll of a clan that moves."""
    (here,) = found_in("daimyo", "scenarios/sekigahara", "clan.choose/*")[:1]
    level = Asked(here.question.seat, "clan.choose", dict(here.question.facts), here.at)
    holds, moves = (foretold(DAIMYO, here.state, level, raw) for raw in ("hold", "move"))
    assert holds is not None
    assert moves is not None
    assert moves.wanted < holds.wanted
    for shown, means in ((holds, "hold"), (moves, "move")):
        assert here.question.domain.preview(Choice(here.at[0], means)).lines == shown.lines


def test_a_side_that_plays_by_itself_does_in_a_deed_what_it_would_do() -> None:
    found = found_in("daimyo", "melee/dice", "challenge.offer")[0]
    pursues = Ask(Seat("blue"), "rout.after", Pick({"hold": None, "pursue": None}), ANSWERS, default="hold")
    setup = found.state.setup
    solo = found.state.with_(setup=replace(setup, options={**setup.options, "solo": True}))
    assert found.deed.answers is not None
    assert found.deed.answers(pursues, found.state) == "hold"
    assert found.deed.answers(pursues, solo) == "pursue"


def test_who_is_struck_is_told_what_he_adds_himself_and_that_no_wound_is_good() -> None:
    (here,) = found_in("ronin", "scenarios/mixed", "combat.enhance-defence")[:1]
    shown = chance(here.session.system, here.state, here.deed)
    assert shown is not None
    assert [share.key for share in shown.shares if share.wanted] == ["odds.miss"]
    (note,) = shown.notes
    assert shown.needs is not None
    assert int(shown.needs.facts["lead"]) == total(shown.lines) - int(note.facts["adds"])


def test_an_initiative_roll_of_a_challenge_that_was_lost_and_is_made_again() -> None:
    here = found_in("kensei", "duels/challenges", "challenge.make/*")[0]
    start, seat, rng = here.session.start, here.question.seat, Random(1)
    lasts = Timed(key="warlord", stat="reroll_initiative", add=0, until=99, clause=Clause("KEN-SPI-16"))
    blessed = start.state.with_unit(here.at[0], timed=(lasts,))
    session = Session(KENSEI, Checkpoint(start.phase, blessed), here.session.tape)
    assert session.answer(seat, here.answer) is None
    while isinstance(session.waiting, Roll):
        session.throw((1 if session.waiting.by == seat else 10,))
    question = session.question(seat)
    assert question is not None
    assert question.about == "duel.again"
    (again,) = of_question(KENSEI, session, question, rng)
    shown, faults, _ = weighed(KENSEI, again, 10 * TIMES, rng)
    assert shown is not None
    assert faults == []


def test_a_free_attack_tells_what_is_added() -> None:
    (here,) = found_in("ronin", "morale/tests", "withdraw.answer")[:1]
    assert here.deed.lines
    assert here.deed.needs is not None


def test_a_shot_from_a_construction_has_its_chance() -> None:
    found = found_in("kensei", "ground/shooting", "act.shooting")
    inside = [here for here in found if here.state.units[str(here.raw)].building]
    assert inside
    assert all(chance(KENSEI, here.state, here.deed) for here in inside)


def test_active_on_eight_or_more_is_what_two_dice_say() -> None:
    here = next(p for p in positions(DAIMYO, iter([3]), 1) if p.kind == "clan.choose")
    shown = chance(DAIMYO, here.state, here.deed)
    assert shown is not None
    assert shown.exact
    assert shown.needs is not None
    needed = int(shown.needs.facts["dice"])
    share = sum(part for score, part in Dice(2).totals() if score >= needed)
    assert shown.wanted == round(WHOLE * share)


def test_a_spell_is_cast_as_often_as_its_die_says() -> None:
    spells = found_in("kensei", "magic/casting", "orders.declare/*/cast")
    assert spells
    for here in spells:
        shown = chance(KENSEI, here.state, here.deed)
        assert shown is not None
        assert shown.exact
        assert shown.needs is not None
        assert shown.wanted == WHOLE // 10 * (11 - int(shown.needs.facts["dice"]))


def test_a_melee_of_daimyo_may_end_in_every_way_that_has_a_name() -> None:
    for state in standing(DAIMYO, range(3)):
        if found := groups(state):
            unit = state.units[found[0].active[0]]
            shown = foretold(DAIMYO, state, Asked(unit.seat, "melee.group", {}), str(unit.id), lambda: False)
            assert shown is not None
            assert sum(share.parts for share in shown.shares) > WHOLE - 10
            return
    raise AssertionError("nobody fought")


def test_a_combat_of_kensei_may_end_in_every_way_that_has_a_name() -> None:
    state = charge_met()
    shown = foretold(KENSEI, state, Asked(Seat("one"), "combat.next", {}), fights_left(state)[0][0].id)
    assert shown is not None
    assert not shown.exact
    assert sum(share.parts for share in shown.shares) > WHOLE - 10
    assert 0 < shown.wanted < WHOLE


def standing(system: RuleSystem[Any], seeds: range) -> Iterator[Any]:
    """The states between the phases of random games."""
    for seed in seeds:
        rng = Random(seed)
        for session in phases(system, system.begin(draw_setup(system, rng))):
            for _ in by_chance(session, rng):
                pass
            yield session.state


# -- what is not known does not show -----------------------------------------------------------


def weighed_in(system: RuleSystem[Any], position: Weighed) -> list[Chance | None]:
    """All that would be shown of a position."""
    state = msgspec.msgpack.decode(position.task.state, type=system.state_type)
    return [foretold(system, state, position.task.asked, raw) for raw in position.task.raws]


def apart(system: RuleSystem[Any], state: Any, seat: Seat) -> tuple[Any, Any]:
    """Two states that this seat cannot tell apart."""
    if system.key == "kensei":
        return state, system.imagine(state, seat, Random(9))
    foe = state.other(seat)
    goals = believable(state, foe)
    return state.with_side(foe, goal=goals[0]), state.with_side(foe, goal=goals[-1])


def briefly(system: RuleSystem[Any], state: Any, level: Asked, raw: Any) -> Chance | None:
    """The chance, counted or played out for a while."""
    left = iter(range(60))
    return foretold(system, state, level, raw, lambda: next(left, None) is not None)


@pytest.mark.parametrize("key", ["ronin", "kensei"])
def test_two_states_that_a_seat_cannot_tell_apart_have_the_same_odds_to_the_byte(key: str) -> None:
    system, compared, others = system_of(key), 0, 0
    for here in positions(system, iter(range(3)), 4, 3, later=True):
        seat = here.question.seat
        states = apart(system, here.session.state, seat)
        views = [canonical(system.view(state, seat)) for state in states]
        assert views[0] == views[1]
        level = Asked(seat, here.question.about, dict(here.question.facts), here.at)
        shown = [briefly(system, system.imagine(state, seat, Random(0)), level, here.raw) for state in states]
        assert msgspec.json.encode(shown[0]) == msgspec.json.encode(shown[1])
        compared, others = compared + 1, others + (states[0] != states[1])
    assert compared > 8
    assert others


def test_in_kensei_no_byte_of_the_odds_of_an_order_differs_with_distance() -> None:
    compared = 0
    for phase, state in beginnings(1):
        here = odds_at(phase, state)
        if not here:
            continue
        seen = sight(state)
        for foe in tuple(state.enemies_of(Seat(str(state.go)))):
            for by in (2_000, 9_000):
                there = farther(state, foe, by)
                if there is None or state.fighting(foe.id) or sight(there) != seen:
                    continue
                assert odds_at(phase, there) == here
                compared += 1
        if compared > 5:
            break
    assert compared > 5


ABILITY = next(key for key, ability in ABILITIES.items() if ability.needs_ki)


@pytest.mark.parametrize(("about", "at", "raw", "helped"), [
    ("orders.declare", ("a", "shoot"), "b", 1), ("orders.declare", ("a", "charge"), "b", 1),
    ("orders.declare", ("a", "march_charge"), "b", 1), ("orders.declare", ("a", "ability"), ABILITY, 2),
    ("special.regroup", (), "a", 2),
])  # fmt: skip
def test_an_order_in_kensei_has_the_same_odds_at_any_distance_but_for_a_leader_near(
    about: str, at: tuple[str, ...], raw: str, helped: int
) -> None:
    """Short, medium, long, out of range; a leader beside the unit, whose Commandment is in play, and far."""
    found = set[tuple[int, bytes]]()
    for away in (74, 60, 40, 10):
        for leader in (82, 110):
            him = hero("t", BLUE, 60, leader, rank="taisho", traits=("commandment",), taisho=True, ki=8)
            state = field(archers(), enemy(away), him)
            found.add((leader, msgspec.json.encode(foretold(KENSEI, state, Asked(BLUE, about, {}, at), raw))))
    assert len(found) == 2
    assert len({shown for _, shown in found}) == helped
    assert b"null" not in {shown for _, shown in found}


def test_a_regroup_is_shown_with_what_its_throw_then_adds() -> None:
    """Commandment and banner are in play: the share that is shown is that of the throw (KEN-STA-38)."""
    flown = unit("a", BLUE, 60, 80, fleeing=True, honour=5, standard=True)
    state = field(flown, enemy(20), hero("t", BLUE, 60, 94, rank="taisho", traits=("commandment",), taisho=True))
    shown = foretold(KENSEI, state, Asked(BLUE, "special.regroup", {}), "a")
    assert shown is not None
    lines = honour_lines(state, state.units["a"])
    assert {line.id for line in lines} == {"printed", "commandment", "standard"}
    assert shown.lines == lines
    assert shown.wanted == WHOLE // 10 * sum(passes(face, total(lines)) for face in range(1, 11))
    assert shown.needs is not None
    assert shown.needs.facts["dice"] == total(lines) - 1


@pytest.mark.parametrize(("how", "facing", "words", "wanted"), [
    ("charge", SOUTH, "odds.if-away", 6_000), ("march_charge", SOUTH, "odds.if-left", 6_000),
    ("charge", SOUTH + 2_000, "odds.if-turns", 6_000), ("run_charge", SOUTH + 2_000, "odds.if-left-turns", 6_000),
])  # fmt: skip
def test_a_charge_says_how_likely_it_arrives_from_so_far_and_what_keeps_it_from_arriving(
    how: str, facing: int, words: str, wanted: int
) -> None:
    """One die: 5 or more six times in ten; who faces no edge of the enemy must turn (KEN-CHG-53, KEN-CHG-55)."""
    foe = unit("b", RED, 60, 60, facing)
    state = field(unit("a", BLUE, 60, 80), foe)
    shown = foretold(KENSEI, state, Asked(BLUE, "orders.declare", {}, ("a", how)), "b")
    assert shown is not None
    assert shown.needs is not None
    assert (shown.needs.about, shown.needs.facts["cm"], shown.wanted) == (words, 5, wanted)
    from_far = {note.facts["cm"]: note.facts["percent"] for note in shown.notes if note.about == "odds.arrives-from"}
    assert from_far == ({} if "turns" in words else {3: 80, 5: 60, 8: 30, 10: 10})
    then = targets(state, state.units["a"], "" if how == "charge" else "march").preview("b")
    assert [note.about for note in then.notes] == (["charge.look.turns"] if words == "odds.if-turns" else [])


def test_a_shot_at_medium_range_in_the_open_does_what_was_shown() -> None:
    state = field(archers(), enemy(40))
    assert aim_at(state, state.units["a"], state.units["b"], WEAPONS["yumi"]).band == "medium"
    shown = foretold(KENSEI, state, Asked(BLUE, "orders.declare", {}, ("a", "shoot")), "b")
    true = chance(KENSEI, state, Deed(play=lambda game: volley(game, "a", "b"), tell=wounds, outcomes=WOUNDS))
    assert shown is not None
    assert true is not None
    parts = {share.key: share.parts for share in true.shares}
    for share in shown.shares:
        p = share.parts / WHOLE
        assert abs(parts.get(share.key, 0) / WHOLE - p) < SIGMAS * sqrt(max(p * (1 - p), 1 / DRAWS) * 2 / DRAWS)


def test_in_answer_to_a_charge_no_byte_of_the_odds_hangs_on_how_far_it_is() -> None:
    level, found = Asked(BLUE, "charge.reaction", {"unit": "a", "enemy": "b"}), set[bytes]()
    for away in (74, 60, 40):
        state = field(archers(), enemy(away))
        found.add(msgspec.json.encode(foretold(KENSEI, state, level, "shoot")))
    assert len(found) == 1
    assert b"null" not in found


def odds_at(phase: str, state: Any) -> list[bytes]:
    """What is shown of every level of the question that begins a phase, a few levels of it."""
    session = Session(KENSEI, Checkpoint(phase, state))  # type: ignore[arg-type]
    found: list[bytes] = []
    for question in session.questions():
        for prospect in prospects_of(KENSEI, question.about):
            for way, _ in list(levels(question, prospect))[:6]:
                position = position_of(session, question.seat, question, way)
                assert position is not None
                found += map(msgspec.json.encode, weighed_in(KENSEI, position))
    return found
