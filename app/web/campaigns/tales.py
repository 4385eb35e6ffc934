"""The chronicle: each battle a paragraph made of what happened in it, its picture, and what people say beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from app.campaigns.battles.fixtures import is_bye
from app.campaigns.ledger.books import Books
from app.campaigns.model import VOID, Campaign, Fixture
from app.engine.campaigns import DEAD
from app.games import lobby
from app.games.results import GameInfo
from app.web.campaigns import news as campaign_news
from app.web.campaigns.roll import name_of, seen_at
from app.web.campaigns.shared import Room
from app.web.campaigns.words import house, place, result, scenario, score
from app.web.page.words import gettext, ngettext

Row = dict[str, Any]
Fallen = Mapping[str, Sequence[tuple[str, str]]]
"""Who died of what followed from a battle, by its id: warband and member."""
Oath = tuple[str, str, str]
"""A warband that swore revenge, on a member of another."""


class Revenge(NamedTuple):
    """Of all battles of a campaign: who died of each, what was sworn after it, what was kept in it."""

    dead: Fallen
    sworn: Mapping[str, Sequence[Oath]]
    kept: Mapping[str, Sequence[Oath]]


NONE = Revenge({}, {}, {})
MADE = WeakKeyDictionary[Books, tuple[int, Revenge]]()
"""By the books of a campaign, and as of which entry."""


async def tales(at: Room, number: int) -> list[Row]:
    """The battles of a round that are over, in their order, each told."""
    books = await at.here.campaigns.books(at.now, at.rules.value)
    dead, sworn, kept = revenge(books, at.now)
    over = [one for one in at.now.fights(number) if one.is_over and one.state != VOID and not is_bye(one)]
    tables = await lobby.heads(at.here.games, [one.game for one in over if one.game])
    return [told(at, one, tables, dead, sworn.get(one.id, ()), kept.get(one.id, ())) for one in over]


def told(
    at: Room, one: Fixture, tables: Mapping[str, GameInfo], dead: Fallen, sworn: Sequence[Oath], kept: Sequence[Oath]
) -> Row:
    """A battle as the chronicle has it."""
    version = turning(one)[1] or max((feat.version for feat in one.feats), default=0)
    moment, picture = seen_at(at, one, version, tables)
    words = [
        (band, page) for band in at.now.warbands.values() for page in band.chapters if page.fixture == one.id
    ]  # fmt: skip
    said = (opening(at, one), blood(at, one), turned(at, one), hero(at, one), losses(at, one), ends(at, one, dead))
    revenge = (*(swears(at, oath) for oath in sworn), *(keeps(at, oath) for oath in kept))
    return {
        "id": one.id, "sides": [house(at.now, side) for side in one.sides if side],
        "scenario": scenario(at.words, one.scenario, at.now.settings),
        "place": place(at.now, one), "href": f"{at.path}/battle/{one.id}",
        "moment": moment, "picture": picture,
        "text": " ".join(part for part in (*said, *revenge) if part), "comments": comments(at, one),
        "words": [{"name": band.name, "hue": band.hue, "title": page.title, "text": page.text,
                   "href": f"{at.path}/warband/{band.id}"} for band, page in words],
    }  # fmt: skip


# -- sentences --------------------------------------------------------------------------


def opening(at: Room, one: Fixture) -> str:
    """Who met, and how it ended."""
    names = [at.now.warbands[side].name for side in one.sides if side]
    met = (
        gettext("{one} and {other} met.").format(one=names[0], other=names[1])
        if len(names) > 1 else gettext("{one} marched on a garrison.").format(one=names[0])
    )  # fmt: skip
    points = score(at.now, one)
    ended = f"{result(at.now, one)} ({points})." if points else f"{result(at.now, one)}."
    return f"{met} {ended}"


def blood(at: Room, one: Fixture) -> str:
    """Who was brought down first, where it is known by whom."""
    first = next((feat for feat in one.feats if feat.who), None)
    if first is None:
        return ""
    said = gettext("The first to fall was {whom}, to {who}, in turn {turn}.")
    return said.format(whom=name_of(at, first.foe, first.whom), who=name_of(at, first.side, first.who), turn=first.turn)


def turning(one: Fixture) -> tuple[int, int, int]:
    """The turn in which the winner gained most, its last moment, and how many more he brought down than he lost in it.

    The earliest of several; 0 where nobody won or nobody gained two.
    """
    gains, last = Counter[int](), dict[int, int]()
    for feat in one.feats:
        if one.winner and one.winner in (feat.side, feat.foe):
            gains[feat.turn] += feat.times if feat.side == one.winner else -feat.times
            last[feat.turn] = max(last.get(feat.turn, 0), feat.version)
    turn, gain = max(gains.items(), key=lambda row: (row[1], -row[0]), default=(0, 0))
    return (turn, last[turn], gain) if gain > 1 else (0, 0, 0)


def turned(at: Room, one: Fixture) -> str:
    """When it turned, and who broke whom then."""
    turn, _, _ = turning(one)
    if not turn:
        return ""
    best = max(
        (f for f in one.feats if f.turn == turn and f.side == one.winner and f.who), key=lambda f: f.times, default=None
    )
    if best is None:
        return gettext("It turned in turn {turn}.").format(turn=turn)
    said = gettext("It turned in turn {turn}, when {who} broke {whom}.")
    return said.format(turn=turn, who=name_of(at, best.side, best.who), whom=name_of(at, best.foe, best.whom))


def hero(at: Room, one: Fixture) -> str:
    """Who brought down most, where one stands out with two at least."""
    counts = Counter[tuple[str, str]]()
    for feat in one.feats:
        counts[feat.side, feat.who] += feat.times if feat.who else 0
    first, *rest = [*counts.most_common(2), ((("", ""), 0))]
    (side, who), most = first
    if most < 2 or rest[0][1] == most:
        return ""
    return gettext("{who} alone brought down {n}.").format(who=name_of(at, side, who), n=most)


def losses(at: Room, one: Fixture) -> str:
    """How many of each side were brought down."""
    counts = Counter[str]()
    for feat in one.feats:
        counts[feat.foe] += feat.times
    lost = [(at.now.warbands[side].name, counts[side]) for side in one.sides if side]
    if len(lost) < 2 or not sum(n for _, n in lost):
        return ""
    (a, n), (b, m) = lost
    return gettext("{one} lost {n}, {other} {m}.").format(one=a, n=n, other=b, m=m)


def ends(at: Room, one: Fixture, dead: Fallen) -> str:
    """Who did not come back from it."""
    names = [f"{name_of(at, side, who)} ({at.now.warbands[side].name})" for side, who in dead.get(one.id, ())]
    said = ngettext("{names} did not come back.", "{names} did not come back.", len(names))
    return said.format(names=", ".join(names)) if names else ""


def swears(at: Room, oath: Oath) -> str:
    """Somebody swears revenge."""
    said = gettext("{band} swore revenge on {whom}.")
    return said.format(band=at.now.warbands[oath[0]].name, whom=name_of(at, oath[1], oath[2]))


def keeps(at: Room, oath: Oath) -> str:
    """An oath of before is kept."""
    said = gettext("{band} had sworn revenge on {whom}, and took it.")
    return said.format(band=at.now.warbands[oath[0]].name, whom=name_of(at, oath[1], oath[2]))


# -- what it is made of -------------------------------------------------------------------


def fallen(lines: Mapping[str, Sequence[Any]]) -> dict[str, list[tuple[str, str]]]:
    """Who died of what followed from each battle."""
    found: dict[str, list[tuple[str, str]]] = {}
    for band, rows in lines.items():
        for row in rows:
            died = [delta.who for delta in row.deltas if delta.field == "state" and delta.put == DEAD]
            if row.fixture and died:
                found.setdefault(row.fixture, []).extend((band, who) for who in died)
    return found


def revenge(books: Books, now: Campaign) -> Revenge:
    """Who died, and what was sworn and kept, of all battles; reckoned once for all readers of one state."""
    seq, made = MADE.get(books, (-1, NONE))
    if seq != now.seq:
        dead = fallen(books.lines)
        made = Revenge(dead, *oaths(as_ended(now, books.lines), dead))
        MADE[books] = (now.seq, made)
    return made


def as_ended(now: Campaign, lines: Mapping[str, Sequence[Any]]) -> list[Fixture]:
    """The battles in the order in which they ended, by the first line that follows from each; others after them."""
    first = dict[str, int]()
    for row in (row for rows in lines.values() for row in rows if row.fixture):
        first[row.fixture] = min(row.seq, first.get(row.fixture, row.seq))
    return sorted(now.fixtures.values(), key=lambda one: first.get(one.id, now.seq + 1))


def oaths(battles: Iterable[Fixture], dead: Fallen) -> tuple[dict[str, list[Oath]], dict[str, list[Oath]]]:
    """The oaths that were sworn after each battle, and those that were kept in it."""
    sworn, kept, open_ = dict[str, list[Oath]](), dict[str, list[Oath]](), dict[Oath, None]()
    for one in battles:
        feats = dict.fromkeys((feat.side, feat.foe, feat.whom) for feat in one.feats)
        kept[one.id] = [oath for oath in feats if oath in open_]
        for oath in kept[one.id]:
            del open_[oath]
        sworn[one.id] = [oath for oath in dict.fromkeys(revenged(one, dead)) if oath not in open_]
        open_.update(dict.fromkeys(sworn[one.id]))
    return sworn, kept


def revenged(one: Fixture, dead: Fallen) -> Iterator[Oath]:
    """Whom a warband whose member died of a battle swears revenge on: who brought him down there."""
    for band, who in dead.get(one.id, ()):
        by = next((f for f in reversed(one.feats) if (f.foe, f.whom) == (band, who) and f.who and f.side != band), None)
        if by is not None and by.side:
            yield band, by.side, by.who


def comments(at: Room, one: Fixture) -> list[Row]:
    """What people say beside a battle; what was taken back is left out."""
    return [
        {"number": n, "by": campaign_news.name_of(at, said.guest), "at": said.at, "text": said.text,
         "may": bool(at.id) and (said.guest == at.id or at.rules_in_charge)}
        for n, said in enumerate(one.comments) if said.text
    ]  # fmt: skip
