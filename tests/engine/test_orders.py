"""An order is one declaration: how it is offered, and how what was chosen is carried out."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from app.engine.domains import Choice, Pick
from app.engine.options import Closed
from app.engine.orders import Order, Orders, both, first_reason, none_open
from app.engine.refusals import Clause, refuse

HOLDS, SHOOTS, RUNS = Clause("DUE-TRN-01"), Clause("DUE-SHO-01"), Clause("DUE-MOV-01")
TIRED = refuse("run.tired", RUNS)
HIDDEN = refuse("shoot.hidden", SHOOTS)
done: list[tuple[str, Any]] = []


def hold(_: object, unit: SimpleNamespace, answer: object) -> None:
    done.append((f"hold {unit.id}", answer))


async def shoot(_: object, unit: SimpleNamespace, answer: object) -> None:
    done.append((f"shoot {unit.id}", answer))


def tired(_: object, unit: SimpleNamespace) -> Closed:
    return TIRED if unit.tired else None


def foes(state: SimpleNamespace, _: object) -> Pick:
    return Pick(state.foes)


HOLD: Order[Any, Any] = Order(key="hold", clause=HOLDS, bare=True, gesture="self", weight=3, do=hold)
SHOOT: Order[Any, Any] = Order(
    key="shoot", about="option.shoot", facts=lambda _, unit: {"unit": unit.id}, piece=lambda _, unit: unit.id,
    clause=SHOOTS, under=lambda _, unit: RUNS if unit.tired else SHOOTS, barred=tired, below=foes,
    nothing=first_reason("shoot.nobody", SHOOTS, "unit"), gesture="click", do=shoot,
)  # fmt: skip
ORDERS: Orders[Any, Any] = Orders(HOLD, SHOOT)
AKI, TARO = SimpleNamespace(id="aki", tired=False), SimpleNamespace(id="taro", tired=True)
OPEN, SHUT, ALONE = (SimpleNamespace(foes=foes) for foes in ({"ken": HIDDEN, "jin": None}, {"ken": HIDDEN}, {}))


def test_an_order_is_offered_as_it_says() -> None:
    rows = {row["key"]: row for row in ORDERS.menu(OPEN, AKI).describe()["options"]}
    assert list(rows) == ["hold", "shoot"]
    assert (rows["hold"]["clause"], rows["hold"]["gesture"], rows["hold"]["more"]) == (None, "self", False)
    shot = rows["shoot"]
    assert (shot["about"], shot["facts"], shot["piece"]) == ("option.shoot", {"unit": "aki"}, "aki")
    assert (shot["clause"], shot["gesture"], shot["more"], shot["no"]) == (SHOOTS, "click", True, None)
    assert ORDERS.options(OPEN, AKI)["hold"].weight == 3
    assert ORDERS.options(OPEN, TARO)["shoot"].clause == RUNS


@pytest.mark.parametrize(
    ("state", "unit", "no"),
    [(OPEN, AKI, None), (OPEN, TARO, TIRED), (SHUT, AKI, HIDDEN),
     (ALONE, AKI, refuse("shoot.nobody", SHOOTS, unit="aki"))],
)  # fmt: skip
def test_it_is_closed_for_what_bars_it_else_for_want_of_anything_open(state: Any, unit: Any, no: Closed) -> None:
    assert ORDERS.options(state, unit)["shoot"].no == no


def test_an_answer_is_judged_by_itself_unless_the_order_is_firm_or_barred() -> None:
    given = Choice("shoot", "ken")
    assert ORDERS.menu(SHUT, AKI).refuse(given) == HIDDEN
    assert ORDERS.menu(OPEN, TARO).refuse(given) == TIRED
    said = none_open("shoot.no-target", SHOOTS)
    loose, firm = (Orders(replaced(nothing=said, firm=firm)).menu(SHUT, AKI) for firm in (False, True))
    assert loose.refuse(given) == HIDDEN
    assert firm.refuse(given) == refuse("shoot.no-target", SHOOTS)
    assert firm.refuse(Choice("shoot")) == loose.refuse(Choice("shoot")) == refuse("shoot.no-target", SHOOTS)


def test_nothing_is_found_out_before_somebody_looks() -> None:
    calls: list[str] = []

    def below(*_: object) -> Pick:
        calls.append("below")
        return Pick({"ken": None})

    def barred(*_: object) -> Closed:
        calls.append("barred")
        return None

    option = replaced(below=below, barred=barred).option(OPEN, AKI)
    assert calls == []
    assert option.no is None
    assert option.then is not None
    assert (option.then().only(), option.no, calls) == ("ken", None, ["barred", "below"])


def test_what_concerns_nobody_is_left_out_and_two_of_a_key_take_turns() -> None:
    other = replaced(
        concerns=both(lambda _, unit: unit.tired, lambda state, _: bool(state.foes)), barred=lambda *_: None
    )
    orders: Orders[Any, Any] = Orders(replaced(concerns=lambda _, unit: not unit.tired), other)
    assert orders.given(OPEN, AKI, "shoot") is orders.all[0]
    assert orders.given(OPEN, TARO, "shoot") is other
    assert orders.options(ALONE, TARO) == {}
    with pytest.raises(KeyError):
        orders.given(ALONE, TARO, "shoot")


def test_what_is_chosen_is_carried_out_at_once_or_as_a_flow() -> None:
    done.clear()
    game: Any = SimpleNamespace(state=OPEN)
    asyncio.run(run(game))
    assert done == [("hold aki", None), ("shoot aki", "jin")]


async def run(game: Any) -> None:
    await ORDERS.carry_out(game, AKI, Choice("hold"))
    await ORDERS.carry_out(game, AKI, Choice("shoot", "jin"))


def replaced(**fields: Any) -> Order[Any, Any]:
    """The order to shoot, said otherwise."""
    return replace(SHOOT, **fields)


def test_an_option_is_made_when_it_is_looked_at_and_once() -> None:
    made: list[str] = []

    def named(_: object, unit: SimpleNamespace) -> dict[str, str]:
        made.append(unit.id)
        return {"unit": unit.id}

    offered = Orders(HOLD, replace(SHOOT, facts=named)).options(OPEN, AKI)
    assert offered["hold"].weight == 3
    assert not made
    assert offered["shoot"] is offered["shoot"] is dict(offered)["shoot"]
    assert made == ["aki"]
    assert ("run" in offered, list(offered), len(offered)) == (False, ["hold", "shoot"], 2)


def test_whether_an_order_is_offered_is_said_without_making_its_option() -> None:
    made: list[str] = []

    def named(_: object, unit: SimpleNamespace) -> dict[str, str]:
        made.append(unit.id)
        return {"unit": unit.id}

    offered = Orders(HOLD, replace(SHOOT, facts=named)).options(OPEN, AKI)
    assert ("shoot" in offered, "run" in offered, made) == (True, False, [])
    assert len(dict(offered)) == 2
    assert ("shoot" in offered, "run" in offered, made) == (True, False, ["aki"])
