"""What a format does besides pairing: how it begins, what follows by itself, when it is over and who has won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from app.campaigns.book import table
from app.campaigns.desk import Decided, Desk
from app.campaigns.ledger.events import Entry, Stepped
from app.campaigns.map import anew, seasons
from app.campaigns.model import Campaign, Fixture, Round
from app.campaigns.rounds import territories
from app.campaigns.rounds.moves import ORDERS, stage
from app.campaigns.rounds.pairings import entrants, is_round_robin_over


def never(_now: Campaign) -> bool:
    """No."""
    return False


@dataclass(frozen=True)
class Format:
    """A format by what it adds; each part by itself does nothing.

    ``follow`` is asked first, as long as a round is open, and its entries must make their own condition false.
    """

    begin: Callable[[Desk], Decided] = lambda _desk: ()
    """Entries before the first round, or why it cannot begin."""
    season: Callable[[Desk, Round], Round] = lambda _desk, of: of
    """The round that opens, with what the format needs in it."""
    follow: Callable[[Desk], Sequence[Entry]] = lambda _desk: ()
    holds: Callable[[Campaign], bool] = never
    """Whether a round without open battles stays open."""
    dues: Callable[[Campaign], Sequence[int]] = lambda _now: ()
    """Deadlines of its own, in milliseconds since 1970."""
    members: Callable[[Campaign, Fixture, str], tuple[str, ...] | None] = lambda _now, _one, _side: None
    """The members of a side that may be sent to a battle; ``None`` for all."""
    over: Callable[[Campaign], bool] = never
    """Whether no round follows the last one."""
    winner: Callable[[Campaign], str] = lambda _now: ""
    """Who has won a campaign that is over; empty for the first of the standings."""
    end: Callable[[Desk], Sequence[Entry]] = lambda _desk: ()
    """The entries of an end of its own, asked when a round is closed; none while it goes on."""
    hurry: Callable[[Campaign, int], Sequence[Entry]] = lambda _now, _clock: ()
    """What makes it wait no longer, when a round is closed at this time before its deadline."""
    overturned: Callable[[Desk, Campaign, Fixture], Sequence[Entry]] = lambda _desk, _then, _one: ()
    """What changes besides when a battle that was over ends as this fixture says; ``then``: before it was."""
    counted: bool = True
    """Whether the host may say how many rounds there are."""
    empty: bool = False
    """Whether a round without battles closes by itself."""


def is_swiss_over(now: Campaign) -> bool:
    """Whether there were as many rounds as can tell one winner, at least three (CPN-RND-03)."""
    enough = (len(entrants(now)) - 1).bit_length()
    return len(now.rounds) >= max(enough, int(table("rounds")["rounds"]["swiss_least"]))


def begin_map(desk: Desk) -> Decided:
    """Why a campaign on a map cannot begin; its first season puts the warbands on it (CPN-YEA-02)."""
    return seasons.refuse_begin(desk.now) or ()


def season(_desk: Desk, of: Round) -> Round:
    """The round with its year and season (CPN-YEA-01)."""
    year, name = seasons.season_of(of.number)
    return replace(of, year=year, season=name)


def marching(now: Campaign) -> bool:
    """Whether the season is not over yet."""
    return now.round is not None and not seasons.is_closable(now.round)


def orders_due(now: Campaign) -> Sequence[int]:
    """When orders are shown at the latest (CPN-YEA-04)."""
    return (now.round.orders_due,) if now.round and stage(now) == ORDERS else ()


def show_orders(now: Campaign, clock: int) -> Sequence[Entry]:
    """Orders are shown now (CPN-YEA-04)."""
    return (Stepped(clause=seasons.ORDERS, step=ORDERS, due=clock),) if stage(now) == ORDERS else ()


FORMATS: dict[str, Format] = {
    "round-robin": Format(over=is_round_robin_over),
    "swiss": Format(over=is_swiss_over),
    "territory": Format(begin=territories.begin, follow=territories.follow, overturned=territories.overturned),
    "challenge": Format(),
    "story": Format(),
    "map": Format(
        begin=begin_map,
        season=season,
        follow=seasons.follow_map,
        holds=marching,
        dues=orders_due,
        end=seasons.ended,
        hurry=show_orders,
        overturned=anew.overturned,
        counted=False,
        empty=True,
    ),
}


def format_of(now: Campaign) -> Format:
    """What the format of a campaign does."""
    return FORMATS[now.settings.pairing]


def is_over(now: Campaign) -> bool:
    """Whether no round follows the last one (CPN-RND-03)."""
    most = now.settings.rounds if format_of(now).counted else 0
    if now.settings.pairing in ("round-robin", "swiss") and most:
        return len(now.rounds) >= most
    return bool(most and len(now.rounds) >= most) or format_of(now).over(now)
