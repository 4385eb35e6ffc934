"""The question panel: what is asked of a seat, level by level, ready to be worded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, to_builtins

from app.engine.asks import Json
from app.engine.refusals import Refusal
from app.games.results import GameInfo, Look, OpenQuestion
from app.web.page.fields import Part, parts
from app.web.page.marked import STONES
from app.web.page.said import Said, said_of, ways
from app.web.page.titles import default, label, named, silent
from app.web.page.words import Words, gettext

DONE = (".done", ".acted")
"""How the key of a refusal ends that says no more than that somebody has acted."""
ROW, SHORT = 5, 16
"""So many options stand side by side, with labels of so many letters."""


class No(Struct, frozen=True):
    """A reason in words, and the clause it rests on."""

    text: str
    clause: str
    acted: bool = False
    """Whether it is that somebody has acted already."""


class Choice(Struct, frozen=True, kw_only=True):
    """An option as a button, or closed with its reason."""

    key: str
    label: str
    piece: str = ""
    more: bool = False
    no: No | None = None
    clause: str = ""
    told: list[Said] = []
    """What is said of it beside its name."""
    undo: str = ""
    """The key below it that takes back what is told."""

    @property
    def parts(self) -> tuple[str, str]:
        """The code of a counter or unit, with the stone of its side where it bears one, and its name."""
        return coded(self.label)


def coded(name: str) -> tuple[str, str]:
    """The code of somebody, with the stone of his side where another bears the same, and what he is called."""
    words = name.split(" ")
    first = 2 if words[0] in STONES.values() else 1
    return " ".join(words[:first]), " ".join(words[first:])


class Crumb(Struct, frozen=True):
    """A level already picked, and the keys that lead back to it."""

    label: str
    at: list[str]


class Consent(Struct, frozen=True, kw_only=True):
    """What is asked of the table, in words.

    ``state``: asked (this seat is waited for), mine (it was moved here, and may be asked no more) or agreed.
    ``shut``: nobody can answer it before the game goes on.  ``waits``: who else has yet to agree.
    """

    about: str
    state: str
    text: str
    permits: str
    clause: str = ""
    waits: list[str] = []
    shut: bool = False
    version: int = 0
    """Of the game when it was asked."""


class Prompt(Struct, frozen=True, kw_only=True):
    """The panel.  ``state``: mine, wait (others are asked), sealed, over, open (seats are free), paused or held."""

    state: str
    title: str
    version: int
    seat: str = ""
    id: str = ""
    clause: str = ""
    asks: str = ""
    """What the question is about, by which it is explained (app/lessons/questions.py)."""
    secret: bool = False
    kind: str = ""
    at: list[str] = []
    crumbs: list[Crumb] = []
    choices: list[Choice] = []
    domain: Json = None
    items: list[tuple[str, str]] = []
    values: list[tuple[str, str]] = []
    chips: list[tuple[str, str, str]] = []
    """Of things to be given away: key, what it is, and that in a few letters."""
    parts: list[Part] = []
    """The fields of a form."""
    beside: list[Choice] = []
    """The other ways at the level above, one of which was gone by itself; ``over``: where they were chosen."""
    over: list[str] = []
    lit: list[str] = []
    """Counters and units the question tells of."""
    about: str = ""
    """What of them is shown on the table as long as it stands, as JSON for an attribute."""
    came: str = ""
    """What came of the last deed since the seat's last answer, after the greatest thing before it."""
    answered: tuple[int, int] | None = None
    """The versions at which the seat began its last go, and gave that."""
    default: str = ""
    no: No | None = None
    text: str = ""
    waits: list[str] = []
    rest: str = ""
    """What one press does for all that are left: ``hold``, or ``offer``: to set them up."""
    silent: str = ""
    """The option that silence chooses."""
    bulks: list[tuple[str, str, str, str]] = []
    """What else one press answers at once: its key, in words, whom it orders, and what it gives up, if it does so."""
    undo: bool = False
    takeback: bool = False
    consents: list[Consent] = []
    """What waits for this seat's consent, and what it has asked of the others."""
    left: int | None = None
    """Milliseconds until the clock answers, when this was made; ``None``: there is no hurry."""
    time: int = 0
    """Milliseconds the seat had at first."""
    returning: tuple[tuple[str, ...], ...] = ()
    """The picks of the answers that may be taken back; all others are final."""
    counsel: bool = False
    """Whether a veteran may be asked what he would answer; ``unmeasured``: not, and only since nobody may measure."""
    unmeasured: bool = False
    odds: bool = False
    """Whether what may come of the options can be asked for."""

    @property
    def ways(self) -> int:
        """How many ways to share out what is to be split odds are told of."""
        return ways(self.domain) if self.odds and self.kind == "split" else 0

    @property
    def free(self) -> list[Choice]:
        """The choices that are open."""
        return [c for c in self.choices if c.no is None]

    @property
    def shut(self) -> list[Choice]:
        """Those that are closed, but for those who have acted."""
        return [c for c in self.choices if c.no is not None and not (c.no.acted and c.piece)]

    @property
    def acted(self) -> list[Choice]:
        """What stands on the table and is closed as it has acted already."""
        return [c for c in self.choices if c.no is not None and c.no.acted and c.piece]

    @property
    def pieces(self) -> list[Choice]:
        """The open ones that stand for something on the table."""
        return [c for c in self.choices if c.no is None and c.piece]

    @property
    def listed(self) -> list[Choice]:
        """The open ones of which more is told than their name."""
        return [c for c in self.choices if c.no is None and c.told]

    @property
    def idle(self) -> list[Choice]:
        """The open ones that stand for something on the table and of which nothing is told yet."""
        return [c for c in self.pieces if not c.told]

    @property
    def ends(self) -> list[Choice]:
        """Beside those that stand for something on the table: the open ones that end the question."""
        return [c for c in self.free if not c.piece and not c.more] if self.pieces else []

    @property
    def same(self) -> str:
        """What the end is called that does the same as letting all that are left hold; empty where none does."""
        return next((c.label for c in self.ends if c.key == self.silent), "")

    @property
    def standing(self) -> list[Choice]:
        """Those that begin something, and in their places those who have acted: no row moves as they do."""
        return [c for c in self.choices if c in self.beginnings or (self.pieces and c in self.acted)]

    @property
    def row(self) -> list[Choice]:
        """Options that stand side by side: in their order, and with what is closed in its place where there is room."""
        return rowed([c for c in self.choices if c.no is None or not (c.no.acted and c.piece)])

    @property
    def ways_beside(self) -> list[Choice]:
        """The other ways at the level above, as they stood there."""
        return rowed(self.beside) or [c for c in self.beside if c.no is None]

    @property
    def beginnings(self) -> list[Choice]:
        """The open ones that are no such ends."""
        return [c for c in self.free if c.piece or c.more] if self.pieces else self.free


def rowed(both: list[Choice]) -> list[Choice]:
    """Those that stand side by side: what is closed too, or only what is open; none where there is no room."""
    return next((row for row in (both, [c for c in both if c.no is None]) if is_short(row)), [])


def is_short(row: Sequence[Choice]) -> bool:
    """Whether these have room side by side."""
    return 0 < len(row) <= ROW and max(len(c.label) for c in row) <= SHORT


def nest(keys: Sequence[str], value: Json) -> Json:
    """The tree of picks that leads to a value: the wire's form of an answer to a menu."""
    raw = value
    for key in reversed(keys):
        raw = key if raw is None else {"pick": key, "then": raw}
    return raw


def reason(words: Words, no: Refusal | Json | None) -> No | None:
    """A refusal in words."""
    if no is None:
        return None
    if isinstance(no, Refusal):
        return No(words.says(no.code, no.facts), no.clause, no.code.endswith(DONE))
    return No(words.says(no["code"], no.get("facts", {})), no["clause"], no["code"].endswith(DONE))


def choices(words: Words, domain: Json, about: str = "") -> list[Choice]:
    """The options of a menu or a short list, worded; ``about`` is the question they answer."""
    rows = domain.get("options", []) if domain["kind"] in ("menu", "pick") else []
    return [
        Choice(
            key=row["key"], label=label(words, row, about), piece=row.get("piece") or "", more=bool(row.get("more")),
            no=reason(words, row.get("no")), clause=row.get("clause") or "",
            told=[said_of(words, note) for note in row.get("told", ())], undo=row.get("undo", ""),
        )
        for row in rows
    ]  # fmt: skip


def plain(state: str, info: GameInfo, title: str, **more: Any) -> Prompt:
    """A panel that asks nothing."""
    return Prompt(state=state, version=info.version, title=title, **more)


def mine(words: Words, info: GameInfo, q: OpenQuestion, at: list[str], look: Look | None, trail: list[str]) -> Prompt:
    """The seat's open question at the level its picks lead to."""
    domain = look.domain if look and look.domain else q.domain
    kind = domain["kind"]
    domain = to_builtins(domain) if kind == "form" else domain
    return Prompt(
        state="mine", version=info.version, seat=q.seat, id=q.id, clause=q.clause, asks=q.about, secret=q.secret,
        title=headline(words, q, at, domain, trail), kind=kind, at=at, domain=domain,
        choices=choices(words, domain, q.about),
        crumbs=[Crumb(name, at[: n + 1]) for n, name in enumerate(trail)], items=items(words, domain),
        chips=chips(words, domain), parts=parts(words, domain), values=named(words, takers(domain), q.about),
        lit=[str(fact) for fact in q.facts.values() if fact in words.models],
        no=reason(words, look.no) if look and (look.whole or look.domain is None) else None,
        default=default(words, q), silent=silent(q.default), rest="" if at else q.rest,
        bulks=[] if at else bulks(words, q),
        left=None if q.seconds_left is None else round(q.seconds_left * 1000),
        time=1000 * info.options.answer_seconds, odds=any(leads(way, at) for way in q.odds),
        returning=q.returning, counsel=q.counsel and not at, unmeasured=q.unmeasured and not at,
    )  # fmt: skip


def bulks(words: Words, q: OpenQuestion) -> list[tuple[str, str, str, str]]:
    """What one press answers beside a question, each with whom it orders as in the turn before and what it gives up."""
    again = {key: ", ".join(words.models[one] for one in who if one in words.models) for key, who in q.again.items()}
    return [(key, words.says(f"bulk.{key}", {}), again.get(key, ""), gives_up(words, q, key)) for key in q.bulks]


def gives_up(words: Words, q: OpenQuestion, key: str) -> str:
    """What a bulk gives up that somebody could still do, where its system says so; else nothing."""
    open_ = [row for row in q.domain.get("options", ()) if row["no"] is None and row["key"] != silent(q.default)]
    return words.says(f"bulk.{key}.sure", {}) if open_ and f"bulk.{key}.sure" in words.sentences else ""


def leads(way: Sequence[str], at: Sequence[str]) -> bool:
    """Whether these picks go this way; ``*`` in it is any."""
    return len(way) == len(at) and all(want in ("*", key) for want, key in zip(way, at, strict=True))


def headline(words: Words, q: OpenQuestion, at: list[str], domain: Json, trail: list[str]) -> str:
    """What is asked: below the name of something on the table, of whom and what."""
    who = words.models.get(at[0]) if at else None
    if who is None:
        return words.says(q.about, q.facts)
    drawn = domain["kind"] in ("walk", "moves", "manoeuvre")
    said = next((f"where.{key}" for key in at[1:] if f"where.{key}" in words.sentences), "")
    if said and (drawn or domain.get("aim")):
        return words.says(said, {"who": at[0]})
    if drawn:
        return gettext("Where does {who} go?").format(who=who)
    if domain["kind"] == "place" and not domain.get("aim"):
        return gettext("Where does {who} stand?").format(who=who)
    if len(at) == 1:
        return gettext("What does {who} do?").format(who=who)
    return f"{who}: {trail[-1]}" if trail else who


def items(words: Words, domain: Json) -> list[tuple[str, str]]:
    """What is shared out, put in order or given away, each with what it is called."""
    if domain["kind"] == "allot":
        return []
    return named(words, list(domain.get("limits", {}) if domain["kind"] == "split" else domain.get("items", [])))


def chips(words: Words, domain: Json) -> list[tuple[str, str, str]]:
    """Things to be given away: each in words, and in short by the codes and numbers among its facts."""
    if domain["kind"] != "allot":
        return []
    return [(row["key"], label(words, row), short(words, row) or str(n)) for n, row in enumerate(domain["items"], 1)]


def short(words: Words, row: Json) -> str:
    """The codes of a thing, and what it says in short if there are words for that, else its numbers: ``A3 4``."""
    given = row.get("facts", {})
    named = [words.models[fact] for fact in (row.get("piece"), *given.values()) if fact in words.models]
    codes = dict.fromkeys(coded(name)[0] for name in named)
    if (about := f"{row.get('about')}.short") in words.sentences:
        return " ".join([*codes, words.says(about, given)])
    return " ".join([*codes, *(str(fact) for fact in given.values() if type(fact) is int and fact)])


def takers(domain: Json) -> list[str]:
    """All that an item may be given to."""
    if domain["kind"] != "allot":
        return list(domain.get("values", []))
    return list(dict.fromkeys(value for row in domain["items"] for value in row["values"]))


def waiting(words: Words, info: GameInfo, questions: Sequence[OpenQuestion], viewer: str | None) -> Prompt:
    """The panel of somebody who is not asked now."""
    names = [words.seats.get(q.seat, q.seat) for q in questions if not q.sealed]
    sealed = any(q.seat == viewer and q.sealed for q in questions)
    title = (
        gettext("Your answer is sealed.") if sealed else gettext("Waiting for {names}").format(names=", ".join(names))
    )
    return plain("sealed" if sealed else "wait", info, title, waits=names)
