"""Questions about formations as the panel shows them: the steps that are open, the place that is offered."""

from __future__ import annotations

import json
import re
from typing import Any

from app.engine.events import Seat
from app.engine.refusals import Clause
from app.games.results import GameId, GameInfo, Look, OpenQuestion
from app.web.page.prompts import mine
from app.web.page.templates import render
from app.web.page.words import Words

INFO = GameInfo(id=GameId("g"), system="test", scenario="field", status="playing", version=7, seats=())
ALL = {"forward": 0, "back": 0, "wheel": 0, "turn": 0, "files": 6}


def words() -> Words:
    """Words that know a formation."""
    return Words({"ask.order": "An order."}, 1000, "cm", {"red-1": "A Spears"}, {})


def panel(domain: dict[str, Any], *trail: str) -> str:
    """The question after these picks, as it is drawn."""
    asked = OpenQuestion(
        seat=Seat("red"), mine=True, id="7-red", about="ask.order", clause=Clause("TST-ONE-01"), facts={},
        domain=domain, default=None,
    )  # fmt: skip
    at = [f"k{n}" for n, _ in enumerate(trail)]
    prompt = mine(words(), INFO, asked, at, Look(no=None, domain=domain, whole=False), list(trail))
    return render("table/question/_prompt.html", prompt=prompt, game={"id": "g"})


def manoeuvre(steps: dict[str, int], **more: Any) -> dict[str, Any]:
    """What a question about a manoeuvre of two ranks of three says of itself."""
    start = {"at": [0, 0], "facing": 0, "files": 3, "number": 6, "across": 4000, "deep": 1500}
    return {"kind": "manoeuvre", "piece": "red-1", "allowance": 8000, "steps": steps, "rates": {}, "offered": [],
            "start": start, **more}  # fmt: skip


def acts(html: str) -> list[str]:
    """The deeds there are buttons for."""
    return re.findall(r'data-act="([a-z-]+)"', html)


def test_every_open_step_that_is_not_drawn_has_a_button() -> None:
    html = panel(manoeuvre(ALL, offered=[["forward", 5000]]), "Move")
    assert acts(html) == [
        "turn-left", "turn-right", "about", "narrower", "wider", "offered", "confirm", "corner", "cancel",
    ]  # fmt: skip
    assert "data-steps" in html
    assert json.loads(re.findall(r"data-domain='(.*?)'", html)[0])["start"]["files"] == 3


def test_steps_that_are_shut_have_none() -> None:
    assert acts(panel(manoeuvre({"forward": 9000}), "Move")) == ["confirm", "corner", "cancel"]


def test_what_only_aims_is_confirmed_by_name_and_whom_it_is_aimed_at() -> None:
    aims, moves = panel(manoeuvre({"wheel": 4500}), "Charge", "B Foot"), panel(manoeuvre(ALL), "A Spears", "Move")
    assert 'data-say="Charge: B Foot"' in aims
    assert "Drag a corner to wheel it" in aims
    assert 'data-say="Move"' in moves
    assert "Drag it forward" in moves


def test_a_place_that_is_offered_has_a_button() -> None:
    place = {"kind": "place", "radius": 6000, "zones": [], "turns": True, "shape": [], "piece": "red-1"}
    assert acts(panel(place, "A Spears")) == ["confirm", "turn", "cancel"]
    assert acts(panel({**place, "offered": [0, 0, 9000]}, "A Spears")) == ["offered", "confirm", "turn", "cancel"]
