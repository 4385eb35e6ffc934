"""Forms and ways as the panel shows them: fields in words, what is told of an option, the usual way, a direction."""

from __future__ import annotations

import html
import json
import re
from typing import Any

from app.engine.events import Seat
from app.engine.forms import Field
from app.engine.refusals import Clause
from app.engine.views import Note
from app.games.results import GameId, GameInfo, Look, OpenQuestion
from app.web.page.fields import parts
from app.web.page.prompts import choices, mine
from app.web.page.said import Said
from app.web.page.templates import render
from app.web.page.words import Words

INFO = GameInfo(id=GameId("g"), system="test", scenario="field", status="playing", version=7, seats=())
SENTENCES = {
    "ask.order": "An order.", "form.when": "As soon as", "form.when.list": "Condition {n}", "form.when.cm": "Distance",
    "form.when.type.near": "comes near", "word.far": "far off", "told.march": "march to {degrees}",
    "no": "Open: {at:field}", "where.run": "Where does {who:model} run?",
}  # fmt: skip
ONLY: dict[str, tuple[str, ...]] = {"when.type": ("near",)}
FIELDS = (
    Field("when.type", "pick", ("near", "far", "both_at_once")),
    Field("when.cm", "number", low=1, high=9, only=ONLY),
    Field("when.at", "spots", low=3, high=4, only=ONLY),
    Field("when.list.0.cm", "number", only={"when.type": ("both_at_once",)}),
    Field("when.unit", "pick", ("red-1", "red-2"), pieces=True),
    Field("which.kinds", "picks", ("foot", "horse")),
)


def words() -> Words:
    """Words that know two units."""
    return Words(SENTENCES, 1000, "cm", {"red-1": "A Spears", "red-2": "B Foot"}, {})


def form(**offered: Any) -> dict[str, Any]:
    """What a form says of itself."""
    return {"kind": "form", "fields": list(FIELDS), "offered": offered}


def panel(domain: Any, at: list[str], *trail: str) -> str:
    """The question after these picks, as it is drawn."""
    asked = OpenQuestion(
        seat=Seat("red"), mine=True, id="7-red", about="ask.order", clause=Clause("TST-ONE-01"), facts={},
        domain=domain, default=None,
    )  # fmt: skip
    prompt = mine(words(), INFO, asked, at, Look(no=None, domain=domain, whole=False), list(trail))
    return render("table/question/_prompt.html", prompt=prompt, game={"id": "g"})


def rows(page: str) -> dict[str, str]:
    """The markup of each field by its path."""
    found = re.findall(r'<div class="form-row[^>]*data-field="([^"]+)".*?</div></div>', page, re.S)
    texts = re.findall(r'<div class="form-row.*?</div></div>', page, re.S)
    return dict(zip(found, texts, strict=True))


def test_fields_are_called_as_the_sentences_call_them() -> None:
    found = rows(panel(form(when={"type": "near", "cm": 5}), ["red-1"], "A Spears"))
    assert list(found) == [field.path for field in FIELDS]
    assert ">Distance</label>" in found["when.cm"]
    assert ">Distance</label>" in found["when.list.0.cm"]
    assert 'value="near" selected>comes near<' in found["when.type"]
    assert 'value="far">far off<' in found["when.type"]
    assert ">both at once<" in found["when.type"]


def test_a_field_has_its_bounds_its_value_and_what_it_depends_on() -> None:
    found = rows(panel(form(when={"cm": 5}), [], ""))
    assert 'min="1" max="9" value="5"' in found["when.cm"]
    assert json.loads(html.unescape(re.findall(r"data-only='(.*?)'", found["when.cm"])[0])) == {"when.type": ["near"]}
    assert 'data-low="3" data-high="4"' in found["when.at"]
    assert 'data-act="aim"' in found["when.at"]


def test_a_list_of_pieces_may_be_left_open_and_names_them() -> None:
    found = rows(panel(form(), []))["when.unit"]
    assert '<option value="">' in found
    assert 'value="red-2" data-piece="red-2">B Foot<' in found


def test_a_group_nobody_has_to_look_at_is_folded_up() -> None:
    groups = parts(words(), {**form(), "fields": [{"path": f.path, "type": f.type, "only": f.only} for f in FIELDS]})
    assert [group.spare for group in groups] == [False, False, True, True]
    page = panel(form(), [])
    assert page.count('<details class="form-part">') == 2
    assert "<legend>Condition 1</legend>" in page


def test_a_refusal_names_a_field_as_the_form_does() -> None:
    assert words().says("no", {"at": "when.list.1.cm"}) == "Open: Distance"
    assert words().says("no", {"at": "when.some_thing"}) == "Open: some thing"


# -- options ----------------------------------------------------------------------------


def option(key: str, **more: Any) -> dict[str, Any]:
    """A row of a menu."""
    return {"key": key, "no": None, "about": "", "facts": {}, "piece": None, "clause": None, "more": True, **more}


def test_what_is_told_of_an_option_stands_under_its_name_and_may_be_taken_back() -> None:
    told = option("red-1", piece="red-1", told=(Note("told.march", {"degrees": 90}),), undo="clear")
    menu = {"kind": "menu", "options": [told, option("red-2", piece="red-2"), option("done", more=False)]}
    found = choices(words(), menu)
    assert (found[0].told, found[0].undo) == ([Said("march to 90", way=90)], "clear")
    page = panel(menu, [])
    assert '<small data-way="90">march to 90</small>' in page
    assert """data-at='["red-1"]' data-key="clear" aria-label="Take back: A Spears\"""" in html.unescape(page)
    assert page.count("choice-undo") == 1
    assert re.search(r'<div class="ends".*data-key="done"', page)


# -- directions and shares ------------------------------------------------------------------


def test_a_direction_is_not_a_place() -> None:
    place = {"kind": "place", "radius": 0, "zones": [], "turns": False, "shape": [], "piece": None, "offered": [0, 9]}
    assert 'data-act="offered"' in panel(place, ["k"], "March")
    aimed = panel({**place, "aim": [0, 0]}, ["k"], "March")
    assert 'data-act="offered"' not in aimed
    assert "Click the direction" in aimed


def test_shares_begin_with_the_least_and_say_it() -> None:
    page = panel({"kind": "split", "total": 9, "limits": {"red-1": 9, "red-2": 4}, "least": {"red-1": 5}}, [])
    assert re.search(r'data-part="red-1" data-least="5" data-most="9"', page)
    assert re.findall(r"<output[^>]*>(\d+)</output>", page) == ["5", "0"]
    assert "at least 5" in page
    assert "at most 4" in page
    assert page.count('type="range"') == 2


def test_few_things_are_shared_out_without_sliders() -> None:
    assert 'type="range"' not in panel({"kind": "split", "total": 3, "limits": {"red-1": 3, "red-2": 3}}, [])


# -- going along a bearing ------------------------------------------------------------------


def slide(**steps: int) -> dict[str, Any]:
    """What a question about going along a bearing says of itself."""
    start = {"at": [0, 0], "facing": 0, "files": 3, "number": 6, "across": 4000, "deep": 1500}
    return {"kind": "manoeuvre", "piece": "red-1", "allowance": 8000, "steps": {"slide": 0, **steps}, "rates": {},
            "offered": [], "start": start, "way": 4500}  # fmt: skip


def acts(page: str) -> list[str]:
    """The deeds there are buttons for, beyond those that are always there."""
    always = ("confirm", "corner", "cancel")
    return [act for act in re.findall(r'data-act="([a-z-]+)"', page) if act not in always]


def test_only_the_turns_that_are_open_have_buttons() -> None:
    assert acts(panel(slide(), [], "March")) == []
    assert acts(panel(slide(face=9000), [], "March")) == ["face-left", "face-right"]
    assert acts(panel(slide(face=0), [], "March")) == ["face-left", "face-right", "face-about"]
    assert acts(panel(slide(turn=18000), [], "March")) == ["about"]
    assert "along its bearing" in panel(slide(), [], "March")


def title(kind: str, *trail: str, **domain: Any) -> str:
    """The headline at a level of a question of this kind, as it is drawn."""
    pick = {"kind": kind, "options": [], **domain}
    asked = OpenQuestion(seat=Seat("red"), mine=True, id="7-red", about="ask.order", domain=pick)
    at = ["red-1", *trail[1:]]
    return mine(words(), INFO, asked, at if trail else [], Look(no=None, domain=pick, whole=False), list(trail)).title


def test_a_headline_says_who_and_what() -> None:
    assert title("menu") == "An order."
    assert title("menu", "A Spears") == "What does A Spears do?"
    assert title("walk", "A Spears", "Run") == "Where does A Spears go?"
    assert title("walk", "A Spears", "run") == "Where does A Spears run?"
    assert title("place", "A Spears", "run", aim=True) == "Where does A Spears run?"
    assert title("place", "A Spears") == "Where does A Spears stand?"
    assert title("place", "A Spears", "Turn", aim=True) == "A Spears: Turn"
