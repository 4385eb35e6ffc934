"""Signs of states: what presses is told by one of its own."""

import re

from app.systems import SYSTEMS
from app.web.page.templates import render
from app.web.table.board.badges import SYMBOLS
from app.web.table.board.formed import LOUD


def test_what_presses_has_a_sign_of_its_own() -> None:
    for system in SYSTEMS:
        keys = [key.removeprefix("badge.") for key in system.sentences if key.startswith("badge.")]
        signs = [sign for key in keys if (sign := SYMBOLS.get(key, key)) in LOUD]
        assert len(signs) == len(set(signs)), system.key
    drawn_as = dict(re.findall(r'<g id="b-([\w-]+)">(.+)</g>', render("page/_symbols.html")))
    assert set(LOUD) <= set(drawn_as)
    assert len({drawn_as[key] for key in LOUD}) == len(LOUD)
