"""A campaign as a file: out, checked, in again, and out the same to the byte."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import patch

import msgspec

from app.campaigns.desk import Actor
from app.campaigns.ledger.checking import AGAIN, DOING, SHORT, Check, Checks, Task, work
from app.campaigns.ledger.verifying import examined, verify
from app.campaigns.people.members import Announce
from app.campaigns.service import Refused
from app.engine.refusals import Refusal
from app.games.verify import Earlier, Found
from app.systems import SYSTEMS, system_of
from tests.campaigns.dropping import Camp, play


async def fought(camp: Camp) -> bytes:
    """The file of a campaign in which a battle was fought and dates are sealed for the next."""
    await camp.open("ronin", "red-devils", "AB", points=200, pairing="swiss", rounds=3)
    await camp.start()
    await camp.muster("A")
    await camp.muster("B")
    await camp.give_up("B")
    await camp.quiet()
    await camp.muster("A")
    return await camp.camp.export(camp.id)


def test_what_is_exported_is_sound_and_betrays_nothing(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        raw = await fought(camp)
        assert verify(raw, SYSTEMS) == []
        file = msgspec.json.decode(raw)
        sealed = [line for line in file["entries"] if "digest" in line]
        assert [line["kind"] for line in sealed] == ["mustered"]
        assert len(file["records"]) == 1

    play(tmp_path, story)


def test_whatever_is_changed_in_a_file_is_found(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        file = msgspec.json.decode(await fought(camp))
        raised = next(line["body"] for line in file["entries"] if line["kind"] == "raised")
        raised["band"]["purse"] = raised["band"].get("purse", 0) + 1
        assert verify(msgspec.json.encode(file, order="sorted"), SYSTEMS) != []
        file = msgspec.json.decode(await camp.camp.export(camp.id))
        record = next(iter(file["records"].values()))
        record["seed"] = "00" * 32
        assert verify(msgspec.json.encode(file, order="sorted"), SYSTEMS) != []

    play(tmp_path, story)


def test_a_battle_of_earlier_rules_is_told_apart_from_faults(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        raw, ronin = await fought(camp), system_of("ronin")
        (battle,) = msgspec.json.decode(raw)["records"]
        told = ["rules event 7 is not what the rules and the dice give"]
        task = msgspec.msgpack.encode(Task(raw, ("ronin",)))
        with patch("app.games.verify.played_again", return_value=told):
            assert examined(raw, SYSTEMS) == Found((f"battle {battle}: {told[0]}",))
            with patch.object(type(ronin), "version", ronin.version + 1):
                apart = Earlier("ronin", ronin.version - 1, ronin.version, tuple(told), battle)
                assert msgspec.msgpack.decode(work(task), type=Found) == examined(raw, SYSTEMS) == Found((), (apart,))
                assert verify(raw, SYSTEMS) == [f"battle {battle}: {apart}"]

    play(tmp_path, story)


async def found(checks: Checks, seq: int, camp: str = "c") -> Check:
    """What a check has found, once it is over."""
    async with asyncio.timeout(120):
        while (one := checks.of(camp, seq, "hana")) == DOING:
            await asyncio.sleep(0.05)
    return one


def test_a_campaign_is_checked_beside_the_loop_once_for_each_length_of_its_ledger(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        raw, asked, now = await fought(camp), list[str](), [0.0]

        async def export(id: str) -> bytes:
            asked.append(id)
            if len(asked) == 3:
                raise OSError("the database is away")
            return raw if len(asked) != 2 else raw.replace(b'"purse":', b'"purge":')

        checks = Checks(export, ["ronin"], lambda: now[0])
        assert [checks.of("c", 5, who) for who in ("hana", "mika", "")] == [DOING] * 3
        assert await found(checks, 5) == await found(checks, 5) == Check("done")
        assert asked == ["c"]
        assert (await found(checks, 6)).faults
        assert await found(checks, 7) == await found(checks, 7) == SHORT
        now[0] = AGAIN
        assert await found(checks, 7) == Check("done"), "what could not be done is not given up for good"
        await checks.close()

    play(tmp_path, story)


def test_one_who_asks_for_many_checks_keeps_nobody_else_waiting() -> None:
    async def story() -> None:
        async def export(_: str) -> bytes:
            await asyncio.Event().wait()
            return b""

        checks = Checks(export, ["ronin"])
        assert [checks.of(f"c{n}", 1, "hana") for n in range(4)] == [DOING, DOING, SHORT, SHORT]
        assert checks.of("c3", 1, "mika") == DOING
        assert [checks.of(f"d{n}", 1, f"p{n}") for n in range(16)].count(DOING) == 13
        await checks.close()

    asyncio.run(story())


def test_a_file_comes_in_and_goes_out_the_same_to_the_byte(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        raw = await fought(camp)
        reader = Actor(id=camp.actors["H"].id, name="Reader", account=True)
        id = await camp.camp.bring(reader, raw)
        assert not isinstance(id, Refusal)
        assert id != camp.id
        assert await camp.camp.export(id) == raw
        now, before = await camp.camp.read(id), await camp.now()
        assert now is not None
        assert {one.name: one.band for one in now.warbands.values()} == {
            one.name: one.band for one in before.warbands.values()
        }
        said = await camp.camp.act(id, reader, Announce(title="Still", text="here"))
        assert isinstance(said, Refused)
        assert said.refusal.code == "campaign.archive"
        assert await camp.camp.export(id) == raw

    play(tmp_path, story)


def test_what_is_no_campaign_is_refused_and_nothing_is_kept(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        raw = await fought(camp)
        reader = Actor(id=camp.actors["H"].id, name="Reader", account=True)
        before = await camp.camp.in_public()
        for bad in (b"", b"{}", b"[" * 100_000, raw[:-20], raw.replace(b'"seq":2', b'"seq":3', 1)):
            assert isinstance(await camp.camp.bring(reader, bad), Refusal)
        stranger = Actor(id="x", name="Stranger")
        assert isinstance(await camp.camp.bring(stranger, raw), Refusal)
        assert await camp.camp.in_public() == before

    play(tmp_path, story)


def test_a_file_that_cannot_be_shown_is_refused(tmp_path: Path) -> None:
    async def story(camp: Camp) -> None:
        raw = await fought(camp)
        reader = Actor(id=camp.actors["H"].id, name="Reader", account=True)

        def changed(kind: str, *path: str, value: object) -> bytes:
            file = msgspec.json.decode(raw)
            at = next(line for line in file["entries"] if line["kind"] == kind)
            for name in path[:-1]:
                at = at[name]
            at[path[-1]] = value
            return msgspec.json.encode(file, order="sorted")

        bad = (
            changed("founded", "at_ms", value=10**18),
            changed("founded", "body", "name", value="A\r\nB"),
            changed("founded", "body", "name", value="x" * 1000),
            changed("round-opened", "body", "round", "due", value=10**17),
            changed("ended", "body", "result", value="zzz"),
        )
        for one in bad:
            assert isinstance(await camp.camp.bring(reader, one), Refusal)

    play(tmp_path, story)
