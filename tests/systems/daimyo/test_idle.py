"""Who rolled in vain is seen to: his leader says so on the table and on his card, until the turn ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.engine.events import Event
from app.engine.session import Session
from app.judge.blocks import blocks
from app.judge.referee import Referee
from app.systems.daimyo.system import SYSTEM
from bench.odds import Reader

CASE = Path("tests/rulings/daimyo/activation/roll.case")


def test_a_leader_whose_clan_rolled_in_vain_bears_it_and_his_card_says_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[bool] = set()
    emit = Session.emit

    def watched(session: Session[Any], event: Event) -> None:
        emit(session, event)
        if event.kind == "daimyo.activation-rolled":
            active, state = bool(getattr(event, "active", False)), session.state
            clan = state.clans.get(getattr(event, "clan", ""))
            leader = clan.daimyo if clan else ""
            notes = [note.about for note in SYSTEM.inspect(state, None, leader).notes]
            for shown in (p for p in SYSTEM.view(state, None).pieces if p.id == leader):
                assert ("idle" in shown.badges, "badge.idle" in notes) == (not active, not active)
                seen.add(active)

    monkeypatch.setattr(Session, "emit", watched)
    for block in blocks(CASE):
        Reader.follow(Referee(), block)  # type: ignore[arg-type]
    assert seen == {True, False}
