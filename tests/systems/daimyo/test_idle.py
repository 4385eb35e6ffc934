"""Whose attempt was in vain is seen to: his leader says so on the table and on his card, until the turn ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.engine.events import Event
from app.engine.refusals import Clause
from app.engine.session import Session
from app.judge.blocks import blocks
from app.judge.referee import Referee
from app.systems.daimyo.activation.events import ActivationRolled, AttemptDeclined
from app.systems.daimyo.state import ClanId, State
from app.systems.daimyo.system import SYSTEM
from bench.odds import Reader

CASE = Path("tests/rulings/daimyo/activation/roll.case")


def marked(state: State, id: str) -> list[tuple[bool, bool]]:
    """Whether the leader of a clan bears the mark, and whether his card says it; nothing where he is not shown."""
    leader = state.clans[ClanId(id)].daimyo if id in state.clans else ""
    notes = [note.about for note in SYSTEM.inspect(state, None, leader).notes]
    shown = [p for p in SYSTEM.view(state, None).pieces if p.id == leader]
    return [("idle" in one.badges, "badge.idle" in notes) for one in shown]


def test_a_leader_whose_clan_tried_in_vain_or_gave_its_roll_up_bears_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[bool] = set()
    emit = Session.emit

    def watched(session: Session[Any], event: Event) -> None:
        before = session.state
        emit(session, event)
        if isinstance(event, ActivationRolled) and (found := marked(session.state, event.clan)):
            assert found == [(not event.active, not event.active)]
            up = AttemptDeclined(clause=Clause("DAI-ACT-11"), seat=event.seat, clan=event.clan)
            assert marked(SYSTEM.evolve(before, up), event.clan) == [(True, True)]
            seen.add(event.active)

    monkeypatch.setattr(Session, "emit", watched)
    for block in blocks(CASE):
        Reader.follow(Referee(), block)  # type: ignore[arg-type]
    assert seen == {True, False}
    assert "roll" not in SYSTEM.sentences["badge.idle"].lower(), "nor are dice told of a clan that threw none"
