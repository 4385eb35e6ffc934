"""Who may do and see what in a campaign, as a table; a command that is not in it fails."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from app.campaigns.battles.chairs import Chair
from app.campaigns.battles.disputes import Dispute, Uphold
from app.campaigns.battles.musters import Muster, Unmuster, best
from app.campaigns.battles.overturning import Overturn
from app.campaigns.battles.results import Decide, Forfeit, Over, Void
from app.campaigns.battles.schedule import Accept, Hasten, Propose
from app.campaigns.battles.tables import Lay, Unlaid
from app.campaigns.commands import COMMANDS
from app.campaigns.desk import Command, refuse_actor, tag_of
from app.campaigns.ledger import events as e
from app.campaigns.ledger.evolve import fold
from app.campaigns.ledger.rulings import Correct
from app.campaigns.map.maps import ready_maps, write_map
from app.campaigns.map.seasons import March, SetMap
from app.campaigns.model import DAY_MS, Campaign, Trade
from app.campaigns.people.comments import Comment, Unsay
from app.campaigns.people.eyes import may_read
from app.campaigns.people.members import Announce, InviteGuest, Join, Leave, Remove, RenewKey, SetRoles, Watch
from app.campaigns.people.settings import ChangeSettings
from app.campaigns.rounds.absence import StandIn
from app.campaigns.rounds.challenges import AcceptChallenge, Challenge, DropChallenge
from app.campaigns.rounds.course import CloseRound, EndCampaign, Extend, OpenRound, Start
from app.campaigns.rounds.reminders import Remind
from app.campaigns.stories.course import ChooseScenario, Split
from app.campaigns.warbands.aftermath import Choose
from app.campaigns.warbands.deeds import (
    Buy,
    Dismiss,
    HandOver,
    Raise,
    Reserve,
    RetireMember,
    RetireWarband,
    TakeBack,
)
from app.campaigns.warbands.entering import Bring, Enter
from app.campaigns.warbands.telling import DescribeMember, NameMember, Write
from app.campaigns.warbands.trades import AcceptTrade, OfferTrade, Transfer, WithdrawTrade
from app.campaigns.warbands.undoing import Undo
from app.engine.refusals import Refusal
from tests.campaigns.campaigning import SAMPLES, more
from tests.campaigns.stage import CLOCK, OTHERS, RULE, WHO, actor, dealt, desk_of, pay, stage, state

MAY: dict[str, str] = {
    # y: done; n: refused because of who he is (CPN-PEO-01); -: another clause says no
    # stranger account linked invited watcher player leader umpire host server
    "accept":           "nnnnnnynny",
    "accept-challenge": "nnnnnnynny",
    "accept-trade":     "nnnnnnynny",
    "announce":         "nnnnnnnyyy",
    "bring":            "----------",
    "buy":              "nnnnnnynny",
    "chair":            "nnnnnnnyyy",
    "challenge":        "nnnnnnynny",
    "change-settings":  "nnnnnnnnyy",
    "choose":           "nnnnnn-nn-",
    "choose-scenario":  "nnnnnn-nn-",
    "close-round":      "nnnnnnnyyy",
    "comment":          "nnnnyyyyyy",
    "correct":          "nnnnnnnyyy",
    "decide":           "nnnnnnnyyy",
    "describe-member":  "nnnnnnynny",
    "dismiss":          "nnnnnnynny",
    "dispute":          "nnnnnnynny",
    "drop-challenge":   "nnnnnnynny",
    "end-campaign":     "nnnnnnnnyy",
    "enter":            "--yy---yy-",
    "extend":           "nnnnnnnyyy",
    "forfeit":          "nnnnnnynny",
    "hand-over":        "nnnnnnnnyy",
    "hasten":           "nnnnnnynny",
    "invite":           "nnnnnnnnyy",
    "join":             "--yy-yyyy-",
    "lay":              "nnnnnnnnny",
    "leave":            "yyyyyyyy-y",
    "march":            "nnnnnnynny",
    "muster":           "nnnnnnynny",
    "name-member":      "nnnnnnynny",
    "offer-trade":      "nnnnnnynny",
    "open-round":       "nnnnnnnyyy",
    "over":             "nnnnnnnnny",
    "overturn":         "nnnnnnnyyy",
    "propose":          "nnnnnnynny",
    "raise":            "nnnnn--nny",
    "remind":           "nnnnn-yyyy",
    "remove":           "nnnnnnnnyy",
    "renew-key":        "nnnnnnnnyy",
    "reserve":          "nnnnnnyyyy",
    "retire-member":    "nnnnnnynny",
    "retire-warband":   "nnnnnnynyy",
    "set-map":          "nnnnnnnnyy",
    "set-roles":        "nnnnnnnnyy",
    "split":            "nnnnnnynny",
    "stand-in":         "nnnnnnyyyy",
    "start":            "nnnnnnnnyy",
    "take-back":        "nnnnnnynny",
    "transfer":         "nnnnnnnyyy",
    "undo":             "nnnnnn-nn-",
    "unlaid":           "nnnnnnnnny",
    "unmuster":         "nnnnnnynny",
    "uphold":           "nnnnnnnyyy",
    "unsay":            "------yyyy",
    "void":             "nnnnnnnyyy",
    "watch":            "--yyyyyyy-",
    "withdraw-trade":   "nnnnnnynny",
    "write":            "nnnnnnynny",
}  # fmt: skip
Given = tuple[str, Command, tuple[e.Entry, ...]]


@cache
def given() -> dict[str, Given]:
    """For every command the campaign it is given in, arguments that are right, and what must have happened before."""
    desk = desk_of("running", "host")
    now, clock = desk.now, CLOCK
    mine, yours = stage("running")[1].warbands
    one = next(iter(now.fixtures.values()))
    band = now.warbands[mine].band
    member, other = list(band.members)[:2]
    members = best(desk, one, now.warbands[mine])
    watcher = OTHERS["running", "watcher"]
    rich = e.Posted(clause=RULE, warband=mine, step=pay(500))
    cheap = min(desk.rules.market(band), key=lambda offer: offer.cost).key
    trade = e.Offered(clause=RULE, trade=Trade(id="t", by=yours, to=mine, gives=(), takes=(other,)))
    sent = e.Mustered(clause=RULE, fixture=one.id, warband=mine, members=members, version=0)
    dates = e.Proposed(clause=RULE, fixture=one.id, warband=yours, times=(clock + DAY_MS,))
    agreed = e.Agreed(clause=RULE, fixture=one.id, when=clock + DAY_MS)
    drawn = e.Ended(clause=RULE, fixture=one.id, result="draw")
    talk = e.Commented(clause=RULE, fixture=one.id, guest=now.warbands[mine].guest, at=clock, text="Mud.")
    doubt = e.Disputed(clause=RULE, fixture=one.id, warband=mine, reason="no")
    laid = e.Laid(clause=RULE, fixture=one.id, game="g")
    duel, me, you = desk_of("challenge", "host"), *stage("challenge")[1].warbands
    dared = COMMANDS["challenge"].decide(duel, Challenge(warband=you, other=me))
    assert not isinstance(dared, Refusal)
    assert isinstance(dared[0], e.FixtureAdded)
    dare, army = dared[0].fixture.id, stage("map")[1].warbands[0]
    story, divided = desk_of("story", "host").now, stage("story")[1].warbands[0]
    begun = replace(state("map"), state="recruiting", rounds=(), fixtures={}, land=None)
    RECRUITING["map"] = begun
    found: list[Given] = [
        ("running", Accept(warband=mine, fixture=one.id, time=clock + DAY_MS), (dates,)),
        ("challenge", AcceptChallenge(warband=me, fixture=dare), tuple(dared)),
        ("running", AcceptTrade(warband=mine, trade="t"), (trade,)),
        ("running", Announce(title="Rain", text="Mud."), ()),
        ("running", Bring(campaign="other", warband="w", emblem=5, hue=5), ()),
        ("running", Buy(warband=mine, key=cheap), (rich,)),
        ("running", Chair(fixture=one.id), (laid,)),
        ("challenge", Challenge(warband=me, other=you), ()),
        ("running", ChangeSettings(name="Other", settings=now.settings), ()),
        ("running", Choose(warband=mine, member=member, option="x"), ()),
        ("running", ChooseScenario(warband=mine, fixture=one.id, scenario="duel"), ()),
        ("running", CloseRound(reason="Enough."), ()),
        ("running", Comment(fixture=one.id, text="Rain."), (drawn,)),
        ("running", Correct(warband=mine, deltas=(more(1),), reason="Forgotten."), ()),
        ("running", Decide(fixture=one.id, result="draw", reason="Fought at home."), ()),
        ("running", DescribeMember(warband=mine, member=member, text="He never speaks."), ()),
        ("running", Dismiss(warband=mine, member=member), ()),
        ("running", Dispute(warband=mine, fixture=one.id, reason="Misread."), (drawn,)),
        ("challenge", DropChallenge(warband=me, fixture=dare), tuple(dared)),
        ("running", EndCampaign(reason="Enough."), ()),
        ("running", Enter(name="New", emblem=5, hue=5, roster={"sample": SAMPLES["ronin"]}), ()),
        ("running", Extend(due=clock + 20 * DAY_MS, reason="Holidays."), ()),
        ("running", Forfeit(warband=mine, fixture=one.id), ()),
        ("running", HandOver(warband=mine, guest=watcher), ()),
        ("running", Hasten(warband=mine, fixture=one.id, early=True), (agreed,)),
        ("running", InviteGuest(guest="somebody", name="Somebody"), ()),
        ("running", Join(name="Me"), ()),
        ("running", Lay(fixture=one.id, game="g"), ()),
        ("running", Leave(), ()),
        ("map", March(warband=army), ()),
        ("running", Muster(warband=mine, fixture=one.id, members=members), ()),
        ("running", NameMember(warband=mine, member=member, name="Jiro"), ()),
        ("running", OfferTrade(warband=mine, to=yours, gives=(other,)), ()),
        ("running", OpenRound(), ()),
        ("running", Over(fixture=one.id, winner=mine), (laid,)),
        ("running", Overturn(fixture=one.id, result="won", winner=mine, reason="Seen."), (drawn,)),
        ("running", Propose(warband=mine, fixture=one.id, times=(clock + DAY_MS,)), ()),
        ("running", Raise(name="New", emblem=5, hue=5, roster={"sample": SAMPLES["ronin"]}), ()),
        ("running", Remind(warband=yours, fixture=one.id), ()),
        ("running", Remove(guest=watcher, reason="Was rude."), ()),
        ("running", RenewKey(), ()),
        ("running", Reserve(warband=mine), ()),
        ("running", RetireMember(warband=mine, member=member), ()),
        ("running", RetireWarband(warband=mine, reason="Gone home."), ()),
        ("recruiting", SetMap(map=write_map(ready_maps()["heron-bay"])), ()),
        ("running", SetRoles(guest=watcher, roles=("umpire",)), ()),
        ("story", Split(warband=divided, groups=dealt(story, divided)), ()),
        ("running", StandIn(warband=mine, fixture=one.id), ()),
        ("recruiting", Start(), ()),
        ("running", TakeBack(warband=mine), ()),
        ("running", Transfer(warband=mine, to=yours, reason="A debt.", members=(other,)), ()),
        ("running", Undo(warband=mine, line=1), ()),
        ("running", Unlaid(fixture=one.id, why="x"), ()),
        ("running", Unmuster(warband=mine, fixture=one.id), (sent,)),
        ("running", Unsay(fixture=one.id, number=0), (drawn, talk)),
        ("running", Uphold(fixture=one.id, reason="Seen."), (drawn, doubt)),
        ("running", Void(fixture=one.id, reason="Lost."), ()),
        ("running", Watch(), ()),
        ("running", WithdrawTrade(warband=mine, trade="t"), (trade,)),
        ("running", Write(warband=mine, title="One", text="Two"), ()),
    ]
    return {tag_of(one[1]): one for one in found}


RECRUITING: dict[str, Campaign] = {}


def verdict(which: Given, who: str) -> str:
    """y, n or - : what came of it."""
    kind, command, before = which
    if kind == "recruiting":
        desk = desk_of("map", who)
        desk.now = RECRUITING["map"]
    else:
        desk = desk_of(kind, who, *before)
    rule = COMMANDS[tag_of(command)]
    said = refuse_actor(desk, rule, command)
    if said is not None:
        assert said.clause == "CPN-PEO-01"
        return "n"
    return "-" if isinstance(rule.decide(desk, command), Refusal) else "y"


# -- doing ----------------------------------------------------------------------------


def test_every_command_is_in_the_table() -> None:
    assert sorted(MAY) == sorted(COMMANDS) == sorted(given())


@pytest.mark.parametrize("tag", sorted(MAY))
def test_who_may_give_a_command(tag: str) -> None:
    assert "".join(verdict(given()[tag], who) for who in WHO) == MAY[tag]


@pytest.mark.parametrize("table", [{"clock": 5}, {"watch": 5}, {"campaign": {}}, {"zero": "never"}])
def test_a_table_that_no_game_takes_is_no_setting(table: dict[str, Any]) -> None:
    desk = desk_of("running", "host")
    wanted = ChangeSettings(name="Trial", settings=replace(desk.now.settings, table=table))
    assert isinstance(COMMANDS["change-settings"].decide(desk, wanted), Refusal)


def test_a_player_without_a_warband_may_raise_one() -> None:
    kind, command, _ = given()["raise"]
    joined = e.Joined(clause=RULE, guest="linked", name="Linked")
    assert verdict((kind, command, (joined,)), "linked") == "y"


def test_who_was_removed_does_not_come_back_as_a_watcher_who_joins() -> None:
    desk = desk_of("running", "watcher", e.Left(clause=RULE, guest=OTHERS["running", "watcher"]))
    desk.now = replace(desk.now, settings=replace(desk.now.settings, public=True, open=True))
    for given_ in (Watch(), Join(name="Me")):
        said = COMMANDS[tag_of(given_)].decide(desk, given_)
        if not isinstance(said, Refusal):
            desk.now = fold(desk.now, said)
    assert not desk.now.has(desk.by.id, "player")


# -- reading ------------------------------------------------------------------------------


READS = {"private": "nnyyyyyyy", "public": "yyyyyyyyy"}


@pytest.mark.parametrize("sort", sorted(READS))
def test_who_may_read_a_campaign(sort: str) -> None:
    now = state("running")
    now = replace(now, settings=replace(now.settings, public=sort == "public"))
    answers = [may_read(now, (by := actor("running", who)).id, by.invited) for who in WHO[:-1]]
    assert "".join("ny"[one] for one in answers) == READS[sort]


def test_who_has_left_reads_a_private_campaign_no_more() -> None:
    desk = desk_of("running", "watcher", e.Left(clause=RULE, guest=OTHERS["running", "watcher"]))
    assert not may_read(desk.now, desk.by.id)
