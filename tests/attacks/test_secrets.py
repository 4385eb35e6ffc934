"""Every secret there is in the code is tried: two worlds that differ in it are compared for everybody else.

A secret is an event that only some may see, a question answered in secret, an entry of a campaign that is sealed.  They
are read from the program's own source, so that one that is added and that nobody tries is an error here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.bootstrap.places import ROOT
from app.systems import SYSTEMS

TWINS, HIDDEN, SEALED = "attacks/test_twins.py", "attacks/test_hidden.py", "systems/kensei/test_sealed.py"
SPY = f"{TWINS}::test_kensei_which_unit_hides_a_character_and_what_he_is_told_cannot_be_counted"
ANSWER = f"{HIDDEN}::test_a_secret_answer_is_in_no_byte_for_others"
DIE = f"{HIDDEN}::test_a_secret_die_is_in_no_byte_for_others"
KENSEI = f"{SEALED}::test_sealed_answers_make_no_difference_to_others"
CASTS = f"{SEALED}::test_where_one_who_rides_the_lightning_means_to_come_down_is_in_no_event_for_others"
UNDONE = f"{SEALED}::test_nobody_is_told_that_a_hidden_model_does_not_do_what_it_was_to_do"
BARRED = f"{SEALED}::test_what_bars_an_order_is_told_to_its_own_side_alone_where_it_names_a_hidden_model"
UMPIRE = "systems/kensei/test_amending.py::test_what_becomes_of_one_who_is_hidden_is_told_to_his_own_side_alone"
BLIND = "conformance/test_blindness.py::test_a_secret_answer_is_seen_by_nobody_else_until_it_is_shown"
CAMPAIGN = "campaigns/test_sealed.py::test_nobody_else_reads_what_is_sealed_in_the_ledger"
TRIED = {
    "ronin GoalDrawn": DIE, "ronin setup.goal": ANSWER,
    "ronin CountersSealed": ANSWER, "ronin combat.split": ANSWER, "ronin combat.commit": ANSWER,
    "celtos EdgesAssigned": ANSWER, "celtos setup.assign": ANSWER,
    "daimyo AllegianceDrawn": DIE,
    "kensei CardWritten": KENSEI, "kensei deploy.card": KENSEI, "kensei SpotWritten": CASTS,
    "kensei victory.propose": BLIND,
    "kensei HiddenDeployed": SPY, "kensei orders.declare": SPY, "kensei OrderDeclared": SPY,
    "kensei OrdersCleared": SPY, "kensei OrderSettled": UNDONE, "kensei OrderBarred": BARRED, "kensei ApSpent": UNDONE,
    "kensei OrderTold": f"{SEALED}::test_what_a_hidden_model_is_to_do_is_not_even_counted",
    "kensei WarningGiven": ANSWER, "kensei special.warning": ANSWER, "kensei lightning.where": CASTS,
    "kensei combat.position": f"{SEALED}::test_who_takes_a_defensive_position_is_not_told_before_all_have_chosen",
    "kensei UnitLost": UMPIRE, "kensei lose": UMPIRE, "kensei Amended": UMPIRE,
    "campaigns Mustered": CAMPAIGN, "campaigns SplitSet": CAMPAIGN, "campaigns Ordered": CAMPAIGN,
}  # fmt: skip
"""The test that tries each secret."""
OPEN = {
    "kensei deploy.swap": "which cards change places all see at once; what lies below them CardWritten keeps",
    "campaigns Unmustered": "that a muster was withdrawn all may see; the entry says no more",
}
"""What is asked or told apart though it holds nothing that others may not know, and why."""


PLUMBING = {"Line"}
"""What carries who may see an entry from one shape to another."""


def calls(part: str) -> Iterator[ast.Call]:
    """Every call in the rules of a system, or in the campaigns."""
    folder = ROOT / "app" / part if part == "campaigns" else ROOT / "app" / "systems" / part
    for file in sorted(folder.rglob("*.py")):
        yield from (node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call))


def secrets_of(system: str) -> set[str]:
    """What the code of a system keeps from some: events with an audience, questions answered in secret."""
    found = set[str]()
    for call in calls(system):
        for word in call.keywords:
            if word.arg == "seen_by" and not is_nothing(word.value):
                found.add(name_of(call.func))
            if word.arg == "secret" and not is_nothing(word.value):
                found.add(str(ast.literal_eval(call.args[1])))
    return found


def is_nothing(value: ast.expr) -> bool:
    """Whether it says that all may see it."""
    return isinstance(value, ast.Constant) and value.value in (None, False)


def name_of(called: ast.expr) -> str:
    """The name of what is called."""
    return called.attr if isinstance(called, ast.Attribute) else ast.unparse(called)


@pytest.mark.parametrize("part", [*(system.key for system in SYSTEMS), "campaigns"])
def test_every_secret_is_tried(part: str) -> None:
    known = {one.partition(" ")[2] for one in (*TRIED, *OPEN) if one.startswith(f"{part} ")}
    assert secrets_of(part) - PLUMBING == known


@pytest.mark.parametrize("secret", TRIED)
def test_the_test_of_a_secret_is_there(secret: str) -> None:
    file, _, name = TRIED[secret].partition("::")
    text = Path(ROOT / "tests" / file).read_text()
    assert f"def {name}(" in text
