"""What a case claims: of events, questions, options, the state, what is seen and how it ended."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.engine.amend import Amends
from app.engine.events import Event, Seat
from app.engine.flow import Roll
from app.engine.refusals import Refusal
from app.engine.staging import Row, read_length, read_number, read_spot
from app.judge.answers import parts, raw_answer
from app.judge.compare import fields, found_in, same, shown, told, worded
from app.judge.play import DICE, Differs, Play
from app.judge.sights import found_at, says, shown_as
from app.judge.words import facts, has, line_of, sentence


class Claims(Play):
    """One case being played, and what it claims of it."""

    def event(self, row: Row) -> None:
        """``event kind facts CLAUSE``: this happened, after what earlier rows matched."""
        for place, event in enumerate(self.events()[self.met :], start=self.met):
            if self.fits(event.kind, event.clause, fields(event), row.words, row):
                self.met = place + 1
                return
        since = [told(e, self.unit) for e in self.events()[self.met :]]
        raise Differs(row, f"no such event; since then: {'; '.join(since[:12]) or 'nothing'}; {self.waiting()}")

    def tells(self, row: Row) -> None:
        """``tells SEAT sentence : fact=value``: the log tells this viewer so, after what earlier ``tells`` matched."""
        said, shown_too = parts(row)
        viewer, system = self.viewer(row), self.system
        assert system is not None
        lines = [line_of(system, event, viewer) for event in self.events()]
        since: list[str] = []
        for place, line in enumerate(lines[self.heard :], start=self.heard):
            if line is not None:
                since.append(sentence(system, line))
                if since[-1] == " ".join(said[1:]) and all(has(line, word, self.unit) for word in shown_too):
                    self.heard = place + 1
                    return
                if since[-1] == " ".join(said[1:]):
                    since[-1] += f" {facts(line)}"
        raise Differs(row, f"told since then: {' | '.join(since[-12:]) or 'nothing'}; {self.waiting()}")

    def no_event(self, row: Row) -> None:
        """``no-event kind facts CLAUSE``: nothing such has happened in this case, and no dice wait unnamed."""
        self.no_dice(row)
        for event in self.events():
            if self.fits(event.kind, event.clause, fields(event), row.words, row):
                raise Differs(row, f"it happened: {told(event, self.unit)}")

    def no_dice(self, row: Row) -> None:
        """What has not happened, or has ended, says nothing while dice wait that nobody has named."""
        if self.unnamed() == [DICE]:
            raise Differs(row, f"{self.waiting()}: let them fall, or say 'waits dice' before this")

    def waits(self, row: Row) -> None:
        """``waits SEAT about CLAUSE`` or ``waits dice why CLAUSE``: this waits now; ``waits`` alone: whatever does."""
        if row.words[:1] == (DICE,):
            self.rolls(Row(row.line, row.verb, row.words[1:]))
        elif row.words:
            self.asks(row)
        elif not self.unnamed():
            raise Differs(row, f"nothing waits; {self.waiting()}")
        else:
            self.named.update(self.unnamed())

    def asks(self, row: Row) -> None:
        """``asks SEAT about CLAUSE``: this question is open to the seat."""
        question, _ = self.question(row)
        if any(word not in (question.about, question.clause) for word in row.words[1:]):
            raise Differs(row, f"{question.seat} is asked {question.about} ({question.clause})")
        self.named.add(question.seat)

    def default(self, row: Row) -> None:
        """``default SEAT : words…``: this is answered for the seat if it says nothing in time."""
        given, expected = parts(row)
        question, _ = self.question(row)
        said, domain = question.domain.write(question.default), question.domain
        meant = domain.read(raw_answer(domain, row, expected, self.unit))
        if isinstance(meant, Refusal) or domain.write(meant) != said or len(given) != 1:
            raise Differs(row, f"by default: {json.dumps(msgspec.to_builtins(said))}")
        self.named.add(question.seat)

    def offers(self, row: Row) -> None:
        """``offers SEAT path… : keys…``: exactly these options are open there."""
        given, expected = parts(row)
        question, _ = self.question(row)
        raw = raw_answer(question.domain, row, given[1:], self.unit, partial=True)
        below = question.domain.at(raw)
        if isinstance(below, Refusal):
            raise Differs(row, f"closed: {shown(below, self.unit)}")
        described = below.describe()
        if any("=" in word for word in expected):
            self.described(row, described, expected)
            return
        rows = described.get("options", [])
        open_ = [str(r["key"]) for r in rows if r["no"] is None]
        if sorted(open_) != sorted(expected):
            raise Differs(row, f"open are: {' '.join(open_) or 'none'}")
        self.named.add(question.seat)

    def described(self, row: Row, found: Mapping[str, Any], expected: Sequence[str]) -> None:
        """What is said of what may be drawn or placed: how far, how wide, where it starts."""
        for word in expected:
            key, _, value = word.partition("=")
            if key not in found or not same(found[key], value, self.unit):
                raise Differs(row, f"expected {word}, it is said: {found}")
        self.named.add(row.words[0])

    def preview(self, row: Row) -> None:
        """``preview SEAT words… : line=+1 fact=value``: the breakdown shown before the answer is given."""
        given, expected = parts(row)
        question, _ = self.question(row)
        answer = question.domain.read(raw_answer(question.domain, row, given[1:], self.unit))
        if isinstance(answer, Refusal):
            raise Differs(row, f"refused: {shown(answer, self.unit)}")
        found = question.domain.preview(answer)
        facts: dict[str, Any] = {"legal": found.no is None, **{line.id: line.adds for line in found.lines}}
        for note in found.notes:
            facts |= note.facts
        for word in expected:
            key, _, value = word.partition("=")
            if value == "none" and key not in facts:
                continue
            if key not in facts or not same(facts[key], value, self.unit):
                raise Differs(row, f"expected {word}, the preview says {facts}")
        self.named.add(question.seat)

    def rolls(self, row: Row) -> None:
        """``rolls 2d6 why CLAUSE``: these dice are called for now."""
        waiting = self.live().waiting
        if not isinstance(waiting, Roll):
            raise Differs(row, f"no dice are called for; {self.waiting()}")
        said = (f"{waiting.dice.count}d{waiting.dice.sides}", waiting.why, str(waiting.clause))
        if any(word not in said for word in row.words):
            raise Differs(row, f"called for: {' '.join(said)}")
        self.named.add(DICE)

    def state(self, row: Row) -> None:
        """``state key=value`` of the game, or ``state NAME key=value`` of a model or a side, as it is now."""
        state = self.live().state
        words = list(row.words)
        things: tuple[Any, ...] = (state,)
        if words and "=" not in words[0]:
            things = found_in(state, name := words.pop(0))
            if not things:
                raise row.fail(f"nothing is called '{name}'")
        facts = {key: value for thing in reversed(things) for key, value in fields(thing).items()}
        for word in words:
            key, _, value = word.partition("=")
            if key not in facts:
                raise row.fail(f"no '{key}'; known are: {', '.join(facts)}")
            if not same(facts[key], value, self.unit):
                raise Differs(row, f"{key} is {worded(facts[key], self.unit)}")

    def lies(self, row: Row) -> None:
        """``lies NAME x,y RADIUS``: what is called so stands within so much of that spot now."""
        thing, where, far = self.placed(row, "at")
        spot, radius = read_spot(row, where, self.unit), read_length(row, far, self.unit)
        away = math.hypot(thing.at.x - spot.x, thing.at.y - spot.y)
        if away > radius:
            raise Differs(row, f"{row.words[0]} stands {away / self.unit:.2f} away from {where}")

    def faces(self, row: Row) -> None:
        """``faces NAME DEGREES WITHIN``: what is called so looks that way now, give or take so many degrees."""
        thing, *words = self.placed(row, "facing")
        meant, within = (read_number(row, word) for word in words)
        off = abs((thing.facing / 100 - meant + 180) % 360 - 180)
        if off > within:
            raise Differs(row, f"{row.words[0]} looks {off:.2f} degrees off {meant}")

    def placed(self, row: Row, what: str) -> tuple[Any, str, str]:
        """What is called as the first of three words and has this, and the other two."""
        if len(row.words) != 3:
            raise row.fail(f"'{row.verb}' takes 3 words")
        name, first, second = row.words
        found = [one for one in found_in(self.live().state, name) if getattr(one, what, None) is not None]
        if not found:
            looks = " and looks some way" if what == "facing" else ""
            raise row.fail(f"nothing of the table is called '{name}'{looks}")
        return found[0], first, second

    def sees(self, row: Row) -> None:
        """``sees SEAT path… : value``: what this viewer is shown now of the table, or of a counter he asks about."""
        assert self.system is not None
        given, expected = parts(row)
        state, viewer = self.live().state, self.viewer(row)
        if given[1:2] == ("inspect",):
            self.told(row, self.system.inspect(state, viewer, " ".join(given[2:3])), given[3:], expected)
        else:
            self.told(row, self.system.view(state, viewer), given[1:], expected)

    def viewer(self, row: Row) -> Seat | None:
        """Who looks: the seat that is named first, ``None`` for ``watcher``."""
        if not row.words:
            raise row.fail(f"'{row.verb}' needs a seat, or 'watcher'")
        return None if row.words[0] == "watcher" else Seat(row.words[0])

    def amendable(self, row: Row) -> None:
        """``amendable path… : value``: what an umpire is offered to change, where the phase began."""
        state = self.live().start.state
        self.told(row, self.system.amendable(state) if isinstance(self.system, Amends) else (), *parts(row))

    def shows(self, row: Row) -> None:
        """``shows path… : value``: what the page that sets a game up is told."""
        assert self.system is not None
        self.reckoned = True
        self.told(row, self.system.catalogue(), *parts(row))

    def told(self, row: Row, whole: Any, path: Sequence[str], expected: Sequence[str]) -> None:
        """What stands at this path says what is expected."""
        if not path or len(expected) != 1:
            raise row.fail(f"'{row.verb}' needs a path, a colon and one value")
        found = found_at(whole, path)
        if not says(found, expected[0], self.unit):
            raise Differs(row, f"{' '.join(path)} is {shown_as(found, self.unit)}")

    def reaches(self, row: Row) -> None:
        """``reaches UNIT ABILITY : UNITS…``: exactly these are within the reach of its ability now."""
        given, expected = parts(row)
        reached = getattr(self.system.staging if self.system else None, "reached", None)
        if reached is None or len(given) != 2:
            raise row.fail("'reaches' needs a unit and an ability, and a system whose abilities have a reach")
        got = reached(self.live().state, row, *given)
        if sorted(got) != sorted(w for w in expected if w != "none"):
            raise Differs(row, f"within reach are: {' '.join(got) or 'none'}")

    def audience(self, row: Row) -> tuple[Seat | None, list[Event]]:
        """The viewer named first, and the events of the kind named second."""
        assert self.system is not None
        self.live()
        if len(row.words) != 2:
            raise row.fail(f"'{row.verb}' takes a seat (or 'watcher') and a kind of event")
        viewer = self.viewer(row)
        kinds = (row.words[1], f"{self.system.key}.{row.words[1]}")
        found = [e for e in self.events() if e.kind in kinds]
        if not found:
            raise Differs(row, f"no {row.words[1]} happened")
        return viewer, found

    def hidden(self, row: Row) -> None:
        """``hidden SEAT kind``: some event of this kind happened and the seat (or ``watcher``) may not see it."""
        viewer, found = self.audience(row)
        if all(e.is_seen_by(viewer) for e in found):
            raise Differs(row, f"{row.words[0]} sees it")

    def seen(self, row: Row) -> None:
        """``seen SEAT kind``: an event of this kind happened and the seat may see it."""
        viewer, found = self.audience(row)
        if not any(e.is_seen_by(viewer) for e in found):
            raise Differs(row, f"{row.words[0]} does not see it")

    def sealed(self, row: Row) -> None:
        """``sealed SEAT``: the seat has answered in secret and others have not."""
        if row.words[0] not in self.live().sealed():
            raise Differs(row, f"not sealed; {self.waiting()}")

    def over(self, row: Row) -> None:
        """``over SEAT`` or ``over draw``: the game has ended so; facts may follow."""
        self.no_dice(row)
        assert self.system is not None
        outcome = self.system.outcome(self.live().state)
        if outcome is None:
            raise Differs(row, f"the game goes on; {self.waiting()}")
        if row.words[0] != (outcome.winner or "draw"):
            raise Differs(row, f"ended: {outcome.winner or 'draw'} ({outcome.reason})")
        for word in row.words[1:]:
            key, _, value = word.partition("=")
            if not same({**outcome.facts, "reason": outcome.reason}.get(key), value, self.unit):
                raise Differs(row, f"ended: {outcome.reason} {dict(outcome.facts)}")
