"""A campaign as one file that can be checked without this server and read back by another."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from app.campaigns.book import c, table
from app.campaigns.ledger import events as e
from app.campaigns.ledger.evolve import evolve
from app.campaigns.ledger.rows import read_entry
from app.campaigns.model import Campaign, CampaignId
from app.campaigns.people.eyes import is_split
from app.engine.asks import Json
from app.engine.digest import START, canonical, digest
from app.engine.refusals import Refusal, refuse
from app.games.rows import plain
from app.store.db import Row

HOLDS, READS = c("CPN-EXP-01"), c("CPN-EXP-02")
RULES: dict[str, Any] = table("export")
LIMITS = RULES["limits"]
FORMAT = int(RULES["format"])
RESULTS = ("", "won", "draw", "bye", "forfeit", "standoff")
LAST_MS, LONGEST = 253_402_300_799_000, 80
"""The last millisecond of the year 9999; of a name."""
UNSEEN = re.compile(rb"(?<!\\)(?:\\\\)*\\(?:u00[01]|[rbf])")
TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]')


class Line(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry as it is exported: with its body, or sealed with the digest of its body only."""

    seq: int
    kind: str
    warband: str
    by_id: str | None
    at_ms: Annotated[int, Meta(ge=0, le=LAST_MS)]
    seen_by: tuple[str, ...] | None
    chain: str
    body: Any = None
    digest: str = ""


class Export(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A campaign, whole.  ``warbands``: a digest of each; ``records`` of finished games, by fixture."""

    format: int
    campaign: str
    system: str
    chain: str
    entries: tuple[Line, ...]
    warbands: dict[str, str] = field(default_factory=dict)
    records: dict[str, Any] = field(default_factory=dict)


class Import(Struct, frozen=True, kw_only=True):
    """An export that was read: what it says, and the campaign that its open entries come to."""

    export: Export
    now: Campaign

    @property
    def sealed(self) -> int:
        """How many entries are sealed; with any the campaign can be looked at and not gone on with."""
        return sum(line.body is None for line in self.export.entries)


# -- writing ----------------------------------------------------------------------


def export(row: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], records: Mapping[str, Json]) -> bytes:
    """The file of a campaign (CPN-EXP-01).

    ``row``: its id (``origin``, if it was read from a file), system and chain; ``rows``: its whole ledger;
    ``records``: those of finished games by fixture, as JSON.
    """
    now, secret = whole(rows, str(row.get("origin") or row["id"]))
    lines = tuple(line_of(one, one["seq"] in secret) for one in rows)
    folded = fold_open(str(now.id), lines)
    made = Export(
        format=FORMAT, campaign=str(now.id), system=now.system, chain=str(row["chain"]), entries=lines,
        warbands=digests(folded), records=dict(records),
    )  # fmt: skip
    return canonical(jsonable(made))


def jsonable(made: Export) -> Json:
    """The same as JSON: of an entry either its body or its digest."""
    built = msgspec.to_builtins(made)
    for line in built["entries"]:
        del line["digest" if line["body"] is not None else "body"]
    return built


def line_of(row: Mapping[str, Any], secret: bool) -> Line:
    """A row of the ledger as it is exported."""
    head = {name: row[name] for name in ("seq", "kind", "warband", "by_id", "at_ms", "chain")}
    seen = None if row["seen_by"] is None else tuple(row["seen_by"])
    if secret:
        return Line(**head, seen_by=seen, digest=row.get("digest") or digest(row["body"]))
    return Line(**head, seen_by=seen, body=row["body"])


def whole(rows: Sequence[Mapping[str, Any]], id: str) -> tuple[Campaign, frozenset[int]]:
    """The campaign that a whole ledger comes to, and the numbers of its entries that are still sealed (CPN-EXP-01)."""
    now, sealed, entries = Campaign(id=CampaignId(id)), [], []
    for row in rows:
        if row["body"] is None:
            now = replace(now, seq=now.seq + 1)
            sealed.append(int(row["seq"]))
            continue
        entry = read_entry(row["body"])
        now = evolve(now, entry)
        entries.append((int(row["seq"]), entry))
    opened = max((seq for seq, entry in entries if isinstance(entry, e.Shown)), default=0)
    sealed += [seq for seq, entry in entries if entry.seen_by is not None and not is_shown(now, seq, entry, opened)]
    sealed += [seq for seq, entry in entries if isinstance(entry, e.Proposed) and entry.word]
    return now, frozenset(sealed)


def is_shown(now: Campaign, seq: int, entry: e.Entry, opened: int) -> bool:
    """Whether all may read by now what was sealed; ``opened``: the number of the last opening of march orders."""
    if now.state == "ended":
        return True
    if isinstance(entry, e.Mustered | e.Unmustered):
        one = now.fixtures[entry.fixture]
        return bool(one.game) or one.is_over
    if isinstance(entry, e.SplitSet):
        return is_split(now)
    return isinstance(entry, e.Ordered) and seq < opened


def digests(now: Campaign) -> dict[str, str]:
    """A digest of every warband."""
    return {one.id: digest(plain(one)) for one in now.warbands.values()}


def fold_open(id: str, lines: Sequence[Line]) -> Campaign:
    """The campaign that the entries come to which are not sealed; one that does not fit is a ``ValueError``."""
    now = Campaign(id=CampaignId(id))
    for line in lines:
        try:
            now = replace(now, seq=now.seq + 1) if line.body is None else evolve(now, read_entry(line.body))
        except Exception as error:
            raise Unfit(line.seq, f"{type(error).__name__}: {error}") from error
    return now


class Unfit(ValueError):
    """An entry that does not follow from those before it."""

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(why)
        self.seq = seq


# -- reading ----------------------------------------------------------------------


def read(raw: bytes) -> Import | Refusal:
    """The campaign of a file, or why it is none (CPN-EXP-02)."""
    if len(raw) > LIMITS["bytes"]:
        return refuse("export.large", READS, most=LIMITS["bytes"], got=len(raw))
    try:
        found = msgspec.json.decode(raw, type=Export)
    except RecursionError:
        return refuse("export.deep", READS, most=LIMITS["depth"])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return refuse("export.unreadable", READS, why=str(error)[:200])
    if depth(raw) > LIMITS["depth"]:
        return refuse("export.deep", READS, most=LIMITS["depth"])
    if found.format != FORMAT:
        return refuse("export.format", READS, got=found.format, format=FORMAT)
    return refuse_lines(found) or folded(found)


def depth(raw: bytes) -> int:
    """How deep brackets are nested outside of strings."""
    level = most = 0
    for token in TOKENS.finditer(raw):
        sign = token.group()
        level += 1 if sign in (b"[", b"{") else -1 if sign in (b"]", b"}") else 0
        most = max(most, level)
    return most


def refuse_lines(found: Export) -> Refusal | None:
    """Why these cannot be the entries of a ledger (CPN-EXP-02)."""
    most = int(LIMITS["entries"])
    if not 1 <= len(found.entries) <= most:
        return refuse("export.unreadable", READS, why=f"{len(found.entries)} entries, 1 to {most}")
    for number, line in enumerate(found.entries, 1):
        if line.seq != number:
            return refuse("export.fold", READS, seq=number, why="missing")
        if fault := fault_of(line):
            return refuse("export.fold", READS, seq=number, why=fault)
    return None


def fault_of(line: Line) -> str:
    """What is wrong with an entry by itself; empty if nothing is."""
    if line.body is None:
        return "" if re.fullmatch("[0-9a-f]{64}", line.digest) else "neither body nor digest"
    try:
        again = plain(read_entry(line.body))
    except msgspec.ValidationError as error:
        return str(error)[:200]
    if UNSEEN.search(canonical(line.body)):
        return "signs that cannot be seen"
    if canonical(again) != canonical(line.body):
        return "not written as entries are written"
    head = again["kind"], again.get("warband", ""), again.get("seen_by")
    told = line.kind, line.warband, None if line.seen_by is None else list(line.seen_by)
    return "" if head == told else "its head is another's"


def folded(found: Export) -> Import | Refusal:
    """The campaign its entries come to, or the first that does not fit."""
    try:
        now = fold_open(found.campaign, found.entries)
    except Unfit as error:
        return refuse("export.fold", READS, seq=error.seq, why=str(error)[:200])
    if wrong := strange(now):
        return refuse("export.fold", READS, seq=now.seq, why=wrong[:200])
    return Import(export=found, now=now)


def strange(now: Campaign) -> str:
    """What in a campaign cannot be shown, though its entries fit each other; empty if nothing."""
    for one in now.fixtures.values():
        if any(side and side not in now.warbands for side in (*one.sides, one.winner)):
            return f"battle {one.id}: no such warband"
        if one.result not in RESULTS:
            return f"battle {one.id}: no such result"
    times = [t for r in now.rounds for t in (r.due, r.begun, r.orders_due)]
    times += [t for f in now.fixtures.values() for t in (f.due, f.when)]
    if any(not 0 <= time <= LAST_MS for time in times):
        return "a time beyond all calendars"
    named = (now.name, *(one.name for one in now.warbands.values()))
    return "a name too long" if any(len(name) > LONGEST for name in named) else ""


def rows_of(made: Import, campaign: str) -> list[Row]:
    """The rows of its ledger for a campaign of this id; what is sealed has a digest and no body."""
    return [{**msgspec.to_builtins(line), "campaign_id": campaign} for line in made.export.entries]


__all__ = ["START", "Export", "Import", "Line", "digests", "export", "read", "rows_of"]
