"""Withdraw, and its answers."""

from __future__ import annotations

from app.systems.ronin.book import inches
from app.systems.ronin.moving.events import Followed, Moved, WithdrawAnswered
from tests.systems.ronin.playing import answer, asked, order, refused, stage, told, way

PAIR = "priority red\nmodel Aki red at=10,10\nmodel Jiro blue at=10,11\n"


def test_a_withdraw_ends_out_of_contact_within_two_inches() -> None:
    session = stage(PAIR)
    assert refused(session, order("Aki", "withdraw", way(("10", "9.96")))).clause == "RON-MOV-21"
    assert refused(session, order("Aki", "withdraw", way(("10", "7.99")))).clause == "RON-MOV-09"


def test_the_enemy_follows_back_into_contact() -> None:
    session = stage(PAIR)
    answer(session, order("Aki", "withdraw", way(("10", "8"))))
    assert asked(session).seat == "blue"
    answer(session, "follow")
    assert session.state.model("Aki").at == (inches(10), inches(8))
    assert refused(session, way(("10", "9.5"))).code == "follow.no-contact"
    answer(session, way(("10", "9.02")))
    assert told(session, Followed)[0].model == "Jiro"
    assert not session.state.model("Jiro").activated


def test_a_free_attack_comes_before_the_move() -> None:
    session = stage(PAIR)
    answer(session, order("Aki", "withdraw", way(("10", "8"))))
    answer(session, "free-attack")
    assert not told(session, Moved)
    while session.waiting is not None and not session.questions():
        session.throw(tuple(1 for _ in range(session.waiting.dice.count)))  # type: ignore[union-attr]
        if told(session, Moved):
            break
    if not told(session, Moved):
        answer(session, asked(session).domain.open()[0])
        for count in (2, 1):
            session.throw((1,) * count)
    assert told(session, WithdrawAnswered)[0].answer == "free-attack"
    assert told(session, Moved)[0].how == "withdraw"


def test_nobody_strikes_at_an_acrobat() -> None:
    session = stage(PAIR.replace("at=10,10", "at=10,10 attributes=acrobatic"))
    answer(session, order("Aki", "withdraw", way(("10", "8"))))
    assert refused(session, "free-attack").clause == "RON-ATT-11"


def test_two_enemies_answer_in_the_order_their_owner_chooses() -> None:
    session = stage(PAIR + "model Saburo blue at=11,10\n")
    answer(session, order("Aki", "withdraw", way(("8.6", "8.6"))))
    assert asked(session).about == "withdraw.order"
    answer(session, ["Saburo", "Jiro"])
    assert asked(session).facts["model"] == "Saburo"
    answer(session, "nothing")
    assert asked(session).facts["model"] == "Jiro"
