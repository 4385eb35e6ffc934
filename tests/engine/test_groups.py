"""Answers about several bodies at once: what is read, what is refused, what is proposed."""

from __future__ import annotations

from random import Random

import pytest

from app.engine.allots import Allot, Item
from app.engine.geometry import Point
from app.engine.groups import Layout, Mover, Moves, Paths, Spots, Ties
from app.engine.refusals import Clause, Refusal, refuse

HOUSE = Clause("ENG-ASK-01")
A, B = Mover("a", Point(0, 0), 100, 500), Mover("b", Point(1000, 0), 100, 500)


def not_far(paths: Paths) -> Refusal | None:
    """Nobody may end beyond x = 2000."""
    far = [id for id, path in paths.items() if path[-1].x > 2000]
    return refuse("test.far", HOUSE, model=far[0]) if far else None


def moves(**changes: object) -> Moves:
    """Two bodies; luck proposes what is illegal, so that a sample must fall back."""
    given = {"sure": ({},), "propose": lambda rng: {"a": (Point(0, 0), Point(9000, rng.randrange(9)))}, **changes}
    return Moves(movers=(A, B), test=not_far, ties=Ties(500, 3000), **given)  # type: ignore[arg-type]


class TestMoves:
    def test_a_start_left_out_is_put_before(self) -> None:
        """With or without its start a path reads the same; who is left out does not move."""
        both = [{"a": [[0, 0], [50, 60]]}, {"a": [[50, 60]]}]
        assert [moves().read(raw) for raw in both] == [{"a": (Point(0, 0), Point(50, 60))}] * 2

    def test_order_of_bodies_is_theirs(self) -> None:
        """The answer lists bodies in the order of the group, whatever the wire says: the tape is the same."""
        read = moves().read({"b": [[1, 1]], "a": [[2, 2]]})
        assert not isinstance(read, Refusal)
        assert list(read) == ["a", "b"]

    @pytest.mark.parametrize(
        "raw", [None, 3, [], {"c": [[1, 1]]}, {"a": 4}, {"a": [[1]]}, {"a": [[1, "x"]]}, {"a": [[1.5, 2]]}]
    )
    def test_unreadable(self, raw: object) -> None:
        """What is not a path of a known body is refused, not raised."""
        read = moves().read(raw)
        assert isinstance(read, Refusal)
        assert read.code == "ask.unreadable"

    def test_too_many_points(self) -> None:
        """A flood of points is refused before any rule looks at it."""
        read = moves().read({"a": [[0, n] for n in range(500)]})
        assert isinstance(read, Refusal)
        assert read.code in ("path.too-many-points", "ask.unreadable")

    def test_sample_falls_back_on_what_is_sure(self) -> None:
        """Luck that proposes only what is illegal ends in the sure answer."""
        assert moves().sample(Random(1)) == {}

    def test_write_then_read(self) -> None:
        """What was written is read back."""
        paths = {"a": (Point(0, 0), Point(7, 7)), "b": (Point(1000, 0), Point(900, 5), Point(800, 5))}
        assert moves().read(moves().write(paths)) == paths

    def test_entry_from_an_edge_gives_its_starts(self) -> None:
        """Where paths begin on an edge nothing is put before them."""
        edge = moves(starts=((Point(0, 0), Point(0, 900)),))
        assert edge.read({"a": [[0, 500], [80, 500]]}) == {"a": (Point(0, 500), Point(80, 500))}

    def test_describe_offers(self) -> None:
        """A page learns who may move how far, what holds the group, and what is offered."""
        said = moves(offered={"a": (Point(0, 0), Point(5, 5))}, group="g").describe()
        assert [m["allowance"] for m in said["movers"]] == [500, 500]
        assert (said["link"], said["spread"], said["group"]) == (500, 3000, "g")
        assert said["offered"] == {"a": [[0, 0], [5, 5]]}

    def test_preview_carries_the_refusal(self) -> None:
        """The look is joined with why not."""
        no = moves().preview({"b": (Point(1000, 0), Point(3000, 0))}).no
        assert no is not None
        assert no.facts["model"] == "b"


class TestLayout:
    def layout(self) -> Layout:
        """Two bodies placed side by side."""
        spots: Spots = {"a": Point(1, 1), "b": Point(300, 1)}
        return Layout((A, B), (), lambda s: refuse("test.same", HOUSE) if s["a"] == s["b"] else None,
                      lambda rng: {"a": Point(rng.randrange(2), 0), "b": Point(0, 0)}, (spots,))  # fmt: skip

    def test_every_body_and_no_other(self) -> None:
        """One missing or one too many is unreadable."""
        wrong: tuple[object, ...] = (
            {"a": [1, 1]},
            {"a": [1, 1], "b": [2, 2], "c": [3, 3]},
            {"a": [1, 1], "b": [2]},
            [],
        )
        for raw in wrong:
            assert isinstance(self.layout().read(raw), Refusal)

    def test_round_trip_and_refusal(self) -> None:
        """Spots are read, written and judged."""
        spots = self.layout().read({"b": [5, 5], "a": [5, 5]})
        assert spots == {"a": Point(5, 5), "b": Point(5, 5)}
        assert self.layout().write({"a": Point(5, 5)}) == {"a": [5, 5]}
        assert self.layout().refuse({"a": Point(5, 5), "b": Point(5, 5)}) is not None

    def test_samples_are_legal(self) -> None:
        """Luck or the sure spots: never two on one."""
        for seed in range(20):
            spots = self.layout().sample(Random(seed))
            assert self.layout().refuse(spots) is None


class TestAllot:
    def allot(self) -> Allot:
        """Two hits for two models, one each; the third may only go to b."""
        items = {"hit-1": Item(("a", "b")), "hit-2": Item(("a", "b")), "hit-3": Item(("b",))}

        def even(answer: object) -> Refusal | None:
            found = dict(answer)  # type: ignore[call-overload]
            return refuse("test.uneven", HOUSE) if found["hit-1"] == found["hit-2"] else None

        return Allot(items, {"hit-1": "a", "hit-2": "b", "hit-3": "b"}, even)

    def test_what_is_left_out_takes_the_sure_value(self) -> None:
        """A player names only what he cares about."""
        assert self.allot().read({"hit-2": "a"}) == {"hit-1": "a", "hit-2": "a", "hit-3": "b"}

    def test_a_value_of_another_item_is_unreadable(self) -> None:
        """The reason names the item and what it may be given to."""
        no = self.allot().read({"hit-3": "a"})
        assert isinstance(no, Refusal)
        assert "hit-3" in str(no.facts["expected"])
        assert isinstance(self.allot().read({"hit-9": "a"}), Refusal)
        assert isinstance(self.allot().read("hit-1"), Refusal)

    def test_the_whole_is_judged(self) -> None:
        """The test sees all of it; samples pass it."""
        allot = self.allot()
        assert allot.refuse({"hit-1": "a", "hit-2": "a", "hit-3": "b"}) is not None
        assert all(allot.refuse(allot.sample(Random(n))) is None for n in range(20))

    def test_only_when_nothing_has_a_choice(self) -> None:
        """One value each: nobody need be asked."""
        assert self.allot().only() is None
        assert Allot({"x": Item(("a",))}, {"x": "a"}).only() == {"x": "a"}

    def test_describe_names_items(self) -> None:
        """A page learns the items and a legal answer."""
        said = self.allot().describe()
        assert [row["key"] for row in said["items"]] == ["hit-1", "hit-2", "hit-3"]
        assert said["offered"] == {"hit-1": "a", "hit-2": "b", "hit-3": "b"}
