"""What a table or its rules refuse before there is a view, in words."""

from __future__ import annotations

from typing import Any

from app.engine.refusals import Refusal
from app.engine.system import RuleSystem
from app.games.results import GameInfo, Refused, Result
from app.games.table_rules import REFUSALS
from app.web.page import systems
from app.web.page.deps import Site
from app.web.page.errors import Bad
from app.web.page.prompts import No, reason
from app.web.page.words import Words
from app.web.table import seen as tables
from app.web.table.calls import accepted


def worded(system: RuleSystem[Any], info: GameInfo | None = None) -> Words:
    """The words of a game that has no view, those for what its table agreed among them."""
    words = tables.words_of(system, info, None)
    return Words({**words.sentences, **REFUSALS}, words.unit, words.unit_name, words.models, words.seats)


def against(system: RuleSystem[Any], no: Refusal, info: GameInfo | None = None) -> No:
    """A refusal of the table or of the rules in words."""
    found = reason(worded(system, info), no)
    assert found is not None
    return found


def went(here: Site, info: GameInfo, result: Result) -> None:
    """Nothing if it was accepted, else the error that says why not."""
    if isinstance(result, Refused):
        raise Bad(422, against(systems.chosen(here, info.system), result.refusal, info).text)
    accepted(result)
