"""Who comments the tables of a campaign (CPN-PEO-13)."""

from __future__ import annotations

from app.campaigns.book import c
from app.campaigns.model import Campaign
from app.campaigns.people.members import COMMENTATOR
from app.engine.refusals import Refusal, refuse
from app.games.seats import now as today
from app.store import Store, talk

VOICES = c("CPN-PEO-13")


def commentators(now: Campaign) -> tuple[str, ...]:
    """Those who comment the tables of a campaign."""
    return tuple(sorted(one for one in now.players if now.has(one, COMMENTATOR)))


def refuse_voice(now: Campaign, guest: str, *, tables: int, sits: bool, ahead: bool) -> Refusal | None:
    """Why somebody does not talk to all who watch a round (CPN-PEO-13).

    ``tables``: how many of it are being fought; ``sits``: at one of them; ``ahead``: he sees one sooner than they do.
    """
    if not now.has(guest, COMMENTATOR):
        return refuse("people.no-voice", VOICES)
    if sits or ahead:
        return refuse("people.voice-sits" if sits else "people.voice-ahead", VOICES)
    return None if tables else refuse("people.voice-none", VOICES)


class Voices:
    """Which tables know who comments them, as far as it was said to them by this process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._said = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]()

    async def give(self, now: Campaign) -> None:
        """Its commentators comment each of its tables, and nobody else does."""
        said = commentators(now), tuple(one.game for one in now.fixtures.values() if one.game)
        if self._said.get(now.id) != said:
            await self._store.run(talk.comment, said[1], said[0], today())
            self._said[now.id] = said
