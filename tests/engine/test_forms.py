"""The answer that fills in a form."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from app.engine.forms import Field, Form
from app.engine.refusals import Clause, Refusal, refuse

ODD = refuse("odd", Clause("ENG-ASK-01"))
BAD = refuse("bad", Clause("ENG-ASK-02"))


def form(sure: tuple[dict[str, Any], ...] = ({"n": 2},)) -> Form:
    """A form of one even number."""

    def parse(raw: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
        return dict(raw) if type(raw.get("n")) is int else BAD

    return Form((Field("n", "number", low=1, high=9),), parse, lambda rng: {"n": rng.randint(1, 9)}, sure,
                lambda record: ODD if record["n"] % 2 else None)  # fmt: skip


def test_a_record_is_read_whole_or_refused() -> None:
    assert form().read({"n": 4}) == {"n": 4}
    assert form().read({"n": "4"}) == BAD
    assert form().read(None) == BAD


def test_the_rules_judge_a_record_that_can_be_read() -> None:
    assert form().refuse({"n": 4}) is None
    assert form().refuse({"n": 3}) == ODD
    assert form().preview({"n": 3}).no == ODD


def test_samples_are_legal() -> None:
    rng = Random(1)
    assert all(form().sample(rng)["n"] % 2 == 0 for _ in range(30))


def test_a_page_is_told_fields_and_a_record_to_begin_with() -> None:
    assert form().describe() == {"kind": "form", "fields": [Field("n", "number", low=1, high=9)], "offered": {"n": 2}}
    assert form(()).describe()["offered"] == {}
