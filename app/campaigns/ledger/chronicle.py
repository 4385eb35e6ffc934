"""The ledger told: news of a campaign, and what each of its entries says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import Any

from app.campaigns.book import c
from app.campaigns.ledger import events as e
from app.campaigns.ledger.rows import entry_of
from app.campaigns.model import Campaign, Fixture, News
from app.engine.refusals import Fact

NOTABLE = ("death", "advance", "ruling")
"""The kinds of ledger lines of warbands that are news to others."""
QUIET = ("key-renewed", "proposed", "unmustered", "settled", "placed", "held", "withdrawn", "offered", "stepped",
         "reminded", "hastened", "commented", "unsaid")  # fmt: skip
"""What is in the ledger and no news to others."""
CLOSES = c("CPN-RND-05")
UNFOUGHT = {c("CPN-ABS-09"): "absent", c("CPN-RES-16"): "resigned"}
"""What is told of battles that a side gave up before they were fought."""
RULINGS = (e.Ended, e.Voided, e.Overturned, e.Upheld)
"""What umpires say of a battle that is over, and how it ended without them."""
Told = tuple[str, dict[str, Fact]]


def news(rows: Sequence[Mapping[str, Any]], now: Campaign, *, all_: bool = False) -> tuple[News, ...]:
    """What these rows of the ledger tell, the newest first; with ``all_`` also what is no news.

    Rows are those that the reader may read.  Facts name warbands, people and provinces by their ids.
    """
    found = (line(row, now, all_) for row in reversed(rows))
    return tuple(one for one in found if one is not None)


def line(row: Mapping[str, Any], now: Campaign, all_: bool) -> News | None:
    """What one row tells; ``None`` if it is no news, or sealed in the file it was read from."""
    entry = entry_of(dict(row)) if row["body"] is not None else None
    if entry is None or (not all_ and not is_news(entry)):
        return None
    about, facts = told(entry, now)
    return News(
        seq=row["seq"], at=row["at_ms"], about=about, facts=facts, fixture=battle_of(entry),
        warband=warband_of(entry, now),
    )  # fmt: skip


def is_news(entry: e.Entry) -> bool:
    """Whether others want to know."""
    if isinstance(entry, e.Posted):
        return entry.step.kind in NOTABLE
    if isinstance(entry, e.RolesSet):
        return bool(entry.roles)
    return str(entry.__struct_config__.tag) not in QUIET


def is_ruling(entry: e.Entry, fixture: str) -> bool:
    """Whether an umpire says by it what becomes of a battle."""
    ruled = (isinstance(entry, RULINGS) and bool(entry.by)) or isinstance(entry, e.Disputed)
    return battle_of(entry) == fixture and (ruled or (isinstance(entry, e.Extended) and bool(entry.reason)))


def judged(rows: Sequence[Mapping[str, Any]], fixture: str) -> int:
    """When the result of a battle, or the last ruling on it, was written; 0 where there is none."""
    kinds = {str(one.__struct_config__.tag) for one in RULINGS}
    found = (row["at_ms"] for row in reversed(rows) if row["kind"] in kinds and row["body"]["fixture"] == fixture)
    return int(next(found, 0))


def added(rows: Sequence[Mapping[str, Any]], fixture: str) -> int:
    """When a battle was added to its round, a challenge when it was taken up; 0 where it came with its round."""
    kinds = ("fixture-added", "scenario-set")
    own = [row for row in rows if row["kind"] in kinds and battle_of(entry_of(dict(row))) == fixture]
    return int(own[-1]["at_ms"]) if own and own[0]["kind"] == kinds[0] else 0


def battle_of(entry: e.Entry) -> str:
    """The battle an entry is about, if it is."""
    known = getattr(entry, "fixture", "")
    return known.id if isinstance(known, Fixture) else str(known)


def warband_of(entry: e.Entry, now: Campaign) -> str:
    """The warband an entry is mainly about."""
    if isinstance(entry, e.Ended | e.Overturned) and entry.winner:
        return entry.winner
    if isinstance(entry, e.Traded):
        return entry.one
    named = getattr(entry, "warband", "")
    battle = now.fixtures.get(battle_of(entry))
    return str(named or (battle.sides[0] if battle else ""))


# -- one kind after another ---------------------------------------------------------


@singledispatch
def told(entry: Any, now: Campaign) -> Told:  # noqa: ARG001
    """Sentence key and facts of an entry: all its plain fields, where nothing else is said of it."""
    names = {"guest": "who", "province": "place"}
    plain = {key: getattr(entry, key) for key in entry.__struct_fields__ if key not in ("clause", "seen_by")}
    facts = {names.get(key, key): one for key, one in plain.items() if isinstance(one, (int, str))}
    return f"campaign.news.{entry.__struct_config__.tag}", facts


def of_battle(now: Campaign, id: str, first: str = "") -> dict[str, Fact]:
    """The two sides of a battle, the one named first; the second is empty where there is none."""
    one = now.fixtures.get(id)
    if one is None:
        return {"warband": "", "other": ""}
    home = first or one.sides[0]
    return {"warband": home, "other": next(iter(one.others(home)), "")}


@told.register
def _(entry: e.Raised, now: Campaign) -> Told:  # noqa: ARG001
    key = "raised" if not entry.was else "brought-from" if entry.origin else "brought"
    facts: dict[str, Fact] = {"warband": entry.warband, "who": entry.guest, "was": entry.was, "origin": entry.origin}
    return f"campaign.news.{key}", {name: one for name, one in facts.items() if one}


@told.register
def _(entry: e.Joined, now: Campaign) -> Told:  # noqa: ARG001
    key = "joined" if "player" in entry.roles else "watching"
    return f"campaign.news.{key}", {"who": entry.guest, "name": entry.name}


@told.register
def _(entry: e.RolesSet, now: Campaign) -> Told:  # noqa: ARG001
    key = "roles-set" if entry.roles else "roles-none"
    return f"campaign.news.{key}", {"who": entry.guest, "roles": ", ".join(entry.roles)}


@told.register
def _(entry: e.Announced, now: Campaign) -> Told:  # noqa: ARG001
    return "campaign.news.announced", {"title": entry.title, "text": entry.text, "who": entry.by}


@told.register
def _(entry: e.Founded, now: Campaign) -> Told:  # noqa: ARG001
    return "campaign.news.founded", {"who": entry.guest, "name": entry.name}


@told.register
def _(entry: e.Posted, now: Campaign) -> Told:  # noqa: ARG001
    return entry.step.about, {**entry.step.facts, **({"reason": entry.reason} if entry.reason else {})}


@told.register
def _(entry: e.Offered, now: Campaign) -> Told:  # noqa: ARG001
    return "campaign.news.offered", {"warband": entry.trade.by, "other": entry.trade.to}


@told.register
def _(entry: e.Traded, now: Campaign) -> Told:  # noqa: ARG001
    key = "transferred" if entry.sort == "transfer" else "traded"
    return f"campaign.news.{key}", {"warband": entry.one, "other": entry.other, "reason": entry.reason}


@told.register
def _(entry: e.Status, now: Campaign) -> Told:  # noqa: ARG001
    return f"campaign.news.{entry.status}", {"warband": entry.warband, "reason": entry.reason}


@told.register
def _(entry: e.Written, now: Campaign) -> Told:  # noqa: ARG001
    return "campaign.news.written", {"warband": entry.warband, "title": entry.chapter.title}


@told.register
def _(entry: e.RoundOpened, now: Campaign) -> Told:  # noqa: ARG001
    of = entry.round
    facts: dict[str, Fact] = {"number": of.number, "battles": sum(bool(f.sides[1]) for f in entry.fixtures)}
    if of.season:
        return "campaign.news.season-opened", {**facts, "year": of.year, "season": of.season}
    return "campaign.news.round-opened", facts


@told.register
def _(entry: e.FixtureAdded, now: Campaign) -> Told:  # noqa: ARG001
    home, away = entry.fixture.sides
    return f"campaign.news.{'fixture-added' if away else 'fixture-garrison'}", {"warband": home, "other": away}


@told.register
def _(entry: e.Proposed, now: Campaign) -> Told:  # noqa: ARG001
    return "campaign.news.proposed", {"warband": entry.warband, "dates": len(entry.times), "reason": entry.word}


@told.register
def _(entry: e.Hastened, now: Campaign) -> Told:  # noqa: ARG001
    return f"campaign.news.{'hastened' if entry.early else 'unhastened'}", {"warband": entry.warband}


@told.register
def _(entry: e.Agreed, now: Campaign) -> Told:
    return "campaign.news.agreed", {**of_battle(now, entry.fixture), "when": entry.when}


@told.register
def _(entry: e.ScenarioSet, now: Campaign) -> Told:
    return "campaign.news.scenario-set", {**of_battle(now, entry.fixture), "scenario": entry.scenario}


@told.register
def _(entry: e.Laid, now: Campaign) -> Told:
    facts = of_battle(now, entry.fixture)
    return f"campaign.news.{'laid' if facts['other'] else 'laid-garrison'}", facts


@told.register
def _(entry: e.Upheld, now: Campaign) -> Told:
    return "campaign.news.upheld", {**of_battle(now, entry.fixture), "reason": entry.reason, "who": entry.by}


@told.register
def _(entry: e.Disputed, now: Campaign) -> Told:
    return "campaign.news.disputed", {**of_battle(now, entry.fixture, entry.warband), "reason": entry.reason}


@told.register
def _(entry: e.Extended, now: Campaign) -> Told:
    if entry.fixture:
        return "campaign.news.extended-battle", {**of_battle(now, entry.fixture), "reason": entry.reason}
    key = "closing" if entry.clause == CLOSES else "extended"
    return f"campaign.news.{key}", {"reason": entry.reason}


@told.register
def _(entry: e.Chaired, now: Campaign) -> Told:
    return "campaign.news.chaired", {**of_battle(now, entry.fixture), "who": entry.guest}


@told.register
def _(entry: e.Voided, now: Campaign) -> Told:
    key = "ruled-void" if entry.by else "voided"
    return f"campaign.news.{key}", {"who": entry.by, **of_battle(now, entry.fixture), "reason": entry.reason}


@told.register
def _(entry: e.Overturned, now: Campaign) -> Told:
    key = "garrison" if entry.result == "won" and not entry.winner else entry.result
    facts = {**of_battle(now, entry.fixture, entry.winner), "reason": entry.reason, "who": entry.by}
    return f"campaign.news.overturned-{key}", facts


@told.register
def _(entry: e.Ended, now: Campaign) -> Told:
    facts = {**of_battle(now, entry.fixture, entry.winner), "reason": entry.reason, "who": entry.by}
    alone = not facts["other"] and entry.result in ("won", "draw")
    key = "taken-by-storm" if alone and entry.winner else "garrison" if alone else entry.result
    key = f"ruled-{entry.result}" if entry.by else UNFOUGHT.get(entry.clause, key)
    return f"campaign.news.{key}", facts


@told.register
def _(entry: e.Closed, now: Campaign) -> Told:  # noqa: ARG001
    key = "closed" if entry.winner else "closed-level"
    return f"campaign.news.{key}", {"warband": entry.winner, "reason": entry.reason}


@told.register
def _(entry: e.Taken, now: Campaign) -> Told:  # noqa: ARG001
    key = "taken" if entry.warband else "freed"
    return f"campaign.news.{key}", {"warband": entry.warband, "place": entry.province}


@told.register
def _(entry: e.Placed, now: Campaign) -> Told:  # noqa: ARG001
    key = "placed" if entry.province else "nowhere"
    return f"campaign.news.{key}", {"warband": entry.warband, "place": entry.province}


@told.register
def _(entry: e.Shown, now: Campaign) -> Told:  # noqa: ARG001
    return "campaign.news.shown", {"orders": len(entry.orders)}


@told.register
def _(entry: e.Besieged, now: Campaign) -> Told:  # noqa: ARG001
    key = "besieged" if entry.seasons >= 0 else "siege-over"
    return f"campaign.news.{key}", {"place": entry.province, "seasons": entry.seasons}
