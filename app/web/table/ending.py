"""How a finished game is shown."""

from __future__ import annotations

from typing import Any

from app.games.losing import CALLED_OFF
from app.web.table.battles import battle_path
from app.web.table.seen import Seen, ended


def ending(table: Seen, view: dict[str, Any]) -> dict[str, Any] | None:
    """The winner, the reason and the points; ``None`` while the game goes on."""
    outcome = table.info.outcome
    if table.info.status != "over" or outcome is None:
        return None
    sides = {side["seat"]: side for side in view["sides"]}
    scores = {side["side"]: outcome.facts.get(f"score_{side['seat']}", "") for side in view["sides"]}
    tally, rows = outcome.tally, list[dict[str, Any]]()
    for id in dict.fromkeys(line.id for lines in tally.values() for line in lines):
        row = {sides[seat]["side"]: sum(x.adds for x in lines if x.id == id) for seat, lines in tally.items()}
        clauses = dict.fromkeys(line.clause for lines in tally.values() for line in lines if line.id == id)
        rows.append({"label": table.words.word(id), "clauses": list(clauses), **row})
    if tally:
        scores = {sides[seat]["side"]: sum(x.adds for x in lines) for seat, lines in tally.items()}
    why = table.words.says(outcome.reason, outcome.facts) if outcome.reason in table.words.sentences else ended(table)
    return {
        "winner": sides.get(outcome.winner or ""), "why": why, "clause": outcome.facts.get("clause", ""),
        "rows": rows, "total": scores if any(score != "" for score in scores.values()) else None,
        "record": f"/api/v1/games/{table.info.id}/record", "game": table.info.id,
        "off": outcome.reason == CALLED_OFF, "battle": battle_path(table.info),
    }  # fmt: skip
