"""Hundreds of random commands, a server that is killed in the middle of them, and a ledger in which all is right."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from app.campaigns.desk import vault_of
from app.campaigns.ledger import events as e
from app.campaigns.ledger.evolve import evolve
from app.campaigns.ledger.exporting import export
from app.campaigns.ledger.rows import entry_of, linked, warband_row
from app.campaigns.ledger.verifying import verify
from app.campaigns.model import Campaign, CampaignId
from app.campaigns.people.members import Join
from app.engine.campaigns import Band
from app.engine.digest import START
from app.games.vault import commitment
from app.store import campaigns as rows
from app.store.campaign_tables import campaign_game, campaign_receipt
from app.store.db import Row
from app.store.tables import game
from app.systems import SYSTEMS
from tests.campaigns.campaigning import House, fresh
from tests.campaigns.hammer import SLOTS, read
from tests.campaigns.tongue import given_by_people

ROOT = Path(__file__).resolve().parents[2]
COUNT, KILLS, EACH = 640, 7, 80
SEED = os.environ.get("GUNBAI_HAMMER_SEED", "gunbai")
NUMBERS = ("cost", "models", "full", "experience", "kills", "battles", "due")


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_nothing_is_lost_made_or_done_twice(tmp_path: Path) -> None:
    file, journal = fresh(tmp_path), tmp_path / "journal.jsonl"
    guests = asyncio.run(welcomed(file))
    try:
        kills = hammered(file, journal, guests)
        said = read(journal)
        told = asyncio.run(judged(file, said))
    except BaseException:
        print(f"seed {SEED}: GUNBAI_HAMMER_SEED={SEED} draws the same commands")
        raise
    print(f"seed {SEED}: {told}, {kills}")
    assert sum(kills.values()) == KILLS
    assert kills["between commit and answer"] >= 2
    assert kills["between game and campaign"] >= 1


async def welcomed(file: Path) -> str:
    """Seven guests of a new server."""
    house = House(file)
    ids = [(await house.guest(f"Guest {number}")).id for number in range(7)]
    await house.close()
    return ",".join(ids)


# -- lives and deaths -----------------------------------------------------------------


def hammered(file: Path, journal: Path, guests: str) -> Counter[str]:
    """All has been said, over many lives of the server: how each of them ended."""
    rng, kills = Random(SEED), Counter[str]()
    for life in range(40):
        ends = ("", f"commit:{rng.randint(4, 40)}", "", f"lay:{rng.randint(1, 4)}")
        end = ends[life % len(ends)] if life < KILLS else ""
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.campaigns.hammer", str(file), str(journal), SEED, str(COUNT), guests, end],
            cwd=ROOT,
        )
        if life < KILLS:
            lived(child, journal, rng)
        code = child.wait(timeout=200)
        if code == 0:
            return kills
        assert code == -signal.SIGKILL, f"life {life} ended by itself with {code}"
        kills[KINDS[end.partition(":")[0]]] += 1
    raise AssertionError("it never comes to an end")


KINDS = {"": "at a random instant", "commit": "between commit and answer", "lay": "between game and campaign"}


def lived(child: subprocess.Popen[bytes], journal: Path, rng: Random) -> None:
    """The process is dead: by itself, or by our hand after so many lines of its journal and a moment more."""
    start, lines, until = size(journal), rng.randint(EACH // 2, EACH) * 2, time.monotonic() + 60
    while child.poll() is None:
        if size(journal) - start > lines * 90 or time.monotonic() > until:
            time.sleep(rng.random() * 0.05)
            child.send_signal(signal.SIGKILL)
            return
        time.sleep(0.005)


def size(file: Path) -> int:
    """The length of a file that may not be there yet."""
    return file.stat().st_size if file.exists() else 0


# -- what must be true ------------------------------------------------------------------


async def judged(file: Path, said: list[dict[str, Any]]) -> str:
    """All that must be true of the file is; counts of what was tried."""
    assert [line["fault"] for line in said if "fault" in line] == []
    assert said[-1] == {"finished": COUNT}
    house, fought, traded = House(file), 0, 0
    await house.start()
    try:
        ids = sorted({line["id"] for line in said if "sent" in line})
        for id in ids:
            row, ledger = await house.store.look(rows.whole, id)
            assert row is not None
            sound(row, ledger)
            fought += sum(one["kind"] == "ended" and one["body"].get("chain", "") != "" for one in ledger)
            traded += sum(one["kind"] == "traded" for one in ledger)
            stored = await house.store.look(rows.warbands, id)
            now = await house.now(id)
            wanted = [warband_row(id, one) for one in now.warbands.values()]
            assert {one["id"]: one for one in stored} == {one["id"]: one for one in wanted}
            assert verify(export(row, ledger, {}), SYSTEMS) == []
        written(house, said)
        laid_once(house)
        await works(house)
    finally:
        await house.close()
    assert fought >= 5
    assert traded >= 1
    return f"{fought} battles fought, {traded} trades, {counted(said, len(ids))}"


def sound(row: Row, ledger: list[Row]) -> None:
    """The chain is whole, every entry follows, no number is below nought, every throw is the seed's."""
    chain, now = START, Campaign(id=CampaignId(row["id"]))
    ends = Counter[str]()
    throws = Counter[int]()
    seeds: dict[str, str] = row["seeds"]
    for seq, one in enumerate(ledger, 1):
        chain = linked(chain, one)
        assert (one["seq"], one["chain"]) == (seq, chain)
        before, entry = now, entry_of(one)
        now = evolve(now, entry)
        unhurt(before, now, entry)
        match entry:
            case e.RoundOpened():
                assert commitment(bytes.fromhex(seeds[str(entry.round.number)])) == entry.round.commit
            case e.RoundClosed():
                assert entry.seed == seeds[str(entry.number)]
            case e.Ended() | e.Voided() | e.Laid():
                ends[f"{entry.fixture} {'laid' if isinstance(entry, e.Laid) else 'over'}"] += 1
            case e.Settled():
                ends[f"{entry.fixture} {entry.warband}"] += 1
            case e.Posted() if entry.throw >= 0:
                assert entry.throw == throws[entry.round], "a throw left out or thrown twice"
                throws[entry.round] += 1
                of = next(r for r in now.rounds if r.number == entry.round)
                assert entry.step.dice is not None
                vault = vault_of(now.id, of, seeds[str(entry.round)])
                assert vault.throw(entry.throw, entry.step.dice) == entry.step.faces
            case _:
                pass
    assert (row["seq"], row["chain"], row["state"]) == (len(ledger), chain, now.state)
    assert [key for key, number in ends.items() if number > 1] == []


def unhurt(before: Campaign, now: Campaign, entry: e.Entry) -> None:
    """No number is below nought; what one side of a trade loses the other has."""
    for side in now.warbands.values():
        assert side.band.purse >= 0
        assert all(getattr(one, name) >= 0 for one in side.band.members.values() for name in NUMBERS)
    if isinstance(entry, e.Traded):
        sides = entry.one, entry.other
        assert worth([before.warbands[id].band for id in sides]) == worth([now.warbands[id].band for id in sides])


def worth(bands: list[Band]) -> tuple[int, Counter[tuple[Any, ...]]]:
    """The points of some warbands and all who live in them, by what cannot change in a trade."""
    living = Counter(
        (m.kind, m.cost, m.name, m.experience, m.kills, m.models, m.state) for b in bands for m in b.living()
    )
    return sum(band.purse for band in bands), living


def written(house: House, said: list[dict[str, Any]]) -> None:
    """Every entry of a person belongs to one command, and every command that was acknowledged is there."""
    receipts = house.store.look_now(lambda db: [*db.execute(sa.select(campaign_receipt)).mappings()])
    mine = {(one["campaign_id"], one["command_id"]): one for one in receipts}
    assert len(mine) == len(receipts)
    owned: Counter[tuple[str, int]] = Counter()
    for one in receipts:
        owned.update((one["campaign_id"], seq) for seq in one["result"]["entries"])
    people = [
        (one["campaign_id"], one["seq"])
        for id in {id for id, _ in mine}
        for one in house.store.look_now(rows.entries, id)
        if one["by_id"] is not None
    ]
    assert owned == Counter(people)
    sent = {line["sent"]: line["id"] for line in said if "sent" in line}
    for line in said:
        if "came" in line and line["result"]["type"] == "done":
            key = (sent[line["came"]], line["came"])
            assert mine[key]["result"]["entries"] == line["result"]["entries"]


def laid_once(house: House) -> None:
    """No battle has two games, and no game two battles."""
    options = house.store.look_now(lambda db: [*db.execute(sa.select(game.c.id, game.c.options))])
    laid = {id: (o["campaign"]["id"], o["campaign"]["fixture"]) for id, o in options if "campaign" in (o or {})}
    known = house.store.look_now(lambda db: [*db.execute(sa.select(campaign_game)).mappings()])
    assert len(laid) == len({*laid.values()})
    assert {one["game_id"]: (one["campaign_id"], one["fixture"]) for one in known} == laid


async def works(house: House) -> None:
    """A campaign can be founded and joined as ever."""
    made = await house.begun("ronin", pairing="swiss")
    now = await house.now(made.id)
    assert now.state == "running"
    assert len(now.fixtures) == 1
    late = await house.guest("Late", invited=True)
    await house.does(made.id, late, Join(), "late")


def counted(said: list[dict[str, Any]], campaigns: int) -> str:
    """What was tried, in words; every command was, and every sort of campaign."""
    sent = [line for line in said if "sent" in line]
    results = {line["came"]: line["result"]["type"] for line in said if "came" in line}
    tried, accepted = Counter(line["do"]["do"] for line in sent), Counter[str]()
    for line in sent:
        accepted[line["do"]["do"]] += results[line["sent"]] == "done"
    assert {*given_by_people()} - {*tried} == set(), "commands that were never tried"
    assert campaigns >= len(SLOTS)
    kinds = Counter(results.values())
    more = {key: sum(key in line for line in said) for key in ("retried", "late")}
    twice = sum(line["mode"] == "twice" for line in sent)
    assert kinds["done"] > COUNT // 4
    assert kinds["refused"] > COUNT // 10
    never = sorted(tag for tag in tried if not accepted[tag])
    return (
        f"{campaigns} campaigns, {len(sent)} commands of {len(tried)} kinds: {kinds['done']} accepted, "
        f"{kinds['refused']} refused, {kinds.get('unknown', 0)} unknown, {twice} sent twice at once, "
        f"{more['late']} sent again late, {more['retried']} retried after a kill; "
        f"never accepted: {', '.join(never) or '-'}"
    )
