"""Between a campaign and its games: a fixture becomes a table, a finished game becomes a result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Mapping
from functools import partial
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from app.aside import aside
from app.campaigns.battles.feats import Body, bodies_of, feats
from app.campaigns.battles.fixtures import due_of, waits_for_date
from app.campaigns.battles.results import AWAY, RESIGNED, Over
from app.campaigns.battles.schedule import starts
from app.campaigns.desk import HOST, UMPIRE, Command, Decided, Desk, Past
from app.campaigns.ledger.chronicle import added, judged
from app.campaigns.ledger.events import Laid, Voided
from app.campaigns.ledger.rows import entry_of
from app.campaigns.model import OPEN, PLAYING, Campaign, Feat, Fixture
from app.campaigns.people.voices import Voices
from app.campaigns.rounds.grounds import laid
from app.campaigns.rounds.moves import clauses, move
from app.campaigns.rounds.scenarios import base_of, options_of
from app.campaigns.rounds.standings import scores_of, victory
from app.campaigns.stories import course as stories
from app.engine.asks import Json
from app.engine.campaigns import CampaignRules, Deed, Embodies
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.engine.system import RuleSystem, Setup, SideSetup
from app.games import offers
from app.games.agreed import COUNSEL, Battle, Flag
from app.games.eyes import Eyes
from app.games.listing import call_off, list_as
from app.games.replay import EVERYTHING
from app.games.results import Accepted, GameId, GameInfo, Refused, SeatKind, Stale
from app.games.service import Games
from app.games.sitting import call_bot, start_at
from app.games.umpire import Umpire
from app.store import Conflict, campaigns
from app.store.db import Row

LAID, OFF = clauses("lay", "unlaid")
OURS = ("challenger", "worth")
"""Options of a fixture that are the campaign's own; no system knows them."""
WHOLE = Eyes(whole=True)
GARRISON = "garrison_won"
"""The fact that those who hold a province of nobody have won."""


GONE = {"person": RESIGNED, "absence": AWAY}
"""Why a battle was given up, by whom its tape says that it was."""


class Lay(Command, frozen=True, tag="lay"):
    """The game of a fixture is laid."""

    fixture: str
    game: str


@move
def lay(_desk: Desk, given: Lay) -> Decided:
    """The fixture is played at this game from now on (CPN-RES-01)."""
    return [Laid(clause=LAID, fixture=given.fixture, game=given.game)]


class Unlaid(Command, frozen=True, tag="unlaid"):
    """The battle of a fixture cannot be laid."""

    fixture: str
    why: str


@move
def unlaid(_desk: Desk, given: Unlaid) -> Decided:
    """A battle that the rules do not take is off, and nobody waits for it (CPN-RES-02)."""
    return [Voided(clause=OFF, fixture=given.fixture, reason=given.why)]


class Battles:
    """The games of all campaigns."""

    def __init__(self, games: Games) -> None:
        self.games, self.store = games, games.store
        self.broken: set[str] = set()
        """Fixtures whose battle could not be laid or read, by an error that is in the log."""
        self._led = dict[tuple[str, str], int]()
        """How often a bot was called for a side of a game, as far as it was said to the game by this process."""
        self._umpire, self.voices = Umpire(games.mailbox, games.store), Voices(games.store)
        self._shown = dict[str, tuple[bool, tuple[str, ...]]]()
        """Which tables of a campaign are as public as it is."""
        self._over_at = dict[str, tuple[str, ...]]()
        """Which tables of a campaign are closed, as their battles are over."""
        self.unclosed = set[str]()
        """Campaigns of which a table could not be closed now; it is tried again."""
        self._starts = dict[str, int]()
        """When the clocks of a table run at the latest, as far as it was said to the game by this process."""
        self._chairs = dict[tuple[str, str], bool]()
        """Who has the chair at which game, as far as it was said to the game by this process."""

    async def next(self, now: Campaign, rules: CampaignRules[Any]) -> Command | None:
        """The next thing the games have to say to a campaign, or ``None``.  Stand-ins sit where battles are fought."""
        await self._listed(now)
        await self._closed(now)
        await self.voices.give(now)
        for one in now.fixtures.values():
            if one.state == PLAYING and one.stand_ins:
                await self._seat(now, one)
            if one.state == PLAYING:
                await self._started(now, one)
            if one.state == PLAYING and one.chairs:
                await self._chair(now, one)
        for one in now.fixtures.values():
            if one.state == OPEN and not one.game and self._is_due(now, one) and one.id not in self.broken:
                return await self._guarded(one, self._lay(now, one, rules))
        playing = {one.game: one for one in now.fixtures.values() if one.state == PLAYING}
        for game in await self.store.look(campaigns.ended_games, list(playing), self._told_by(now)):
            if playing[game].id not in self.broken:
                return await self._guarded(playing[game], self._told(now, playing[game], rules))
        return None

    def _is_due(self, now: Campaign, one: Fixture) -> bool:
        """Whether the table of a battle is to be laid now (CPN-RES-01, CPN-SCH-03)."""
        return is_mustered(one) and not waits_for_date(now, one, self.games.mailbox.time.wall())

    async def _guarded(self, one: Fixture, work: Awaitable[Command]) -> Command:
        """What the work gives; a battle that breaks a rule is left alone until the next start and holds up no other."""
        try:
            return await work
        except (LookupError, ValueError, TypeError, ArithmeticError, AttributeError):
            self.broken.add(one.id)
            raise

    def rows(self, campaign: str, given: Lay) -> list[Row]:
        """Which game is which battle."""
        return [{"campaign_id": campaign, "fixture": given.fixture, "game_id": given.game}]

    def _told_by(self, now: Campaign) -> int:
        """Until when a game must have ended to be told of: as late as those see it who watch its table (CPN-RES-13)."""
        watch = now.settings.table.get("watch")
        late = watch.get("delay", 0) if isinstance(watch, dict) else 0
        return self.games.mailbox.time.wall() - (late * 60_000 if isinstance(late, int) else 0)

    # -- a table is laid -----------------------------------------------------------

    async def _lay(self, now: Campaign, one: Fixture, rules: CampaignRules[Any]) -> Command:
        """The game is there, those who lead sit at it, and the bot where it stands in."""
        known = await self.store.look(campaigns.laid, now.id, one.id)
        made = GameId(known) if known else await self._create(now, one, rules)
        if isinstance(made, tuple):
            return Unlaid(fixture=one.id, why=", ".join(no.code for no in made)[:200])
        info = await self.games.info(made)
        for seat, side in zip(info.seats if info else (), one.sides, strict=False):
            warband = now.warbands.get(side)
            if warband and seat.kind != "bot" and seat.guest is None:
                player = now.players[warband.guest]
                await self.games.join(made, seat.seat, player.guest, player.name, player.entropy.encode())
        return Lay(fixture=one.id, game=made)

    async def _create(self, now: Campaign, one: Fixture, rules: CampaignRules[Any]) -> GameId | tuple[Refusal, ...]:
        setup = await aside(partial(setup_of, now, one, rules, self.games.systems[now.system]))
        kinds: dict[Seat, SeatKind] = {
            side.seat: "bot" if is_bot(now, one, warband) else "person"
            for side, warband in zip(setup.sides, one.sides, strict=True)
        }
        counsel = {COUNSEL: True} if now.settings.counsel else {}
        options = {**now.settings.table, **counsel, "listed": now.settings.public, "campaign": table_words(now, one)}
        after = f"{now.id} {one.id}"
        try:
            return await self.games.create(now.system, setup, kinds, options=options, after=after, mustered=True)
        except Conflict:
            known = await self.store.look(campaigns.laid, now.id, one.id)
            if known is None:
                raise
            return GameId(known)

    async def _seat(self, now: Campaign, one: Fixture) -> None:
        """In a battle being fought a bot answers for a warband for which it was called, until its leader is back.

        Whose leader has left the campaign has it for good, also where he had taken over.
        """
        game, calls = GameId(one.game), Counter(one.stand_ins)
        new = {side: n for side, n in calls.items() if self._led.get((one.game, side)) != n}
        left = [side for side in calls if now.warbands[side].status != "active"]
        info = await self.games.info(game) if new or left else None
        for seat, side in zip(info.seats if info else (), one.sides, strict=False):
            if side in new and isinstance(await call_bot(self.games.mailbox, game, seat.seat, new[side]), Accepted):
                self._led[one.game, side] = new[side]
            if side in left and not seat.bot:
                await call_bot(self.games.mailbox, game, seat.seat)

    async def _listed(self, now: Campaign) -> None:
        """Its tables are found by anybody as long as the campaign is public, and by nobody else when it is not."""
        ids = tuple(one.game for one in now.fixtures.values() if one.game)
        if self._shown.get(now.id) == (now.settings.public, ids):
            return
        for id in await self.store.look(campaigns.listed_otherwise, ids, now.settings.public):
            await list_as(self.games.mailbox, GameId(id), now.settings.public)
        self._shown[now.id] = (now.settings.public, ids)

    async def _closed(self, now: Campaign) -> None:
        """The table of a battle that has ended without it is closed."""
        ids = tuple(one.game for one in now.fixtures.values() if one.game and one.is_over)
        self.unclosed.discard(now.id)
        if self._over_at.get(now.id) == ids:
            return
        open_ = await self.store.look(campaigns.underway, ids)
        done = [await call_off(self.games.mailbox, GameId(id)) for id in open_]
        if any(isinstance(one, Refused | Stale) for one in done):
            self.unclosed.add(now.id)
        else:
            self._over_at[now.id] = ids

    async def _started(self, now: Campaign, one: Fixture) -> None:
        """The clocks of a battle run when the campaign says, also where its deadline was moved (CPN-SCH-04)."""
        at = starts(now, one)
        if self._starts.get(one.game) == at:
            return
        if isinstance(await start_at(self.games.mailbox, GameId(one.game), at), Accepted):
            self._starts[one.game] = at

    async def _chair(self, now: Campaign, one: Fixture) -> None:
        """Those umpire the table who have its chair and are umpires of the campaign still."""
        for guest in one.chairs:
            on = now.has(guest, HOST, UMPIRE)
            if self._chairs.get((one.game, guest)) != on:
                await self._umpire.seat(GameId(one.game), guest, now.players[guest].name, on)
            self._chairs[one.game, guest] = on

    # -- a game is over ------------------------------------------------------------

    async def past(self, now: Campaign, fixture: str, rules: CampaignRules[Any]) -> Past:
        """The ledger so far, when a battle was judged last, and what was done in it."""
        _, rows = await self.store.look(campaigns.whole, now.id)
        made, ledger = await self.played(now, fixture, rules), tuple(entry_of(one) for one in rows)
        return Past(ledger=ledger, deeds=made.deeds, facts=made.facts, at=judged(rows, fixture))

    async def waiting(self, now: Campaign, fixture: str) -> Past:
        """Since when there is a battle, and each side is awaited at its table; who is not is left out (CPN-ABS-01)."""
        _, rows = await self.store.look(campaigns.whole, now.id)
        one, at = now.fixtures.get(fixture), added(rows, fixture)
        info = await self.games.info(GameId(one.game)) if one and one.game else None
        if one is None or info is None:
            return Past(at=at)
        asked = await asked_at(self.games, info, one)
        return Past(at=at, back=tuple(people_at(info, one)), facts=asked, told=is_told(info))

    async def missed(self, now: Campaign, clock: int) -> dict[str, tuple[str, ...]]:
        """Of each battle at a table whose time is over the sides whose players never came to it (CPN-ABS-09).

        None where a bot plays for another who has not come either: whoever fails to meet a bot loses nothing by it.
        """
        found = dict[str, tuple[str, ...]]()
        for one in now.fixtures.values():
            late = one.state == PLAYING and 0 < due_of(now, one) <= clock
            info = await self.games.info(GameId(one.game)) if late else None
            battle = info.options.campaign if info else None
            if info and battle and battle.sat is not None:
                absent = [
                    (at, side) for at, side in zip(info.seats, one.sides, strict=True) if at.seat not in battle.sat
                ]
                found[one.id] = (
                    tuple(side for at, side in absent if side) if not any(at.bot for at, _ in absent) else ()
                )
        return found

    async def played(self, now: Campaign, fixture: str, rules: CampaignRules[Any]) -> Over:
        """What the finished game of a battle came to; nothing where there is none."""
        one = now.fixtures.get(fixture)
        info = await self.games.info(GameId(one.game)) if one and one.game else None
        over = one is not None and info is not None and info.status == "over"
        return await self._over(now, one, rules) if one and over else Over(fixture=fixture)

    async def _told(self, now: Campaign, one: Fixture, rules: CampaignRules[Any]) -> Over:
        """What a finished game comes to, and who brought whom down in it, unless nobody may watch it."""
        over, (state, _) = await self._over(now, one, rules), await self.games.last(GameId(one.game))
        info, shown = await self.games.info(GameId(one.game)), await self.games.view(GameId(one.game), WHOLE)
        if info is None or shown is None or over.gone or info.watching.who == "none":
            return over
        sides = {str(seat.seat): side for seat, side in zip(info.seats, one.sides, strict=True)}
        told = rules if isinstance(rules, Embodies) and not stories.armies(now, one) else None
        members = {seat: told.pieces(state, Seat(seat)) for seat, side in sides.items() if side} if told else {}
        return replace(over, feats=await self._feats(GameId(one.game), bodies_of(shown[1], members, sides)))

    async def _feats(self, game: GameId, bodies: Mapping[str, Body]) -> tuple[Feat, ...]:
        """Who brought whom down in a game that is over."""
        events = await self.games.events(game, WHOLE, 0, EVERYTHING, ways=False)
        return await aside(partial(feats, events, bodies))

    async def _over(self, now: Campaign, one: Fixture, rules: CampaignRules[Any]) -> Over:
        """What a finished game comes to."""
        game = GameId(one.game)
        info, (state, chain) = await self.games.info(game), await self.games.last(game)
        seats = dict(zip((s.seat for s in info.seats), one.sides, strict=True)) if info else {}
        won = info.outcome.winner if info and info.outcome else None
        mine = {seat: side for seat, side in seats.items() if side and state is not None}
        own = not stories.armies(now, one)
        deeds: dict[str, tuple[Deed, ...]] = {
            side: tuple(rules.deeds(state, seat)) for seat, side in mine.items() if own
        }
        lost = next((seat for seat in seats if seat != won), "") if won else ""
        gave = (await self.store.look(campaigns.given_up, game)).get(lost, "")
        return Over(
            gone=GONE.get(gave, ""), turn=turn_of(self.games.systems[now.system], state),
            fixture=one.id, winner=seats.get(won, "") if won else "", chain=chain, deeds=deeds,
            points={side: rules.points(state, seat) for seat, side in mine.items()},
            facts={GARRISON: int(won is not None and not seats.get(won))},
        )  # fmt: skip


def people_at(info: GameInfo, one: Fixture) -> dict[str, Seat]:
    """The sides of a battle that somebody leads at its table himself, with their seats."""
    return {side: seat.seat for seat, side in zip(info.seats, one.sides, strict=False) if side and not seat.bot}


def is_told(info: GameInfo) -> bool:
    """Whether all may know whose go it is at a table: it is watched as it is played, and not by nobody."""
    return info.watching.who != "none" and not info.watching.delay


async def asked_at(games: Games, info: GameInfo, one: Fixture) -> dict[str, int]:
    """Whose answer the table of a battle waits for, and since when; who has sealed his is left out (CPN-ABS-01)."""
    asked = {q.seat for q in await games.open_questions(info.id, None) if not q.sealed}
    since = await games.store.look(campaigns.moved, info.id)
    return {side: since for side, seat in people_at(info, one).items() if seat in asked}


def turn_of(system: RuleSystem[Any], state: Any) -> int:
    """In which turn a battle stands; 0 before the first."""
    return 0 if state is None else system.view(state, None).turn


def is_mustered(one: Fixture) -> bool:
    """Whether all who are to fight have said whom they send."""
    sides = [side for side in one.sides if side]
    enough = len(sides) == len(one.sides) or one.garrison is not None
    return enough and all(side in one.musters for side in sides)


def table_words(now: Campaign, one: Fixture) -> Json:
    """What the table of a battle knows of its campaign."""
    fighting = {seat: now.warbands[side] for seat, side in zip(offers.SEATS, one.sides, strict=False) if side}
    place = place_of(now, one.place)
    battle = Battle(
        id=now.id, fixture=one.id, sat=(), starts=starts(now, one), name=now.name, round=one.round,
        place=place.get("name", ""), place_es=place.get("name_es", ""), worth=victory(one, scores_of(now)),
        bands={seat: Flag(band.name, band.emblem, band.hue) for seat, band in fighting.items()},
    )  # fmt: skip
    return to_builtins(battle)


def place_of(now: Campaign, id: str) -> Json:
    """The province of this id as its map has it."""
    provinces = now.land.map.get("provinces", ()) if now.land and isinstance(now.land.map, dict) else ()
    return next((one for one in provinces if one["id"] == id), {})


def is_bot(now: Campaign, one: Fixture, warband: str) -> bool:
    """Whether a bot leads this side."""
    return not warband or warband in one.stand_ins or now.warbands[warband].status == "reserve"


def setup_of(now: Campaign, one: Fixture, rules: CampaignRules[Any], system: RuleSystem[Any]) -> Setup:
    """The set-up of a battle: what was mustered, the scenario, what the place and the season bring."""
    sides = tuple(
        SideSetup(Seat(seat), roster_of(now, one, side, rules))
        for seat, side in zip(offers.SEATS, one.sides, strict=False)
    )
    options = {key: value for key, value in one.options.items() if key not in OURS}
    options |= options_of(now.settings, one.scenario, system)
    bare = Setup(base_of(one.scenario), sides, options)
    return laid(now, one, replace(bare, options={**options, **rules.setup_options(bare)}), system)


def roster_of(now: Campaign, one: Fixture, side: str, rules: CampaignRules[Any]) -> Json:
    """The roster of a side; of a province of nobody those who hold it."""
    if not side:
        return one.garrison
    fixed = stories.armies(now, one)
    if side in fixed:
        return fixed[side]
    return rules.muster(now.warbands[side].band, one.musters[side].members, one.extra.get(side, 0))
