"""Checks the record of a game offline: seal, chain, dice, and every input played again."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

import msgspec
from msgspec import Struct

from app.engine.amend import Change as Amendment
from app.engine.asks import Json
from app.engine.dice import Dice
from app.engine.digest import START, canonical, link
from app.engine.events import Seat
from app.engine.system import RuleSystem
from app.games.dice import Tray, Ways, way_of
from app.games.drive import Drive
from app.games.losing import CLOSED, Closing
from app.games.record import FORMAT, OLDEST, EventLine, Record, TapeLine, lines
from app.games.vault import Vault, commitment
from app.store.db import Row
from app.store.games import Change, Saved

SELDOM = (100_000, 20, 50)
"""After how many objects more rubbish is looked for among the youngest, and how often among older ones."""


class Ledger:
    """What a store would hold of one game, in memory."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.tape: list[Row] = []
        self.events: list[Row] = []
        self.points: list[Row] = []

    def add(self, change: Change) -> None:
        """The change is kept as a store would keep it."""
        self.tape += change.tape
        self.events += change.events
        self.points += change.checkpoints
        for rows, key, strikes in (
            (self.tape, "seq", change.strike_tape),
            (self.events, "seq", change.strike_events),
            (self.points, "tape_seq", change.strike_checkpoints),
        ):
            for numbers, by in strikes:
                for row in rows:
                    if row[key] in numbers:
                        row["struck_by"] = by

    def before(self, seq: int) -> Saved:
        """What a store would load for a return to before this tape entry."""
        point = [p for p in self.points if p["struck_by"] is None and p["tape_seq"] < seq][-1]
        tape = [r for r in self.tape if r["struck_by"] is None and r["seq"] > point["tape_seq"]]
        events = [r for r in self.events if r["struck_by"] is None and r["seq"] > point["head"]]
        return Saved(self.row, [], point, tape, events)

    def after(self, seq: int) -> tuple[list[Row], list[int], list[Row]]:
        """What such a return would strike."""
        return (
            [r for r in self.tape if r["struck_by"] is None and r["seq"] >= seq],
            [p["tape_seq"] for p in self.points if p["struck_by"] is None and p["tape_seq"] >= seq],
            [r for r in self.events if r["struck_by"] is None and r["tape_seq"] >= seq],
        )


class Replay:
    """Plays a record again through the rules of now."""

    def __init__(self, system: RuleSystem[Any], record: Record) -> None:
        self.system, self.record = system, record
        row = {
            "id": record.game, "system": record.system, "rules_version": record.rules,
            "setup": msgspec.to_builtins(record.setup), "status": "open", "reason": "", "head": 0, "tape_len": 0,
            "chain": START, "seed": record.seed, "draws": 0, "tray": None, "motions": None, "outcome": None,
        }  # fmt: skip
        seats = [{**msgspec.to_builtins(seat), "guest_id": None, "stand_in": False} for seat in record.seats]
        self.drive, self.ledger = Drive(system, row, seats), Ledger(row)
        self.since = record.since if record.format > OLDEST else len(record.tape)
        if self.since:
            self.drive.dice = Tray()

    def play(self) -> None:
        """Every input has been given again; the rules may raise."""
        self.drive.begin()
        self.ledger.add(self.drive.take())
        for line in self.record.tape:
            if line.kind != "throw" and self.drive.tape_len < line.seq:
                if isinstance(self.drive.dice, Tray) and line.seq > self.since:
                    self._keep_ways()
                self._give(line)
                self.ledger.add(self.drive.take())

    def _keep_ways(self) -> None:
        """From now on it is kept by which way each throw is come to, as it was on the server."""
        self.drive.dice = Ways(self.since)
        for point in self.ledger.points:
            point["way"] = None
        self.drive.way = way_of([p for p in self.ledger.points if p["struck_by"] is None][-1])

    def _give(self, line: TapeLine) -> None:
        seat, drive = Seat(line.seat or ""), self.drive
        if line.kind == "answer":
            if no := drive.answer(seat, line.body, line.by):
                raise ValueError(f"input {line.seq} is refused: {no.code}")
        elif line.kind == "undo":
            if no := drive.undo(seat):
                raise ValueError(f"input {line.seq} is refused: {no.code}")
        elif line.kind == "resign":
            drive.resign(seat, line.by)
        elif line.kind == "amend":
            self._amend(line)
        elif line.kind == "back" and line.by == "umpire":
            to = int(line.body["to"])
            drive.unamend(to, str(line.body["reason"]), "", self.ledger.before(to), self.ledger.after(to))
        elif line.kind == "back":
            to = int(line.body["to"])
            drive.go_back(seat, to, self.ledger.before(to), self.ledger.after(to))
        elif line.kind in CLOSED:
            drive.close(cast(Closing, line.kind), line.by)
        elif line.kind == "return":
            drive.return_to(seat, self.ledger.before(line.seq))
        else:
            raise ValueError(f"input {line.seq} is of no known kind: {line.kind}")

    def _amend(self, line: TapeLine) -> None:
        changes = msgspec.convert(line.body["changes"], list[Amendment])
        if no := self.drive.amend(changes, str(line.body["reason"]), "", self.ledger.before(line.seq)):
            raise ValueError(f"input {line.seq} is refused: {no.code}")


class Earlier(Struct, frozen=True):
    """A record that says it was begun by earlier rules and by those of now comes out otherwise.

    It is no sign of a forgery, and no proof that there was none: a forger may say so as well.
    """

    system: str
    rules: int
    now: int
    faults: tuple[str, ...]
    battle: str = ""

    def __str__(self) -> str:
        return (
            f"it says of itself that it was begun by rules version {self.rules} of {self.system}, and here are those "
            f"of version {self.now}: played again it comes out otherwise, and only the program of that time can tell "
            f"whether it is sound ({'; '.join(self.faults)})"
        )


class Found(Struct, frozen=True):
    """What is wrong with a record or a campaign, in words; and what earlier rules may account for."""

    faults: tuple[str, ...] = ()
    earlier: tuple[Earlier, ...] = ()

    def told(self) -> list[str]:
        """All of it in words."""
        named = (f"battle {one.battle}: {one}" if one.battle else str(one) for one in self.earlier)
        return [*self.faults, *named]


def verify(record: Json, systems: Sequence[RuleSystem[Any]]) -> list[str]:
    """Everything found in a record, in words; empty if it is sound."""
    return examined(record, systems).told()


def examined(record: Json, systems: Sequence[RuleSystem[Any]]) -> Found:
    """Every fault of a record, and what earlier rules may account for; nothing if it is sound."""
    try:
        read = msgspec.convert(record, Record)
    except msgspec.ValidationError as error:
        return Found((f"not a record: {error}",))
    if not OLDEST <= read.format <= FORMAT:
        return Found((f"the record has format {read.format}; this program reads {OLDEST} to {FORMAT}",))
    system = next((s for s in systems if s.key == read.system), None)
    if system is None:
        return Found((f"there is no rule system {read.system!r} here",))
    with hardly_collected():
        return by_version(system, read, [*sealed(read), *chained(read)], played_again(system, read))


def by_version(system: RuleSystem[Any], record: Record, faults: list[str], again: list[str]) -> Found:
    """What playing again found is a fault, unless the record may be of earlier rules: then its dice must do."""
    if wrong := versioned(system, record):
        return Found((*faults, wrong, *again))
    if not again or begun_by(record) == system.version:
        return Found((*faults, *again))
    return Found((*faults, *fallen(record)), (Earlier(system.key, begun_by(record), system.version, tuple(again)),))


def begun_by(record: Record) -> int:
    """The version of the rules by which the battle was begun, as its first events say; 0 if they do not."""
    begun = next((line.body for line in record.events if line.body.get("kind") == "engine.begun"), {})
    rules = begun.get("rules")
    return rules if type(rules) is int else 0


def versioned(system: RuleSystem[Any], record: Record) -> str | None:
    """Why the versions of the rules that the record names can not be true: the later is that of its last phase."""
    begun, last = begun_by(record), record.rules
    if 1 <= begun <= last <= system.version:
        return None
    return (
        f"it says of itself that it was begun by rules version {begun} of {system.key} and ended by {last}; "
        f"this program knows versions 1 to {system.version}"
    )


def fallen(record: Record) -> list[str]:
    """Throws that the seed does not give, whatever the rules were."""
    try:
        vault = Vault(bytes.fromhex(record.seed), record.game, {seat.seat: seat.entropy for seat in record.seats})
    except ValueError:
        return []
    throws = [line for line in record.tape if line.kind == "throw"]
    return [
        f"the dice of input {line.seq} are not those that the seed gives" for line in throws if not is_due(vault, line)
    ]


def is_due(vault: Vault, line: TapeLine) -> bool:
    """Whether a throw fell as the seed has it."""
    try:
        dice, faces = Dice(*line.body["dice"]), tuple(line.body["faces"])
        return dice.fits(faces) and vault.throw(line.body["draw"], dice) == faces
    except (KeyError, TypeError, ValueError, OverflowError):
        return False


@contextmanager
def hardly_collected() -> Iterator[None]:
    """While a battle is played again rubbish is hardly looked for: a seventh of the time went there."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def sealed(record: Record) -> list[str]:
    """Faults of the commitment: first event, the seats' bytes, the seed shown at the end."""
    faults = []
    bodies = [line.body for line in record.events]
    first, last = (bodies[0], bodies[-1]) if bodies else ({}, {})
    try:
        commit = commitment(bytes.fromhex(record.seed))
    except ValueError:
        return ["the seed is not hexadecimal"]
    if first.get("kind") != "engine.committed" or first.get("commit") != commit:
        faults.append("the seed is not the one the server committed to in its first event")
    if last.get("kind") != "engine.revealed" or last.get("seed") != record.seed:
        faults.append("the last event does not show the seed")
    joined = {b.get("seat"): b.get("entropy") for b in bodies if b.get("kind") == "engine.joined"}
    if joined != {seat.seat: seat.entropy for seat in record.seats}:
        faults.append("the seats' bytes are not those they added when they joined")
    return faults


def chained(record: Record) -> list[str]:
    """Faults of the numbering and of the chain of hashes."""
    chain = START
    for number, line in enumerate(record.events, start=1):
        chain = link(chain, line.body)
        if line.seq != number:
            return [f"event {number} is missing"]
        if line.chain != chain:
            return [f"the chain breaks at event {number}: it or one before it was changed"]
    return []


def played_again(system: RuleSystem[Any], record: Record, begun: int | None = None) -> list[str]:
    """Faults found by playing every input again, with dice thrown anew from the seed.

    ``begun``: by which version it must have been begun, where that is known but by the record itself.
    """
    first = begun_by(record) if begun is None else begun
    replay = Replay(system, record)
    try:
        replay.play()
    except Exception as error:
        return [f"the tape cannot be played: {type(error).__name__}: {error}"]
    faults = []
    given, kept = lines(replay.ledger.tape, TapeLine), msgspec.to_builtins(record.tape)
    if fault := first_difference("input", *(unnamed(rows, replay.since) for rows in (given, kept))):
        faults.append(fault)
    told = [by_rules(row, first) for row in lines(replay.ledger.events, EventLine) if is_by_rules(row)]
    known = [by_rules(row) for row in msgspec.to_builtins(record.events) if is_by_rules(row)]
    if fault := first_difference("rules event", told, known):
        faults.append(fault)
    if replay.drive.outcome != record.outcome:
        faults.append("the game played again ends otherwise")
    return faults


def unnamed(tape: list[Row], since: int) -> list[Row]:
    """Up to this entry, of a time in which questions were called otherwise, without what they were called."""
    return [{**row, "ask_id": None} if row["seq"] <= since else row for row in tape]


def is_by_rules(row: Row) -> bool:
    """Whether the rules made this event, or began or ended the game."""
    kind = str(row["body"].get("kind"))
    return not kind.startswith("engine.") or kind in ("engine.begun", "engine.ended")


def by_rules(row: Row, version: int | None = None) -> Row:
    """What of an event must come out the same; its number may not, as the table's own events lie between.

    ``version``: that of the rules by which it was begun, where the event that begins a game says that of now.
    """
    body = row["body"]
    if version is not None and body["kind"] == "engine.begun":
        body = {**body, "rules": version}
    return {"tape_seq": row["tape_seq"], "body": body, "struck_by": row["struck_by"]}


def first_difference(what: str, ours: list[Row], theirs: list[Row]) -> str | None:
    """Where two lists part, in words."""
    for number, (a, b) in enumerate(zip(ours, theirs, strict=False), start=1):
        if canonical(a) != canonical(b):
            return f"{what} {number} is not what the rules and the dice give: {text(b)} instead of {text(a)}"
    if len(ours) != len(theirs):
        return f"the record has {len(theirs)} {what}s where playing it again gives {len(ours)}"
    return None


def text(value: object) -> str:
    """A value, shortened."""
    return canonical(value).decode()[:160]
