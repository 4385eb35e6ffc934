"""Plays the rows of a case and says what it leaves open."""

from __future__ import annotations

from collections.abc import Callable

from app.engine.flow import Roll
from app.engine.staging import Row
from app.judge.claims import Claims
from app.judge.play import Differs


class Referee(Claims):
    """One case being played from its first row to its last."""

    def step(self, row: Row) -> None:
        """Play one row."""
        if row.verb == "system":
            self.choose(row)
        elif self.system is None:
            raise row.fail("a case begins with 'system'")
        elif row.verb in self.verbs():
            self.verbs()[row.verb](row)
        elif row.verb in self.system.staging.verbs():
            if self.session is not None:
                raise row.fail(f"'{row.verb}' sets the position and must stand before the first step")
            self.rows.append(row)
        else:
            known = ", ".join([*self.verbs(), *self.system.staging.verbs()])
            raise row.fail(f"unknown word '{row.verb}'; known are: system, {known}")

    def verbs(self) -> dict[str, Callable[[Row], None]]:
        """The verbs that play and compare."""
        return {
            "answer": self.answer, "refuses": self.refuses, "dice": self.throw, "event": self.event,
            "no-event": self.no_event, "asks": self.asks, "offers": self.offers, "rolls": self.rolls,
            "state": self.state, "preview": self.preview, "hidden": self.hidden, "seen": self.seen,
            "undo": self.undo, "sealed": self.sealed, "over": self.over, "concede": self.concede,
            "legal": self.legal, "illegal": self.illegal, "begin": self.begin, "play": self.play,
            "reckons": self.reckons, "waits": self.waits, "sees": self.sees, "shows": self.shows,
            "reaches": self.reaches, "amend": self.amend, "amendable": self.amendable, "tells": self.tells,
            "default": self.default, "lies": self.lies, "faces": self.faces,
        }  # fmt: skip

    def close(self, line: int) -> None:
        """After the last row: nothing may be left over."""
        if self.dice:
            raise Differs(self.dice[0], "these dice were never called for")
        if self.session is None and self.faults is None and not self.reckoned:
            raise Differs(line, "the case plays nothing: add an answer, dice, an event, or 'legal'")
        if self.session is not None and self.unnamed():
            raise Differs(line, f"{self.waiting()}: play it, or say 'waits {self.pending()}'")

    def pending(self) -> str:
        """What waits, in the words of ``waits``."""
        session = self.live()
        if isinstance(session.waiting, Roll):
            return f"dice {session.waiting.why} {session.waiting.clause}"
        return next(f"{q.seat} {q.about} {q.clause}" for q in session.questions() if q.seat not in self.named)
