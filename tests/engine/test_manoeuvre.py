"""The answer that moves a formation."""

from __future__ import annotations

from random import Random

import pytest

from app.engine.asks import Json
from app.engine.formations import Formation, Step
from app.engine.geometry import Point
from app.engine.manoeuvre import Manoeuvre, Steps
from app.engine.refusals import Clause, Refusal, refuse

BODY = Formation(at=Point(0, 0), facing=0, files=2, number=4, across=4_000, deep=1_500)
FAR = Clause("ENG-ASK-01")


def too_far(steps: Steps) -> Refusal | None:
    gone = sum(step.by for step in steps if step.do == "forward")
    return refuse("too-far", FAR, used=gone, allowed=5_000) if gone > 5_000 else None


def domain(proposed: int = 3_000) -> Manoeuvre:
    return Manoeuvre(
        piece="A", start=BODY, allowance=5_000, steps={"forward": 0, "wheel": 4_500, "turn": 0, "files": 4, "face": 0},
        test=too_far, propose=lambda rng: (Step("forward", proposed),), sure=lambda: ((),), offered=(Step("wheel", 5),),
    )  # fmt: skip


def test_steps_are_read_in_order_and_written_back() -> None:
    raw = [["wheel", -1_500], ["forward", 2_000], ["turn", 18_000], ["files", 3], ["face", 9_000]]
    read = domain().read(raw)
    assert not isinstance(read, Refusal)
    assert read[0] == Step("wheel", -1_500)
    assert domain().write(read) == raw


@pytest.mark.parametrize(
    "raw",
    [
        "forward", [["forward"]], [["forward", "5"]], [["forward", -1]], [["forward", 5.0]], [["turn", 4_500]],
        [["files", 0]], [["face", 36_000]], [["wheel", 18_001]], [["jump", 5]], [["back", 5]], [["forward", True]],
    ],
)  # fmt: skip
def test_what_is_no_list_of_open_steps_cannot_be_read(raw: Json) -> None:
    found = domain().read(raw)
    assert isinstance(found, Refusal)
    assert found.code == "ask.unreadable"


def test_a_list_may_not_be_endless() -> None:
    found = domain().read([["forward", 1]] * 41)
    assert isinstance(found, Refusal)
    assert found.facts == {"points": 41, "most": 40}


def test_a_sample_is_legal_whatever_is_proposed() -> None:
    assert domain().sample(Random(1)) == (Step("forward", 3_000),)
    assert domain(9_000).sample(Random(1)) == ()
    assert domain(9_000).some(5) == [()]
    assert len(domain().some(3)) == 3


def test_a_preview_tells_the_refusal() -> None:
    no = domain().preview((Step("forward", 6_000),)).no
    assert no is not None
    assert no.facts == {"used": 6_000, "allowed": 5_000}
    assert domain().refuse((Step("forward", 5_000),)) is None


def test_a_page_is_told_the_formation_its_steps_and_what_is_offered() -> None:
    told = domain().describe()
    assert told["start"] == {"at": (0, 0), "facing": 0, "files": 2, "number": 4, "across": 4_000, "deep": 1_500}
    assert told["steps"]["wheel"] == 4_500
    assert told["offered"] == [["wheel", 5]]


def slider(way: int | None = None) -> Manoeuvre:
    return Manoeuvre(
        piece="A", start=BODY, allowance=5_000, steps={"slide": 0}, test=too_far, propose=lambda rng: (),
        sure=((),), way=way,
    )  # fmt: skip


def test_a_slide_is_read_with_its_bearing_and_written_back() -> None:
    raw = [["slide", 2_000, 31_500]]
    read = slider().read(raw)
    assert read == (Step("slide", 2_000, 31_500),)
    assert slider().write(read) == raw


@pytest.mark.parametrize(
    "raw", [["slide", 5], ["slide", 5, 36_000], ["slide", -1, 0], ["slide", 5, 0, 0], ["back", 5, 0], [[]]]
)
def test_a_slide_without_a_bearing_cannot_be_read(raw: Json) -> None:
    assert isinstance(slider().read([raw]), Refusal)


def test_a_page_is_told_the_bearing_that_slides_keep() -> None:
    assert slider(4_500).describe()["way"] == 4_500
    assert "way" not in slider().describe()


def test_steps_that_go_too_far_are_mended_where_they_do() -> None:
    start = Formation(Point(0, 0), 0, 4, 8, 2_000, 1_500)

    def test(steps: Steps) -> Refusal | None:
        wheeled = sum(abs(step.by) for step in steps if step.do == "wheel")
        far = sum(step.by for step in steps if step.do == "forward")
        if wheeled > 4_500:
            return refuse("toy.wheel", Clause("TOY-01"))
        return refuse("toy.far", Clause("TOY-01"), used=far, allowed=8_000) if far > 8_000 else None

    asked = Manoeuvre(
        piece="a", start=start, allowance=8_000, steps={"wheel": 0, "forward": 0}, test=test, propose=lambda _: (),
        sure=((),),
    )  # fmt: skip
    wheel, forward = Step("wheel", -3_000), Step("forward", 9_500)
    assert asked.mend((wheel, forward)) == (wheel, Step("forward", 8_000))
    found = asked.mend((Step("wheel", 6_000), Step("forward", 5_000)))
    assert found is not None
    assert 4_480 < found[0].by <= 4_500
    assert found[1] == Step("forward", 5_000)
    assert asked.preview((wheel, forward)).instead == [["wheel", -3_000], ["forward", 8_000]]
    assert asked.preview((wheel,)).instead is None
