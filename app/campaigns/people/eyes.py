"""What a reader may see of a campaign: nothing sealed by others before it is shown."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.campaigns.model import Campaign, Fixture
from app.games.rows import plain


def may_read(now: Campaign, guest: str, invited: bool = False) -> bool:
    """Whether somebody may read a campaign at all: it is public, or he is in it or invited."""
    player = now.players.get(guest)
    return now.settings.public or now.archive or invited or (player is not None and player.state != "left")


def seen(now: Campaign, guest: str) -> Campaign:
    """The campaign as this guest may see it.

    Sealed until shown: who is sent to a battle that is not laid, march orders, how warbands are divided.  A word with
    dates is for the two sides.
    """
    mine = {id for id, one in now.warbands.items() if guest and one.guest == guest and now.has(guest, "player")}
    fixtures = {id: word_hidden(now, muster_hidden(one, mine), guest) for id, one in now.fixtures.items()}
    players = {id: replace(one, entropy="") for id, one in now.players.items()}
    splits = {id: groups for id, groups in now.splits.items() if id in mine or is_split(now)}
    land = now.land
    if land is not None:
        land = replace(land, orders={id: way for id, way in land.orders.items() if id in mine})
    return replace(now, fixtures=fixtures, players=players, splits=splits, land=land)


def muster_hidden(one: Fixture, mine: set[str]) -> Fixture:
    """A fixture without the musters of others, while it is not laid."""
    if one.game or one.is_over:
        return one
    return replace(one, musters={id: sent for id, sent in one.musters.items() if id in mine})


def word_hidden(now: Campaign, one: Fixture, guest: str) -> Fixture:
    """A fixture without the words that came with dates, if they are not for this guest."""
    if not one.proposals or reads_words(now, one, guest):
        return one
    return replace(one, proposals={side: replace(made, word="") for side, made in one.proposals.items()})


def reads_words(now: Campaign, one: Fixture, guest: str) -> bool:
    """Whether somebody reads what two sides say to each other: he leads one of them, or is a host (CPN-SCH-01)."""
    leads = any(side and now.warbands[side].guest == guest for side in one.sides)
    return bool(guest) and ((leads and now.has(guest, "player")) or now.has(guest, "host"))


def is_split(now: Campaign) -> bool:
    """Whether every warband has been divided, so that all may know."""
    return all(one.id in now.splits for one in now.active())


def shown(now: Campaign, guest: str) -> Any:
    """The same as JSON."""
    return plain(seen(now, guest))
