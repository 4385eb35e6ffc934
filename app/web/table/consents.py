"""What the people at a table ask of each other, as each of them reads it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from app.engine.events import Seat
from app.games.results import COUNSEL, DRAW, TAKE_BACK, UMPIRE, GameInfo, Motion, OpenQuestion
from app.games.sentences import COUNSELLED, DREW, TAKEN_BACK
from app.games.sentences import UMPIRE as UMPIRED
from app.web.page.prompts import Consent
from app.web.page.words import Words, gettext

CLAUSES = {TAKE_BACK: TAKEN_BACK, UMPIRE: UMPIRED, COUNSEL: COUNSELLED, DRAW: DREW}


def consents(info: GameInfo, words: Words, viewer: Seat | None) -> list[Consent]:
    """All that is being asked of the table, as it stands for the seat that looks; for watchers there is nothing."""
    return [consenting(info, words, motion, viewer) for motion in info.motions] if viewer else []


def consenting(info: GameInfo, words: Words, motion: Motion, viewer: Seat) -> Consent:
    """What is asked, what it permits, whether the viewer may answer, and who else is waited for."""
    awaited = info.awaited.get(motion.kind, ())
    state = "asked" if viewer in awaited else "mine" if is_movers(info, motion, viewer) else "agreed"
    return Consent(
        about=motion.kind, state=state, text=text_of(words, motion, state), permits=permits_of(motion),
        clause=CLAUSES[motion.kind], version=motion.version, shut=is_shut(info, motion),
        waits=names(words, [seat for seat in awaited if seat != viewer]),
    )  # fmt: skip


def is_movers(info: GameInfo, motion: Motion, viewer: Seat) -> bool:
    """Whether whoever sits there has moved it."""
    return motion.mover is not None and any(s.seat == viewer and s.guest == motion.mover for s in info.seats)


def is_shut(info: GameInfo, motion: Motion) -> bool:
    """Whether nobody can answer it before the game goes on: a game at rest is not taken back (ENG-PAU-01)."""
    return info.status == "held" or (info.status == "paused" and motion.kind != UMPIRE)


def names(words: Words, seats: Iterable[Seat]) -> list[str]:
    """Who sits there."""
    return [words.seats.get(seat, seat) for seat in seats]


def text_of(words: Words, motion: Motion, state: str) -> str:
    """Who asks for what."""
    if motion.kind == UMPIRE and state == "mine":
        return gettext("You have proposed {who} as umpire.").format(who=motion.who)
    if motion.kind == UMPIRE:
        return gettext("{by} proposes {who} as umpire.").format(by=motion.by, who=motion.who)
    if motion.kind == COUNSEL:
        who = words.seats.get(motion.seat, motion.seat)
        mine = gettext("You have asked that all may take counsel.")
        return mine if state == "mine" else gettext("{who} asks that all may take counsel.").format(who=who)
    if motion.kind == DRAW:
        who = words.seats.get(motion.seat, motion.seat)
        return (
            gettext("You have offered a draw.") if state == "mine" else gettext("{who} offers a draw.").format(who=who)
        )
    if state == "mine":
        return gettext("You have asked to take your last answer back.")
    return gettext("{who} asks to take the last answer back.").format(who=words.seats.get(motion.seat, motion.seat))


def permits_of(motion: Motion) -> str:
    """What may be done once all have agreed."""
    if motion.kind == UMPIRE:
        return gettext(
            "An umpire sees all that is hidden, and may stop the game, change the position, give time, "
            "settle disputes and replace players."
        )
    if motion.kind == COUNSEL:
        return gettext(
            "Whoever is asked something may then see what a veteran would order; all read each time that he did."
        )
    if motion.kind == DRAW:
        return gettext("The battle then ends as it stands, and nobody has won. Whoever plays on declines.")
    seen = [
        gettext("throws of dice: {n}").format(n=motion.throws) if motion.throws else "",
        gettext("secret choices: {n}").format(n=motion.secrets) if motion.secrets else "",
    ]
    if not any(seen):
        return gettext("All that has happened since is undone.")
    undone = gettext("All that has happened since is undone, with {seen}.").format(seen=", ".join(filter(None, seen)))
    again = gettext("The same answers give the same dice again, any others give new ones.")
    return f"{undone} {again}" if motion.throws else undone


def led_by(question: OpenQuestion) -> str:
    """Who of a side that several lead is asked; empty where one leads it alone."""
    if question.led is UNSET:
        return ""
    if len(question.led) == 1:
        return gettext("{who} answers for the side.").format(who=question.led[0])
    return gettext("Each answers for his own: {who}.").format(who=", ".join(question.led))
