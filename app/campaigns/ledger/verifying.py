"""Checks an exported campaign offline: chain, seeds, every throw, warbands, and the records of its battles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from app.campaigns import commands
from app.campaigns.desk import Actor, Desk, vault_of
from app.campaigns.ledger import events as e
from app.campaigns.ledger.evolve import evolve
from app.campaigns.ledger.exporting import Export, Import, Line, digests, read
from app.campaigns.ledger.rows import read_entry
from app.campaigns.model import Campaign, CampaignId, Round
from app.campaigns.rounds.course import battles_of
from app.campaigns.systems import rules_of
from app.engine.digest import START, digest, link
from app.engine.refusals import Refusal
from app.engine.system import RuleSystem
from app.games import verify as games
from app.games.vault import commitment
from app.games.verify import Earlier, Found

PARTS = commands.PARTS
"""Every part of campaigns, so that all ways of pairing are known here."""
HEAD = ("seq", "kind", "warband", "by_id", "at_ms", "seen_by")


def verify(raw: bytes, systems: Sequence[RuleSystem[Any]]) -> list[str]:
    """Everything found in the export of a campaign, in words; empty if it is sound (CPN-EXP-03)."""
    return examined(raw, systems).told()


def examined(raw: bytes, systems: Sequence[RuleSystem[Any]]) -> Found:
    """Every fault found in the export of a campaign, and its battles that earlier rules may account for."""
    made = read(raw)
    if isinstance(made, Refusal):
        facts = ", ".join(f"{key} {value}" for key, value in made.facts.items())
        return Found((f"{made.code}: {facts}",))
    entries = [read_entry(line.body) for line in made.export.entries if line.body is not None]
    battles = recorded(made, entries, systems)
    faults = (
        *chained(made.export), *seeded(entries), *thrown(made.export.campaign, entries),
        *paired(made.export, entries, systems), *banded(made), *(one for one in battles if isinstance(one, str)),
    )  # fmt: skip
    return Found(faults, tuple(one for one in battles if isinstance(one, Earlier)))


def chained(made: Export) -> Iterator[str]:
    """Faults of the chain of hashes."""
    chain = START
    for line in made.entries:
        chain = link(chain, headed(line))
        if line.chain != chain:
            yield f"the chain breaks at entry {line.seq}: it or one before it was changed"
            return
    if made.chain != chain:
        yield "the chain does not end where the campaign says it does"


def headed(line: Line) -> dict[str, Any]:
    """What the chain goes over: the head of an entry and the digest of its body."""
    head = {key: getattr(line, key) for key in HEAD}
    return {**head, "body": line.digest if line.body is None else digest(line.body)}


def closed(entries: Sequence[e.Entry]) -> dict[int, tuple[Round, str]]:
    """Every round that is closed, as it was opened, with its seed."""
    opened = {one.round.number: one.round for one in entries if isinstance(one, e.RoundOpened)}
    seeds = {one.number: one.seed for one in entries if isinstance(one, e.RoundClosed)}
    return {number: (opened[number], seed) for number, seed in seeds.items() if number in opened}


def seeded(entries: Sequence[e.Entry]) -> Iterator[str]:
    """Rounds that do not have the seed they committed to."""
    for number, (of, seed) in closed(entries).items():
        try:
            good = commitment(bytes.fromhex(seed)) == of.commit
        except ValueError:
            good = False
        if not good:
            yield f"round {number} shows a seed that it did not commit to"


def thrown(campaign: str, entries: Sequence[e.Entry]) -> Iterator[str]:
    """Throws of closed rounds that fall otherwise, or are left out."""
    rounds = closed(entries)
    nexts = dict.fromkeys(rounds, 0)
    for one in entries:
        if not isinstance(one, e.Posted) or one.throw < 0 or one.round not in rounds:
            continue
        if one.again:
            if one.throw >= nexts[one.round]:
                yield f"throw {one.throw} of round {one.round} falls again before it fell"
            yield from fallen(campaign, one, *rounds[one.round])
            continue
        if one.throw != nexts[one.round]:
            yield f"throw {nexts[one.round]} of round {one.round} is missing; the ledger goes on with {one.throw}"
        nexts[one.round] = one.throw + 1
        yield from fallen(campaign, one, *rounds[one.round])


def fallen(campaign: str, one: e.Posted, of: Round, seed: str) -> Iterator[str]:
    """What is wrong with one throw."""
    name = f"throw {one.throw} of round {one.round}"
    if one.step.dice is None:
        yield f"{name} names no dice"
        return
    try:
        again = vault_of(campaign, of, seed).throw(one.throw, one.step.dice)
    except ValueError:
        return
    if again != one.step.faces:
        yield f"{name} is {list(one.step.faces)} in the ledger; thrown again it is {list(again)}"


def paired(made: Export, entries: Sequence[e.Entry], systems: Sequence[RuleSystem[Any]]) -> Iterator[str]:
    """Closed rounds whose battles are not those that the campaign and its lots come to (CPN-PAI-01)."""
    system = next((one for one in systems if one.key == made.system), None)
    if system is None:
        return
    seeds = {str(number): seed for number, (_, seed) in closed(entries).items()}
    now = Campaign(id=CampaignId(made.campaign))
    for one in entries:
        if isinstance(one, e.RoundOpened) and str(one.round.number) in seeds:
            desk = Desk(now, rules_of(system), Actor(), one.round.begun, dict(seeds))
            try:
                same = battles_of(desk, one.round) == one.fixtures
            except (LookupError, ValueError) as error:
                yield f"the battles of round {one.round.number} cannot be drawn again: {error}"
                return
            if not same:
                yield f"the battles of round {one.round.number} are not those that its lots give"
        now = evolve(now, one)


def banded(made: Import) -> Iterator[str]:
    """Warbands that are not what the ledger comes to."""
    found, told = digests(made.now), made.export.warbands
    for id in sorted({*found, *told}):
        if found.get(id) != told.get(id):
            yield f"warband {id} is not what the ledger comes to"
    if made.export.system != made.now.system:
        yield f"the ledger is of {made.now.system}, not of {made.export.system}"


def recorded(made: Import, entries: Sequence[e.Entry], systems: Sequence[RuleSystem[Any]]) -> list[str | Earlier]:
    """What is wrong with the records of battles; records of battles that the ledger does not know are too."""
    ends = {one.fixture: one.chain for one in entries if isinstance(one, e.Ended)}
    found: list[str | Earlier] = []
    for id, record in made.export.records.items():
        fixture = made.now.fixtures.get(id)
        if fixture is None or not isinstance(record, dict) or record.get("game") != fixture.game:
            found.append(f"the record of battle {id} is not of the game that the ledger names")
            continue
        one = games.examined(record, systems)
        found += [f"battle {id}: {fault}" for fault in one.faults]
        found += [replace(earlier, battle=id) for earlier in one.earlier]
        events = record.get("events") or [{}]
        if ends.get(id) and events[-1].get("chain") != ends[id]:
            found.append(f"battle {id}: its record ends with another link than the ledger names")
    return found
