"""A game as one audience sees it: words, board, panels.  Everything a page or a message shows is made here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.engine.system import Outcome, RuleSystem, Telling
from app.engine.views import Force, Group, Piece, View
from app.engine.words import SENTENCES as ENGINE
from app.games.coach import Taught
from app.games.eyes import Eyes, Viewer, eyes_of
from app.games.likenesses import Worn
from app.games.losing import CALLED_OFF
from app.games.results import ClockShown, GameId, GameInfo, Look, OpenQuestion, Shown
from app.games.sentences import SENTENCES as TABLE
from app.games.service import Games
from app.web.page import prompts, titles
from app.web.page.marked import STONES
from app.web.page.prompts import No, Prompt
from app.web.page.said import came as came_of
from app.web.page.words import Words, gettext, language
from app.web.table.battles import flown
from app.web.table.board.ground import effects
from app.web.table.consents import consents, led_by
from app.web.table.entries import asked_about

BY_CONSENT = ("undo.fenced", "undo.silent", "undo.earlier")
"""Why an answer is taken back only if the others agree."""


class Sentences(dict[str, str]):
    """All sentences of a rule system and of the table; they never change, so that what they say can be kept."""

    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other


@lru_cache(maxsize=64)
def sentences_of(system: RuleSystem[Any]) -> Sentences:
    """Every sentence a game of this system may need; the same object every time."""
    return Sentences({**ENGINE, **TABLE, **system.sentences})


class Last(NamedTuple):
    """A table as it was last seen, and its wording with what that is made of besides counters, units and forces."""

    view: View
    names: tuple[object, ...]
    words: Words


LOOKED: dict[str, dict[tuple[str, Eyes], Last]] = {}
"""How each game was last seen by which eyes in each language; beyond so many games the oldest is not kept."""
MOST_LOOKED = 1500


class Seen(Struct, kw_only=True):
    """All that is needed to draw a game for one viewer."""

    info: GameInfo
    full: Eyes
    """Through whose eyes it is seen, how far behind."""
    view: View | None
    words: Words
    questions: tuple[OpenQuestion, ...]
    shared: bool = False
    """Several seats are at this screen: only the question is the viewer's own, the rest is what both may see."""
    own_words: Words | None = None
    """The wording of the viewer's own question, where it knows more than all at the screen do."""
    events: tuple[Shown, ...] = ()
    """Those after the version that was asked for."""
    clocks: tuple[ClockShown, ...] = ()
    undo: Refusal | None = None
    """Why the viewer may not take the last answer back."""
    came: tuple[Telling, ...] = ()
    """What came of the last deed since the viewer's last answer."""
    answered: tuple[int, int] | None = None
    """The versions at which the viewer began the last go, and gave that."""
    lesson: Taught | None = None
    worn: dict[str, Worn] = {}
    """What the counters of each seat may wear that their player made."""
    does: Mapping[str, tuple[str, ...]] = {}
    """What each kind of ground does."""

    @property
    def rules(self) -> str:
        """Where the clauses of this game are read."""
        return f"/rules/{self.info.system}"

    @property
    def viewer(self) -> Seat | None:
        """The seat that looks for itself; ``None``: a watcher or an umpire."""
        return None if self.full.borrowed else self.full.seat

    @property
    def eyes(self) -> Eyes:
        """Through which eyes table and log are shown: a watcher's where several share the screen."""
        return Eyes() if self.shared else self.full

    @property
    def asked(self) -> list[str]:
        """The seats whose answer is awaited."""
        return [q.seat for q in self.questions if not q.sealed]

    @property
    def question(self) -> OpenQuestion | None:
        """The viewer's own open question."""
        return next((q for q in self.questions if q.mine and not q.sealed), None)


def span(seconds: int) -> str:
    """A time to answer in words."""
    return (f"{seconds // 60} min" if seconds % 60 == 0 else f"{seconds} s") if seconds else gettext("No limit")


def hurry(info: GameInfo) -> str:
    """How long a seat of this table has to answer out of turn; empty where there is no limit."""
    seconds = info.options.answer_seconds
    return gettext("{time} to answer out of turn").format(time=span(seconds)) if seconds else ""


def blindly(info: GameInfo) -> str:
    """That this table shows no odds; empty where it does."""
    return "" if info.options.odds else gettext("no odds are shown")


def words_of(system: RuleSystem[Any], info: GameInfo | None, view: View | None) -> Words:
    """The wording of a game: its models and groups by code, its seats by the players' names, told apart by their stones
    where one leads several."""
    pieces = [*view.pieces, *(m for band in view.sides for m in band.models)] if view else []
    names = {p.id: gettext(system.sentences.get(p.name, p.name)) for p in pieces}
    models = {p.id: called(p.code, names[p.id]) for p in pieces}
    groups = [g for band in view.sides for g in band.groups] if view else []
    models |= {
        f.id: gettext(system.sentences.get(f.name, f.name)) for b in (view.sides if view else ()) for f in b.forces
    }
    models |= shaped({g.id: (called(g.code, gettext(system.sentences.get(g.name, g.name))), g.side) for g in groups})
    bands = {b.seat: gettext(system.sentences.get(b.name, b.name)) for b in view.sides} if view else {}
    letters = {b.seat: b.side for b in view.sides} if view else {}
    leads = {str(s.seat): s.name or bands.get(s.seat, s.seat) for s in (info.seats if info else ())}
    seats = shaped({seat: (name, letters.get(seat, "")) for seat, name in leads.items()})
    unit, name = (view.unit_length, view.unit) if view else (1000, "cm")
    models = lands(system.sentences, view) | models
    return Words(sentences_of(system), unit, name, models, seats)  # type: ignore[arg-type]  # one object a system


def called(code: str, name: str) -> str:
    """A piece by its code and its name, once where they are the same."""
    return name if code == name else f"{code} {name}".strip()


def worded(system: RuleSystem[Any], info: GameInfo, view: View, eyes: Eyes) -> tuple[Words, View]:
    """The wording of a game, and the view: the very same as last time where they say the same."""
    of, key = LOOKED.setdefault(info.id, {}), (language.get(), eyes)
    names = named(info, view)
    alike = [
        last
        for (spoken, _), last in of.items()
        if spoken == key[0] and last.names == names and are_called_alike(last.view, view)
    ]
    words = alike[0].words if alike else words_of(system, info, view)
    view = next((last.view for last in alike if last.view == view), view)
    if eyes.at is None:
        of[key] = Last(view, names, words)
    if len(LOOKED) > MOST_LOOKED:
        del LOOKED[next(iter(LOOKED))]
    return words, view


def named(info: GameInfo, view: View) -> tuple[object, ...]:
    """All that the wording of a table is made of, besides its counters, units and forces."""
    return (
        [(band.seat, band.side, band.name) for band in view.sides], [(s.seat, s.name) for s in info.seats],
        [(g.id, g.label) for g in view.terrain], view.unit_length, view.unit,
    )  # fmt: skip


def are_called_alike(a: View, b: View) -> bool:
    """Whether counters, units and forces of two views of a table have the same names; most are the very same."""
    had, has = rows_of(a), rows_of(b)
    return len(had) == len(has) and all(
        x is y or (x.id, x.code, x.name) == (y.id, y.code, y.name) for x, y in zip(had, has, strict=True)
    )


def rows_of(view: View) -> list[Piece | Group | Force]:
    """All of a view that has a name and a code."""
    parts = (part for band in view.sides for part in (band.models, band.groups, band.forces))
    return [*view.pieces, *(one for part in parts for one in part)]


def shaped(called: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Units and players as they are called; where several sides call theirs the same, with the shape of their stone."""
    sides: dict[str, set[str]] = {}
    for text, side in called.values():
        sides.setdefault(text, set()).add(side)
    return {id: f"{STONES.get(side, '')} {text}".strip() if len(sides[text]) > 1 else text
            for id, (text, side) in called.items()}  # fmt: skip


def lands(sentences: Mapping[str, str], view: View | None) -> dict[str, str]:
    """What each named piece of terrain is called; those of one name are numbered."""
    names = {g.id: gettext(sentences.get(f"word.{g.label}", g.label)) for g in view.terrain if g.label} if view else {}
    every = list(names.values())
    seen: Counter[str] = Counter()
    for id, name in names.items():
        seen[name] += 1
        names[id] = f"{name} {seen[name]}" if every.count(name) > 1 else name
    return names


async def seen(
    games: Games, game: str, viewer: Viewer, shared: bool = False, since: int | None = None, limit: int = 0
) -> Seen | None:
    """The game as this viewer sees it now, with the events after a version where it is named; ``None`` if there is no
    such game."""
    eyes = eyes_of(viewer)
    shown = await games.glimpse(GameId(game), eyes, shared=shared, since=since, limit=limit)
    system = games.system(shown.info.system) if shown else None
    if shown is None or system is None:
        return None
    info, view = shown.info, flown(shown.info, shown.view)
    table = Eyes() if shared else eyes
    words, view = worded(system, info, view, table) if view else (words_of(system, info, None), None)
    return Seen(
        info=info, full=eyes, view=view, words=words, questions=shown.questions, shared=shared, events=shown.events,
        own_words=words_of(system, info, shown.own) if shown.own else None, clocks=shown.clocks, undo=shown.undo,
        came=shown.came, answered=shown.answered, lesson=shown.lesson, worn=await games.likenesses.worn(info),
        does=effects(system),
    )  # fmt: skip


async def prompt(games: Games, table: Seen, at: Sequence[str] = (), no: No | None = None) -> Prompt:
    """The question panel for the viewer, at the level these picks lead to."""
    if not at or table.question is None or table.info.status != "playing":
        return first(table, no)
    at_hand = replace(table, words=table.own_words) if table.own_words else table
    return with_undo(at_hand, await own(games, at_hand, table.question, list(at)), no)


def first(table: Seen, no: No | None = None) -> Prompt:
    """The question panel for the viewer, at its first level."""
    table = replace(table, words=table.own_words) if table.own_words else table
    info, words, question = table.info, table.words, table.question
    if info.status == "over":
        return prompts.plain("over", info, ended(table), text="")
    if info.status in ("open", "held", "paused"):
        return prompts.plain(info.status, info, resting(info.status), consents=consents(info, words, table.viewer))
    if question is None:
        return with_undo(table, prompts.waiting(words, info, table.questions, table.viewer), no)
    panel = prompts.mine(words, info, question, [], None, [])
    came = " ".join(came_of(words, one) for one in table.came)
    return with_undo(table, replace(panel, came=came, text=led_by(question)), no)


def resting(status: str) -> str:
    """What the panel says of a game that asks nobody."""
    if status == "open":
        return gettext("Waiting for players")
    return (
        gettext("The game is paused.") if status == "paused" else gettext("This game is held: its rules have changed.")
    )


async def own(games: Games, table: Seen, question: OpenQuestion, at: list[str]) -> Prompt:
    """The viewer's own question; picks that lead nowhere bring back its first level with the reason."""
    look = await games.preview(GameId(table.info.id), question.seat, question.id, nest_partial(at))
    if not isinstance(look, Look) or look.domain is None:
        return prompts.mine(table.words, table.info, question, [], look if isinstance(look, Look) else None, [])
    if usual := usual_way(look.domain):
        return await own(games, table, question, [*at, usual])
    panel = prompts.mine(table.words, table.info, question, at, look, await trail(games, table, question, at))
    above = await level_of(games, table, question, at[:-1])
    if not usual_way(above):
        return panel
    return replace(panel, beside=prompts.choices(table.words, above, question.about), over=at[:-1])


def usual_way(domain: Json) -> str:
    """The option of a menu that is gone on with by itself: an open one with a further question below; or none."""
    rows = {row["key"]: row for row in domain.get("options", ())}
    row = rows.get(domain.get("usual", ""))
    return str(row["key"]) if row and row.get("more") and row["no"] is None else ""


async def level_of(games: Games, table: Seen, question: OpenQuestion, at: list[str]) -> Json:
    """What is asked at a level of a question."""
    if not at:
        return question.domain
    look = await games.preview(GameId(table.info.id), question.seat, question.id, nest_partial(at))
    return look.domain if isinstance(look, Look) and look.domain else {}


async def trail(games: Games, table: Seen, question: OpenQuestion, at: list[str]) -> list[str]:
    """What the picks so far are called."""
    names, domain = [], question.domain
    for depth, key in enumerate(at):
        rows = {r["key"]: r for r in domain.get("options", [])}
        names.append(titles.chosen(table.words, rows[key], question.about) if key in rows else key)
        if depth + 1 < len(at):
            domain = await level_of(games, table, question, at[: depth + 1])
    return names


def nest_partial(keys: Sequence[str]) -> Any:
    """A half-given answer: the picks so far and nothing below them."""
    raw: Any = None
    for key in reversed(keys):
        raw = {"pick": key, "then": raw}
    return raw


def with_undo(table: Seen, panel: Prompt, no: No | None) -> Prompt:
    """The panel with what may be taken back, and the reason of a refused answer if there was one."""
    if table.viewer is None:
        return panel
    return replace(
        panel,
        answered=table.answered,
        undo=table.undo is None,
        takeback=table.undo is not None and table.undo.code in BY_CONSENT and table.info.takeback is None,
        consents=consents(table.info, table.words, table.viewer),
        no=no or panel.no,
        about=asked_about(table.words, table.view, table.question) if panel.state == "mine" else "",
    )


def ended(table: Seen) -> str:
    """How the game ended, in words."""
    outcome: Outcome | None = table.info.outcome
    if outcome is None:
        return gettext("The game is over.")
    if outcome.reason == CALLED_OFF:
        return table.words.says(CALLED_OFF)
    if outcome.winner is None:
        return gettext("A draw.")
    return gettext("{name} wins.").format(name=table.words.seats.get(outcome.winner, outcome.winner))
