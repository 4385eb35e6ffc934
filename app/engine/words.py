"""The sentences of the engine's own refusals, and the clauses of the table that no rulebook prints."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from app.engine.clauses import ClauseIndex


def N_(text: str) -> str:  # noqa: N802
    """Mark a sentence for translation."""
    return text


SENTENCES = {
    "ask.not-offered": N_("That is not among the answers to this question: {got}."),
    "ask.unreadable": N_("This question takes {expected}, not {got}."),
    "ask.not-you": N_("You are not asked anything just now."),
    "path.too-many-points": N_("A path has at most {most} points; this one has {points}."),
    "paths.too-many-points": N_("The paths of a group have at most {most} points together; these have {points}."),
    "setup.many-pieces": N_("A table has at most {most} pieces of terrain; this one has {pieces}."),
    "setup.many-corners": N_("{piece} has {corners} corners and doors; a piece of terrain has at most {most}."),
    "setup.much-ground": N_(
        "All pieces of a table have at most {most} corners and doors together; these have {corners}."
    ),
    "own.unreadable": N_("This scenario of one's own cannot be read; as text it has at most {most} characters."),
    "own.name": N_("The name of a scenario is one line of signs that can be shown, with no blank to spare."),
    "own.no-part": N_("No scenario of these rules has a part {part}. It has: {known}."),
    "own.number": N_("{part:word}: {value}. It must be a whole number from {least} to {most}."),
    "own.flag": N_("{part:word}: {value}. It is yes or no."),
    "own.choice": N_("{part:word}: {value}. It must be of these: {known}."),
    "own.apart": N_("{part:word}: this scenario has nothing of the kind."),
    "own.needs": N_("{part:word}: “{option:word}” cannot count, for there is nothing of the kind in this scenario."),
    "own.past": N_("{part:word}: {value}. {other:word}: {most}, so that it would never be."),
    "own.none": N_("{part:word}: nothing counts, so nobody could win."),
    "own.force": N_("The scenario says with which forces {seat:seat} comes, and these are others."),
    "changed.unreadable": N_("This cannot be read: {why}."),
    "changed.name": N_(
        "“{name}” is no name: it has up to 30 letters, figures, single blanks, hyphens, points and apostrophes, and "
        "begins with a letter."
    ),
    "changed.no-base": N_("There is no printed profile {base}. There are, among others: {known}."),
    "changed.no-figure": N_("{base} has no figure {figure} that could be changed. It has: {known}."),
    "changed.number": N_("{figure} = {value}. It must be a whole number from {least} to {most}."),
    "changed.word": N_("{figure} = {value}. It must be one of these: {known}."),
    "changed.no-list": N_("{base} has no list {list} that could be changed. It has: {known}."),
    "changed.add-unknown": N_("{list}: there is no {word} to be added. There is: {known}."),
    "changed.take-unknown": N_("{list}: the printed profile has no {word} to be taken. It has: {known}."),
    "changed.twice": N_("{list}: {word} is there already."),
    "changed.bare": N_("{list}: at least {least} must be left."),
    "changed.points": N_("points = {value}. It must be a whole number from {least} to {most}."),
    "changed.nothing": N_("It changes nothing of the printed profile: say figures, add, take or points."),
    "changed.other-base": N_("{who}: {profile} is a {base} changed, not a {printed}."),
    "changed.many": N_("{units} have the profile {profile}; at most {most} may."),
    "changed.unknown": N_(
        "{profile} is no profile of this server: its host has none of that name that says the same. Take the unit out, "
        "or ask the host to add the profile."
    ),
    "changed.gone": N_(
        "{profile}: the host of this server offers it no more. Take the unit out, or ask him to add the profile again."
    ),
    "changed.otherwise": N_(
        "{profile}: the host of this server has it otherwise now. Take it as the host has it now, or take the unit out."
    ),
    "card.own": N_("⌂ {profile}: a profile of this server's own, which the printed lists do not have"),
    "zone.unreadable": N_(
        "{part:word}: {value}. A zone is written as two of its corners, such as 10,0 40,12; several with a semicolon "
        "between."
    ),
    "zone.many": N_("{who:word}: {zones} zones. There may be {most} at most."),
    "zone.nobody": N_("Nobody sets up as {who}. There are: {known}."),
    "zone.off-table": N_("{who:word}: the zone {zone} lies beyond the table, which is {width:len} by {depth:len}."),
    "zone.narrow": N_(
        "{who:word}: the zone {zone} is {wide:len} by {deep:len}; each side of it is {least:len} or more."
    ),
    "zone.over": N_("{who:word}: two of these zones lie over one another."),
    "zone.near": N_("{who:word} and {other:word}: {gap:len} lie between their zones; it must be {least:len} or more."),
    "zone.room": N_(
        "{who:word}: {has} squares of open ground in these zones, and the forces need {needs}: {times} times what "
        "their bases cover."
    ),
    "split.total": N_("Share out {total} in all; this adds up to {given}."),
    "split.limit": N_("At most {most} may go to {part:word}."),
    "undo.nothing": N_("You have answered nothing in this phase that could be taken back."),
    "undo.fenced": N_(
        "This cannot be taken back alone: dice fell, something was revealed, or another seat has answered."
    ),
    "topic.ASK": N_("Questions at the table"),
    "topic.UND": N_("Taking back"),
    "topic.DIC": N_("The dice"),
    "topic.SEA": N_("Seats"),
    "topic.BEG": N_("The beginning"),
    "topic.END": N_("The end"),
    "topic.PAU": N_("Pauses"),
    "topic.HLD": N_("Held games"),
    "topic.table": N_("The table itself"),
}


@cache
def table_clauses(language: str = "en") -> ClauseIndex:
    """The clauses of the table itself in a language; English where there is no other."""
    folder = files("app.engine").joinpath("data")
    name = f"clauses.{language}.toml"
    found = folder.joinpath(name if folder.joinpath(name).is_file() else "clauses.toml")
    return ClauseIndex.read(found.read_text(encoding="utf-8"))
