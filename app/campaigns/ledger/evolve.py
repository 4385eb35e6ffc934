"""What a campaign is after an entry of its ledger: only assigns what the entry states."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce, singledispatch
from typing import Any

from msgspec.structs import replace

from app.campaigns.ledger import events as e
from app.campaigns.model import DONE, PLAYING, VOID, Campaign, Comment, Fixture, Land, Muster, Player, Proposal, Warband
from app.engine.campaigns import Delta, apply_all

LEFT, IN, INVITED = "left", "in", "invited"


def evolve(now: Campaign, entry: e.Entry) -> Campaign:
    """The campaign after this entry.  An entry that does not fit is a ``ValueError`` and must not be written."""
    return replace(step(entry, now), seq=now.seq + 1)


def fold(start: Campaign, entries: Sequence[e.Entry]) -> Campaign:
    """The campaign after all these entries."""
    return reduce(evolve, entries, start)


@singledispatch
def step(entry: Any, now: Campaign) -> Campaign:  # noqa: ARG001
    """One kind of entry; the next entry's number is not counted here."""
    raise TypeError(type(entry).__name__)


# -- parts of a campaign changed ------------------------------------------------


def player(now: Campaign, guest: str, **values: Any) -> Campaign:
    """The campaign with a player changed."""
    return replace(now, players={**now.players, guest: replace(now.players[guest], **values)})


def warband(now: Campaign, id: str, **values: Any) -> Campaign:
    """The campaign with a warband changed."""
    if id not in now.warbands:
        raise ValueError(f"no warband {id}")
    return replace(now, warbands={**now.warbands, id: replace(now.warbands[id], **values)})


def fixture(now: Campaign, id: str, **values: Any) -> Campaign:
    """The campaign with a fixture changed."""
    return replace(now, fixtures={**now.fixtures, id: replace(now.fixtures[id], **values)})


def last_round(now: Campaign, **values: Any) -> Campaign:
    """The campaign with its last round changed."""
    return replace(now, rounds=(*now.rounds[:-1], replace(now.rounds[-1], **values)))


def land(now: Campaign, **values: Any) -> Campaign:
    """The campaign with what stands on its map changed."""
    if now.land is None:
        raise ValueError("the campaign has no map")
    return replace(now, land=replace(now.land, **values))


def changed(now: Campaign, id: str, deltas: Sequence[Delta]) -> Campaign:
    """The campaign with a warband's band changed and its version one more."""
    one = now.warbands[id]
    return warband(now, id, band=apply_all(one.band, deltas), version=one.version + 1)


# -- people ---------------------------------------------------------------------


@step.register
def _(entry: e.Founded, now: Campaign) -> Campaign:
    host = Player(guest=entry.guest, name=entry.host, roles=("host",))
    return replace(now, system=entry.system, name=entry.name, settings=entry.settings, players={entry.guest: host})


@step.register
def _(entry: e.Changed, now: Campaign) -> Campaign:
    return replace(now, name=entry.name, settings=entry.settings)


@step.register
def _(entry: e.Invited, now: Campaign) -> Campaign:
    new = Player(guest=entry.guest, name=entry.name, state=INVITED)
    return replace(now, players={**now.players, entry.guest: new})


@step.register
def _(_: e.KeyRenewed, now: Campaign) -> Campaign:
    return replace(now, key=now.key + 1)


@step.register
def _(entry: e.Joined, now: Campaign) -> Campaign:
    known = now.players.get(entry.guest)
    roles = tuple(dict.fromkeys((*(known.roles if known else ()), *entry.roles)))
    left = known is not None and known.left
    new = Player(guest=entry.guest, name=entry.name, roles=roles, entropy=entry.entropy, left=left)
    return replace(now, players={**now.players, entry.guest: new})


@step.register
def _(entry: e.RolesSet, now: Campaign) -> Campaign:
    return player(now, entry.guest, roles=entry.roles)


@step.register
def _(entry: e.Left, now: Campaign) -> Campaign:
    return player(now, entry.guest, state=LEFT, left=True, removed=bool(entry.reason))


@step.register
def _(_: e.Announced, now: Campaign) -> Campaign:
    return now


# -- warbands -------------------------------------------------------------------


@step.register
def _(entry: e.Raised, now: Campaign) -> Campaign:
    if entry.warband in now.warbands:
        raise ValueError(f"there is a warband {entry.warband} already")
    new = Warband(
        id=entry.warband, guest=entry.guest, name=entry.name, emblem=entry.emblem, hue=entry.hue, band=entry.band,
        joined=entry.round,
    )  # fmt: skip
    return replace(now, warbands={**now.warbands, entry.warband: new})


@step.register
def _(entry: e.Posted, now: Campaign) -> Campaign:
    after = changed(now, entry.warband, entry.step.deltas)
    if entry.throw < 0 or entry.again:
        return after
    rounds = [replace(r, throws=entry.throw + 1) if r.number == entry.round else r for r in after.rounds]
    return replace(after, rounds=tuple(rounds))


@step.register
def _(entry: e.Offered, now: Campaign) -> Campaign:
    return replace(now, trades={**now.trades, entry.trade.id: entry.trade})


@step.register
def _(entry: e.Withdrawn, now: Campaign) -> Campaign:
    return replace(now, trades={id: one for id, one in now.trades.items() if id != entry.trade})


@step.register
def _(entry: e.Traded, now: Campaign) -> Campaign:
    after = changed(changed(now, entry.one, entry.deltas), entry.other, entry.others)
    return replace(after, trades={id: one for id, one in after.trades.items() if id != entry.trade})


@step.register
def _(entry: e.Status, now: Campaign) -> Campaign:
    return warband(now, entry.warband, status=entry.status)


@step.register
def _(entry: e.HandedOver, now: Campaign) -> Campaign:
    return warband(now, entry.warband, guest=entry.guest, status="active")


@step.register
def _(entry: e.Written, now: Campaign) -> Campaign:
    return warband(now, entry.warband, chapters=(*now.warbands[entry.warband].chapters, entry.chapter))


# -- rounds ---------------------------------------------------------------------


def with_fixture(now: Campaign, new: Fixture) -> Campaign:
    """The campaign with one more battle to be fought."""
    if new.id in now.fixtures:
        raise ValueError(f"there is a fixture {new.id} already")
    return replace(now, fixtures={**now.fixtures, new.id: new})


@step.register
def _(entry: e.RoundOpened, now: Campaign) -> Campaign:
    after = replace(now, rounds=(*now.rounds, entry.round), state="running")
    return reduce(with_fixture, entry.fixtures, after)


@step.register
def _(entry: e.FixtureAdded, now: Campaign) -> Campaign:
    return with_fixture(now, entry.fixture)


@step.register
def _(entry: e.Proposed, now: Campaign) -> Campaign:
    made = Proposal(by=entry.warband, times=entry.times, word=entry.word)
    old = now.fixtures[entry.fixture].proposals
    return fixture(now, entry.fixture, proposals={**old, entry.warband: made})


@step.register
def _(entry: e.Agreed, now: Campaign) -> Campaign:
    return fixture(now, entry.fixture, when=entry.when, proposals={}, early=())


@step.register
def _(entry: e.Hastened, now: Campaign) -> Campaign:
    rest = tuple(one for one in now.fixtures[entry.fixture].early if one != entry.warband)
    return fixture(now, entry.fixture, early=(*rest, entry.warband) if entry.early else rest)


@step.register
def _(entry: e.Extended, now: Campaign) -> Campaign:
    if entry.fixture:
        return fixture(now, entry.fixture, due=entry.due)
    return last_round(now, due=entry.due)


@step.register
def _(entry: e.ScenarioSet, now: Campaign) -> Campaign:
    return fixture(now, entry.fixture, scenario=entry.scenario)


@step.register
def _(entry: e.Mustered, now: Campaign) -> Campaign:
    one, band = now.fixtures[entry.fixture], now.warbands[entry.warband]
    sent = Muster(members=entry.members, version=entry.version)
    locked = tuple(dict.fromkeys((*band.locked, entry.fixture)))
    after = fixture(now, entry.fixture, musters={**one.musters, entry.warband: sent})
    return warband(after, entry.warband, locked=locked)


@step.register
def _(entry: e.Unmustered, now: Campaign) -> Campaign:
    rest = {id: m for id, m in now.fixtures[entry.fixture].musters.items() if id != entry.warband}
    return unlocked(fixture(now, entry.fixture, musters=rest), entry.fixture, entry.warband)


@step.register
def _(entry: e.SplitSet, now: Campaign) -> Campaign:
    return replace(now, splits={**now.splits, entry.warband: entry.groups})


@step.register
def _(entry: e.StoodIn, now: Campaign) -> Campaign:
    stand_ins = now.fixtures[entry.fixture].stand_ins
    return fixture(now, entry.fixture, stand_ins=(*stand_ins, entry.warband))


@step.register
def _(entry: e.Reminded, now: Campaign) -> Campaign:
    return replace(now, reminded={**now.reminded, f"{entry.warband} {entry.fixture}": entry.at})


@step.register
def _(entry: e.Laid, now: Campaign) -> Campaign:
    return fixture(now, entry.fixture, game=entry.game, state=PLAYING)


@step.register
def _(entry: e.Chaired, now: Campaign) -> Campaign:
    return fixture(now, entry.fixture, chairs=(*now.fixtures[entry.fixture].chairs, entry.guest))


@step.register
def _(entry: e.Ended, now: Campaign) -> Campaign:
    return fixture(
        now, entry.fixture, state=DONE, result=entry.result, winner=entry.winner, points=entry.points,
        ruled=bool(entry.by), feats=entry.feats,
    )  # fmt: skip


@step.register
def _(entry: e.Overturned, now: Campaign) -> Campaign:
    one, void = now.fixtures[entry.fixture], entry.result == VOID
    fought = entry.result in ("won", "draw")
    return fixture(
        now, entry.fixture, state=VOID if void else DONE, result="" if void else entry.result, winner=entry.winner,
        points=one.points if fought else {}, settled=tuple(side for side in one.sides if side), ruled=True, disputed=(),
    )  # fmt: skip


@step.register
def _(entry: e.Disputed, now: Campaign) -> Campaign:
    return fixture(now, entry.fixture, disputed=(*now.fixtures[entry.fixture].disputed, entry.warband))


@step.register
def _(entry: e.Upheld, now: Campaign) -> Campaign:
    return fixture(now, entry.fixture, disputed=())


@step.register
def _(entry: e.Voided, now: Campaign) -> Campaign:
    after = fixture(now, entry.fixture, state=VOID, ruled=bool(entry.by))
    return reduce(lambda at, side: unlocked(at, entry.fixture, side), now.fixtures[entry.fixture].sides, after)


def unlocked(now: Campaign, id: str, side: str) -> Campaign:
    """The campaign with a warband's roster no longer locked for this fixture."""
    if side not in now.warbands:
        return now
    return warband(now, side, locked=tuple(one for one in now.warbands[side].locked if one != id))


@step.register
def _(entry: e.Settled, now: Campaign) -> Campaign:
    one = now.fixtures[entry.fixture]
    after = fixture(now, entry.fixture, settled=(*one.settled, entry.warband))
    return unlocked(after, entry.fixture, entry.warband)


@step.register
def _(entry: e.RoundClosed, now: Campaign) -> Campaign:
    rounds = [
        replace(r, state=DONE, seed=entry.seed, closed=entry.closed) if r.number == entry.number else r
        for r in now.rounds
    ]
    return replace(now, rounds=tuple(rounds))


@step.register
def _(entry: e.Commented, now: Campaign) -> Campaign:
    before = now.fixtures[entry.fixture].comments
    return fixture(now, entry.fixture, comments=(*before, Comment(entry.guest, entry.at, entry.text)))


@step.register
def _(entry: e.Unsaid, now: Campaign) -> Campaign:
    rows = list(now.fixtures[entry.fixture].comments)
    rows[entry.number] = replace(rows[entry.number], text="")
    return fixture(now, entry.fixture, comments=tuple(rows))


@step.register
def _(entry: e.Closed, now: Campaign) -> Campaign:
    return replace(now, state="ended", winner=entry.winner)


# -- the map and the story ------------------------------------------------------


@step.register
def _(entry: e.Mapped, now: Campaign) -> Campaign:
    return replace(now, land=Land(map=entry.map, owners=entry.owners, capitals=entry.capitals))


def put(of: dict[str, str], key: str, value: str) -> dict[str, str]:
    """The dictionary with this key set, or without it where the value is empty."""
    return {**of, key: value} if value else {k: v for k, v in of.items() if k != key}


def on(now: Campaign) -> Land:
    """The map of a campaign that has one."""
    if now.land is None:
        raise ValueError("the campaign has no map")
    return now.land


@step.register
def _(entry: e.Taken, now: Campaign) -> Campaign:
    return land(now, owners=put(on(now).owners, entry.province, entry.warband))


@step.register
def _(entry: e.Placed, now: Campaign) -> Campaign:
    return land(now, armies=put(on(now).armies, entry.warband, entry.province))


@step.register
def _(entry: e.Ordered, now: Campaign) -> Campaign:
    return land(now, orders={**on(now).orders, entry.warband: entry.way})


@step.register
def _(entry: e.Shown, now: Campaign) -> Campaign:
    return last_round(land(now, orders={}, shown=entry.orders), step="battles")


@step.register
def _(entry: e.Stepped, now: Campaign) -> Campaign:
    return last_round(now, step=entry.step, orders_due=entry.due or now.rounds[-1].orders_due)


@step.register
def _(entry: e.Besieged, now: Campaign) -> Campaign:
    rest = {id: n for id, n in on(now).sieges.items() if id != entry.province}
    return land(now, sieges=rest if entry.seasons < 0 else {**rest, entry.province: entry.seasons})


@step.register
def _(entry: e.Reached, now: Campaign) -> Campaign:
    return replace(now, story=(*now.story, entry.chapter))


@step.register
def _(entry: e.Held, now: Campaign) -> Campaign:
    return land(now, held=entry.held)
