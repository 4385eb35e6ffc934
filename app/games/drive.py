"""One game being driven: rules, dice and numbers, without a store, a clock or a lock.

The hosted game and the verifier of a record both use it, so that what is
checked is what was played.  Each input leaves one ``Change`` to be stored.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from typing import Any, Literal, cast

import msgspec

from app.engine.amend import EDIT, proposed
from app.engine.amend import Change as Amendment
from app.engine.asks import AnyAsk, AskAll, Json
from app.engine.dice import Faces
from app.engine.digest import START, canonical, digest, link
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.session import Answered, Checkpoint, Session
from app.engine.system import Outcome, PhaseId, RuleSystem, Setup
from app.games import sentences as say
from app.games.coach import Coach, begun
from app.games.dice import SECRET, Numbers, seen, way_of, way_to, ways_of
from app.games.losing import CLOSED, LOST, Closing, as_lost
from app.games.own_answers import OwnAnswers, is_midway
from app.games.rerun import GIVEN, Diverged, before, inputs_of, rerun
from app.games.results import PLAYED_ON, Status
from app.games.rows import common, facts_of, folded, is_for_all, is_played, motions_of, plain, since, versions
from app.games.vault import Vault
from app.store.db import Row
from app.store.games import Change, Saved, counted

LOOPS, RECENT, SILENT = 10_000, 256, ("clock", "order", "offer")
Kind = Literal["answer", "throw", "undo", "back", "resign", "return", "amend", Closing]

Later = tuple[list[Row], list[int], list[Row]]
"""Tape entries, numbers of checkpoints and events that a return strikes."""


class Drive:
    """A game, live.  Methods that change it add to ``change``; an exception leaves it unusable: load it again."""

    def __init__(self, system: RuleSystem[Any], game: Row, seats: list[Row]) -> None:
        self.system, self.id, self.row = system, str(game["id"]), {**game}
        self.seats = {Seat(row["seat"]): row for row in seats}
        self.head, self.tape_len, self.chain = int(game["head"]), int(game["tape_len"]), str(game["chain"])
        self.given, self.standing = Counter[str](), Counter[str]()
        self.draws, self.rev, self.version = game["draws"], int(game.get("rev") or 0), int(game.get("version") or 0)
        self.dice: Numbers = ways_of(game["tray"], self.tape_len)
        self.way = START  # to the checkpoint: see dice.py
        self.status: Status = game["status"]
        self.reason: str = game["reason"]
        self.motions = motions_of(game)
        self.outcome = msgspec.convert(game["outcome"], Outcome | None)
        self.session: Session[Any] | None = None
        self.clocks, self.own = list[Row](), OwnAnswers()
        self.coach: Coach | None = None  # of a lesson: see coaching.py
        self.recent: deque[Row] = deque(maxlen=RECENT)
        self.kept, self.change = {**game}, Change(self.id)
        self._at(0)

    def _at(self, base: int) -> None:
        self.base, self.seqs, self.silent = base, list[int](), set[int]()
        self.told, self.bodies, self.hands = list[Row](), list[Row](), dict[int, int | None]()

    def take(self) -> Change:
        """The change of the input just made, to be stored; the next starts afresh."""
        now: Row = {
            "status": self.status, "reason": self.reason, "chain": self.chain, "draws": self.draws,
            "tray": self.dice.stored(), "motions": plain(self.motions) or None, "outcome": plain(self.outcome),
            "setup": self.row["setup"], "rules_version": self.row["rules_version"], "options": self.row.get("options"),
        }  # fmt: skip
        change, self.change = self.change, Change(self.id)
        change.rev, self.rev = self.rev, self.rev + 1
        changed = {k: v for k, v in now.items() if v is not self.kept.get(k) and v != self.kept.get(k)}
        change.values = {"head": self.head, "version": self.version, "tape_len": self.tape_len, **changed}
        self.kept |= changed
        return change

    @property
    def live(self) -> Session[Any]:
        """The session of the phase being played."""
        assert self.session is not None
        return self.session

    def question(self, seat: Seat) -> AnyAsk | None:
        """The open question to this seat."""
        return self.session.question(seat) if self.session and self.status != "over" else None

    def ask_id(self, seat: Seat) -> str:
        """The name of the open question to this seat: no other question to it has had it.

        It counts the seat's own answers and what all may see, so that it tells nothing of what others answered.
        """
        return f"{sum(self.given[who] for who in (seat, f'~{seat}', ''))}-{seat}"

    def tell(self, kind: str, clause: Clause, **facts: Json) -> None:
        """An event of the table itself, seen by all unless its facts say ``seen_by`` whom."""
        self._add_event({"kind": kind, "clause": clause, "seen_by": None, **facts})

    def begin(self) -> None:
        """The first phase is open; ``rules_version`` is that of now."""
        setup = msgspec.convert(self.row["setup"], Setup)
        facts = {"system": self.system.key, "rules": self.system.version, "setup": digest(setup)}
        self.status = "playing"
        self.tell("engine.begun", say.BEGUN, **facts)
        start = self.coach.begin() if self.coach else begun(self.system, setup)
        self._open(start.phase, start.state)
        self._advance()

    def answer(self, seat: Seat, raw: Json, by: str, hand: int | None = None) -> Refusal | None:
        """The answer, given by this leader of the side, is taken and all that follows has happened, or nothing has."""
        session, ask_id, is_secret = self.live, self.ask_id(seat), isinstance(self.live.waiting, AskAll)
        midway = is_midway(self.system, self.question(seat))
        if no := session.answer(seat, raw, given=by in GIVEN):
            return no
        taken, way = cast(Answered, session.tape[-1]), SECRET if is_secret and not session.sealed() else None
        seq = self._add_tape("answer", by, seat, plain(taken.answer), ask_id, True, way, midway, hand)
        self.silent |= {seq} if by in SILENT else set()
        self.own.add(by, (seat, seq, self.version, midway))
        if by == "clock":
            self.tell("engine.timed-out", say.TIME, seat=seat)
        if by == "person":
            self.lapse(*PLAYED_ON)
        self._flush()
        self._advance()
        return None

    def refuse_undo(self, seat: Seat) -> Refusal | None:
        """Why the seat may not strike its last answer alone: what was given for it stays, or time would not pass."""
        if self.coach:
            return refuse("undo.lesson", say.TAUGHT)
        if no := self.live.refuse_undo(seat):
            return refuse("undo.earlier", say.UNDONE) if no.code == "undo.nothing" and self.standing[seat] else no
        return refuse("undo.silent", say.TAKEN_BACK) if self.seqs[self.live.last_of(seat) or 0] in self.silent else None

    def undo(self, seat: Seat) -> Refusal | None:
        """The seat's last answer is struck, or the reason why it stays."""
        if no := self.refuse_undo(seat):
            return no
        gone = (session := self.live).going_with(session.last_of(seat) or 0)
        session.undo(seat)
        self.standing[seat] -= 1
        same = common(self.bodies, [facts_of(event) for event in session.events])
        struck, self.told, self.bodies = self.told[same:], self.told[:same], self.bodies[:same]
        seq = self._add_tape("undo", "person", seat, {"struck": self.seqs[gone[0]]})
        self._strike([self.seqs.pop(i) for i in reversed(gone)], struck, [], seq)
        self.lapse(*PLAYED_ON)
        self.tell("engine.undone", say.UNDONE, seat=seat, struck=versions(struck))
        self._flush()
        self._advance()
        return None

    def resign(self, seat: Seat, by: str = "person") -> None:
        """The rules have drawn the consequence of the seat giving up."""
        self._add_tape("resign", by, seat, None)
        self.change.seats.setdefault(seat, {})["gone"] = self.seats[seat]["gone"] = True
        if by not in LOST:
            self.tell("engine.resigned", say.RESIGNED, seat=seat)
        self.lapse(*PLAYED_ON)
        self.live.emit(self.system.concede(self.live.state, seat))
        self._flush()
        self.way = link(self.way, ["resign", seat])
        self._next_phase()
        self._advance()

    def close(self, kind: Closing, by: str) -> None:
        """Its rules have not ended the battle, but its campaign has decided it (``off``) or all agree to a ``draw``."""
        self._add_tape(kind, by, None, None)
        self._end(CLOSED[kind])

    def go_back(self, seat: Seat, to: int, saved: Saved, later: Later) -> None:
        """Everything from tape entry ``to`` on is struck; ``saved`` is what stood before, ``later`` what followed."""
        seq = self._add_tape("back", "person", seat, {"to": to})
        self._strike_later(later, seq)
        self.lapse(*PLAYED_ON)
        self.status = "playing"
        self.own.restore(saved.own, to)
        self.rebuild(saved.checkpoint, *before(saved, to))
        self.tell("engine.taken-back", say.TAKEN_BACK, seat=seat, struck=versions(later[2]), **seen(later))
        self._advance()

    def return_to(self, seat: Seat, saved: Saved) -> None:
        """A held game plays on from its checkpoint; what followed is struck."""
        seq = self._add_tape("return", "person", seat, None)
        struck = versions(saved.events)
        self._strike_later((saved.tape, [], saved.events), seq)
        self.status, self.reason = "playing", ""
        self.lapse(*PLAYED_ON)
        self.rebuild(saved.checkpoint, [], [], afresh=True)
        self.tell("engine.returned", say.HELD, seat=seat, struck=struck)
        self._flush()
        self._advance()

    def amend(self, changes: Sequence[Amendment], reason: str, who: str, saved: Saved) -> Refusal | None:
        """The position of the last checkpoint is changed and play goes on from there; what followed it is struck."""
        events = proposed(self.system, self.live.start.state, changes)
        if isinstance(events, Refusal):
            return events
        seq = self._add_tape("amend", "umpire", None, {"changes": plain(list(changes)), "reason": reason})
        struck = versions(saved.events)
        self._strike_later((saved.tape, [], saved.events), seq)
        self.lapse(*PLAYED_ON)
        self.tell("engine.amended", EDIT, who=who, reason=reason, struck=struck)
        bodies = [self._add_event(facts_of(event))["body"] for event in events]
        state = folded(self.system, self.live.start.state, bodies)
        self._open(self._phase_of(state), state)
        self._advance()
        return None

    def unamend(self, to: int, reason: str, who: str, saved: Saved, later: Later) -> None:
        """The edit of tape entry ``to`` and all that followed it are struck: its snapshot stands again."""
        seq = self._add_tape("back", "umpire", None, {"to": to, "reason": reason})
        self._strike_later(later, seq)
        self.lapse(*PLAYED_ON)
        self.own.restore(saved.own, to)
        self.rebuild(saved.checkpoint, [], [], afresh=True)
        self.tell("engine.unamended", EDIT, who=who, reason=reason, struck=versions(later[2]))
        self._flush()
        self._advance()

    def lapse(self, *kinds: str) -> None:
        """Nobody is asked any more to agree to these."""
        self.motions = tuple(motion for motion in self.motions if motion.kind not in kinds)

    def hold(self, reason: str) -> None:
        """The game takes no answers until somebody lets it go on from its checkpoint."""
        self.session, self.status, self.reason = None, "held", reason
        self.tell("engine.held", say.HELD)

    def since(self, version: int) -> list[Row] | None:
        """The events told after a version, struck ones too, if all of them are still at hand."""
        return since(self.recent, self.head, version)

    # -- loading -------------------------------------------------------------

    def restore(self, saved: Saved) -> None:
        """The game stands exactly where it stopped; ``Diverged`` if the rules say otherwise."""
        self.recent.extend(saved.events[-RECENT:])
        self.given, self.standing = Counter(saved.given), Counter(saved.standing)
        self.own.restore(saved.own)
        if saved.checkpoint is not None and self.status != "held":
            self.rebuild(saved.checkpoint, saved.tape, saved.events)
            if self.status in ("playing", "paused") and not self.live.questions():
                raise Diverged("nobody is asked, though the game goes on")

    def rebuild(self, point: Row | None, tape: list[Row], events: list[Row], *, afresh: bool = False) -> None:
        """The session is re-run from a checkpoint and its tape; its events must be those stored.

        ``afresh``: the stored ones were struck, those that it makes are yet to be numbered.
        """
        if point is None:
            raise Diverged("there is no checkpoint")
        session = rerun(self.system, point, tape, None if afresh else events)
        self._at(point["tape_seq"])
        self.way = way_of(point)
        inputs, played = inputs_of(tape), [row for row in events if is_played(row)]
        self.session, self.seqs = session, [row["seq"] for row in inputs]
        self.silent = {row["seq"] for row in inputs if row["by"] in SILENT}
        self.hands = {row["seq"]: row.get("hand") for row in inputs}
        self.told, self.bodies = played, [row["body"] for row in played]

    # -- internals -----------------------------------------------------------

    def _add_tape(
        self, kind: Kind, by: str, seat: Seat | None, body: Json, ask_id: str = "", inside: bool = False,
        way: str | None = None, midway: bool | None = None, hand: int | None = None,
    ) -> int:  # fmt: skip
        self.tape_len += 1
        if kind != "throw":
            for counts in (self.given, self.standing):
                counts[counted(kind, by, seat)] += 1
        self.change.tape.append(
            {"game_id": self.id, "seq": self.tape_len, "kind": kind, "seat": seat, "ask_id": ask_id or None, "by": by,
             "body": body, "way": way, "midway": midway, "hand": hand, "struck_by": None}
        )  # fmt: skip
        if inside:
            self.hands[self.tape_len] = hand
            self.seqs.append(self.tape_len)
        return self.tape_len

    def _add_event(self, body: Row) -> Row:
        """The event has a number; its version is that of the next one for all, or of itself."""
        self.head += 1
        self.version += is_for_all(body)
        self.chain = link(self.chain, body)
        row = {"game_id": self.id, "seq": self.head, "version": self.version + (not is_for_all(body)),
               "tape_seq": self.tape_len, "kind": body["kind"], "clause": body["clause"], "seen_by": body["seen_by"],
               "body": body, "chain": self.chain, "struck_by": None}  # fmt: skip
        self.change.events.append(row)
        self.recent.append(row)
        return row

    def _flush(self) -> None:
        """Events of the rules that have no number yet get one."""
        for event in self.live.events[len(self.told) :]:
            body = facts_of(event)
            self.told.append(self._add_event(body))
            self.bodies.append(body)

    def _advance(self) -> None:
        """Dice are thrown and phases opened until a seat is asked or the game is over."""
        for _ in range(LOOPS):
            waiting = self.live.waiting
            if isinstance(waiting, Roll):
                self._throw(waiting)
            elif waiting is not None or not self._next_phase():
                return
        raise RuntimeError("the rules go round in a circle")

    def _throw(self, roll: Roll) -> None:
        way = way_to(self.way, self.live.way(), roll)
        draw, faces = self._fall(roll, way)
        body = {"faces": list(faces), "why": roll.why, "draw": draw, "dice": [roll.dice.count, roll.dice.sides]}
        self._add_tape("throw", "server", roll.by, body, inside=True, way=way)
        self.live.throw(faces)
        self._flush()

    def _fall(self, roll: Roll, way: str) -> tuple[int, Faces]:
        """The number and the faces of a throw."""
        draw = self.dice.again(way, roll)
        if draw is None:
            draw, self.draws = self.draws, self.draws + 1
        if self.coach and (written := self.coach.falls(draw)) and roll.dice.fits(written):
            return draw, written
        entropy = {str(seat): str(row["entropy"]) for seat, row in self.seats.items()}
        return draw, Vault(bytes.fromhex(self.row["seed"]), self.id, entropy).throw(draw, roll.dice)

    def _next_phase(self) -> bool:
        """Whether another phase is open now; if not, the game is over."""
        state = self.live.state
        if canonical(folded(self.system, self.live.start.state, self.bodies)) != canonical(state):
            raise Diverged("the stored events do not lead to the state that was reached")
        if self.system.next_phase(state) is None:
            self._end(as_lost(self.system.outcome(state), self.change.tape))
            return False
        self.way = link(self.way, self.live.way())
        self._open(self._phase_of(state), state)
        return True

    def _phase_of(self, state: Any) -> PhaseId:
        if (phase := self.system.next_phase(state)) is None:
            raise RuntimeError("the rules name no phase")
        return phase

    def _open(self, phase: PhaseId, state: Any) -> None:
        """A checkpoint is taken and the phase begins."""
        self._at(self.tape_len)
        self.own.settle()
        self.row["rules_version"] = self.system.version
        text = msgspec.json.encode(state).decode()  # not sorted: what is loaded must be in the same order
        row = {
            "game_id": self.id, "tape_seq": self.tape_len, "head": self.head, "phase": phase, "state": text,
            "digest": digest(state), "rules_version": self.system.version, "way": self.way, "struck_by": None,
        }  # fmt: skip
        self.change.checkpoints = [c for c in self.change.checkpoints if c["tape_seq"] != self.tape_len] + [row]
        came = self.session.came() if self.session else None
        self.session = Session(self.system, Checkpoint(phase, state), before=came)
        self._flush()

    def _end(self, outcome: Outcome) -> None:
        self.outcome, self.status, self.motions = outcome, "over", ()
        self.tell("engine.ended", say.ENDED, winner=outcome.winner, reason=outcome.reason)
        self.tell("engine.revealed", say.COMMITTED, seed=self.row["seed"])

    def _strike(self, tape: list[int], events: Sequence[Row], points: list[int], by: int) -> None:
        self.change.strike_tape.append((tape, by))
        self.own.strike(tape)
        gone = {row["seq"] for row in events}
        self.change.strike_events.append((sorted(gone), by))
        self.change.strike_checkpoints.append((points, by))
        for row in self.recent:
            if row["seq"] in gone:
                row["struck_by"] = by

    def _strike_later(self, later: Later, by: int) -> None:
        """Tape entries, checkpoints and events are struck; the numbers of their throws are remembered."""
        inputs = [row for row in later[0] if row["kind"] in ("answer", "throw", "resign", "amend")]
        self._strike([r["seq"] for r in inputs], [r for r in later[2] if is_played(r)], later[1], by)
        self.standing.subtract(counted(r["kind"], r["by"], r["seat"]) for r in inputs if r["kind"] != "throw")
        self.dice.strike([row for row in inputs if row["kind"] == "throw"])
