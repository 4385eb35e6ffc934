"""How a finished game is shown."""

from __future__ import annotations

from typing import Any

from app.web.tables import Seen, ended


def ending(table: Seen, view: dict[str, Any]) -> dict[str, Any] | None:
    """The winner, the reason and the points; ``None`` while the game goes on."""
    outcome = table.info.outcome
    if table.info.status != "over" or outcome is None:
        return None
    sides = {side["seat"]: side for side in view["sides"]}
    scores = {side["side"]: outcome.facts.get(f"score_{side['seat']}", "") for side in view["sides"]}
    why = table.words.says(outcome.reason, outcome.facts) if outcome.reason in table.words.sentences else ended(table)
    return {
        "winner": sides.get(outcome.winner or ""), "why": why, "clause": outcome.facts.get("clause", ""),
        "rows": [], "total": scores if any(score != "" for score in scores.values()) else None,
        "record": f"/api/v1/games/{table.info.id}/record",
    }  # fmt: skip
