"""Who is in a campaign, what they may do, and what a host may still change."""

from __future__ import annotations

from typing import Any

import pytest

from app.campaigns.desk import COMMANDS, Actor, Command, refuse_actor
from app.campaigns.ledger.events import Commented
from app.campaigns.people.comments import Comment, Unsay
from app.campaigns.people.members import Announce, InviteGuest, Join, Leave, Remove, RenewKey, SetRoles, Watch
from app.campaigns.people.settings import ChangeSettings, refuse_settings
from app.campaigns.rounds.course import Start
from app.engine.refusals import Refusal
from tests.campaigns.people_table import settings, shop
from tests.campaigns.rounds_table import HOST, Table


def code(table: Table, guest: str, given: Command, **actor: bool) -> str:
    """What a command comes to: the code of its refusal, or nothing when it is done."""
    desk = table.desk(guest)
    desk.by = Actor(id=guest, name=guest, **{"account": True, **actor})
    rule = COMMANDS[str(given.__struct_config__.tag)]
    before = table.now
    decided = refuse_actor(desk, rule, given) or rule.decide(desk, given)
    if isinstance(decided, Refusal):
        assert decided.clause
        assert table.now == before
        return decided.code
    table.put(*decided)
    table.settle()
    return ""


def test_who_is_invited_joins_and_who_is_not_does_not() -> None:
    table = shop(0)
    assert code(table, "eva", Join(name="Eva")) == "people.closed"
    assert code(table, HOST, InviteGuest(guest="eva", name="Eva")) == ""
    assert code(table, "eva", Join(name="Eva"), account=False) == "people.no-account"
    assert code(table, "eva", Join(name="Eva", entropy="0f")) == ""
    assert table.now.has("eva", "player")
    assert table.now.players["eva"].entropy == "0f"
    size = len(table.entries)
    assert code(table, "eva", Join(name="Eva")) == ""
    assert len(table.entries) == size


def test_the_link_and_an_open_campaign_let_in() -> None:
    table = shop(0)
    assert code(table, "link", Join(name="L"), invited=True) == ""
    assert code(table, HOST, ChangeSettings(name="War", settings=settings(table, open=True))) == ""
    assert code(table, "open", Join(name="O")) == ""


@pytest.mark.parametrize("entropy", ["G", "0" * 65, "AB"])
def test_figures_for_the_dice_are_bounded(entropy: str) -> None:
    assert code(shop(0, open=True), "eva", Join(name="Eva", entropy=entropy)) == "people.entropy"


@pytest.mark.parametrize("name", ["\u200b\u0007", "x" * 41, "two\nlines"])
def test_names_are_bounded(name: str) -> None:
    assert code(shop(0, open=True), "eva", Join(name=name)) in ("people.name", "people.lines")


def test_after_the_start_only_a_campaign_that_takes_late_ones_lets_in() -> None:
    for late, wanted in ((False, "people.late"), (True, "")):
        table = shop(2, open=True, late=late)
        assert table.give(HOST, Start()) is None
        assert code(table, "eva", Join(name="Eva")) == wanted


def test_leaving_before_the_start_retires_a_warband_and_later_puts_it_in_reserve() -> None:
    table = shop(3)
    assert code(table, "p0", Leave()) == ""
    assert table.now.warbands["w0"].status == "retired"
    assert table.give(HOST, Start()) is None
    assert code(table, "p1", Leave()) == ""
    assert table.now.warbands["w1"].status != "active"
    assert not table.now.has("p1", "player")
    assert table.now.players["p1"].state == "left"
    assert code(table, "p1", Join(name="P1"), invited=True) == "people.gone"
    assert code(table, HOST, InviteGuest(guest="p1", name="P1")) == ""
    assert code(table, "p1", Join(name="P1")) == ""


def test_who_has_left_and_watches_is_no_player_again() -> None:
    table = shop(1, public=True)
    assert code(table, "p0", Leave()) == ""
    assert code(table, "p0", Watch()) == ""
    assert table.now.has("p0", "watcher")
    assert not table.now.has("p0", "player")


def test_who_was_removed_does_not_watch_until_a_host_invites_him() -> None:
    table = shop(1, public=True)
    assert code(table, "eva", Watch()) == ""
    assert code(table, HOST, Remove(guest="eva", reason="Shouted.")) == ""
    assert code(table, "eva", Watch()) == "people.removed"
    assert code(table, "eva", Watch(), invited=True) == "people.removed"
    assert code(table, HOST, InviteGuest(guest="eva", name="Eva")) == ""
    assert code(table, "eva", Watch()) == ""


def spoken(table: Table, guest: str, *texts: str) -> list[str]:
    """What these comments on the first battle are answered with."""
    return [code(table, guest, Comment(fixture="r001b001", text=text)) for text in texts]


def test_one_person_says_ten_things_beside_a_battle_and_leaves_room_for_others() -> None:
    table = shop(2, public=True)
    assert code(table, HOST, Start()) == ""
    table.won("r001b001", "w0")
    assert code(table, "eva", Watch()) == ""
    assert spoken(table, "eva", *["Boo."] * 11) == [""] * 10 + ["campaign.comment.each"]
    assert code(table, HOST, Unsay(fixture="r001b001", number=0)) == ""
    assert spoken(table, "eva", "Boo.") == ["campaign.comment.each"], "what was taken out is his still"
    assert spoken(table, "p0", "Well fought.") == [""]


def test_comments_that_were_taken_out_leave_room() -> None:
    table = shop(2, public=True)
    assert code(table, HOST, Start()) == ""
    table.won("r001b001", "w0")
    table.put(*(Commented(fixture="r001b001", guest=f"x{n}", at=1, text="Boo.") for n in range(100)))
    assert spoken(table, "p0", "Well fought.") == ["campaign.comment.many"]
    assert code(table, HOST, Unsay(fixture="r001b001", number=7)) == ""
    assert spoken(table, "p0", "Well fought.", "And again.") == ["", "campaign.comment.many"]


def test_a_private_campaign_is_watched_by_the_invited_only() -> None:
    table = shop(0, public=False)
    assert code(table, "eva", Watch()) == "people.closed"
    assert code(table, "eva", Watch(), invited=True) == ""


def test_the_last_host_stays() -> None:
    table = shop(1)
    assert code(table, HOST, Leave()) == "people.last-host"
    assert code(table, HOST, SetRoles(guest=HOST, roles=("umpire",))) == "people.last-host"
    assert code(table, HOST, SetRoles(guest="p0", roles=("player", "host"))) == ""
    assert code(table, HOST, Leave()) == ""


def test_roles_are_known_ones_and_leaders_stay_players() -> None:
    table = shop(1)
    assert code(table, HOST, SetRoles(guest="p0", roles=("king",))) == "people.roles"
    assert code(table, HOST, SetRoles(guest="p0", roles=("umpire",))) == "people.leads"
    assert code(table, HOST, SetRoles(guest="nobody", roles=("umpire",))) == "people.not-in"
    assert code(table, "p0", SetRoles(guest="p0", roles=("host", "player"))) == "campaign.not-yours"


def test_removal_needs_a_reason_of_three_letters() -> None:
    table = shop(1)
    assert code(table, HOST, Remove(guest="p0", reason="no")) == "people.reason"
    assert code(table, HOST, Remove(guest=HOST, reason="because")) == "people.yourself"
    assert code(table, HOST, Remove(guest="p0", reason="because")) == ""
    assert table.now.warbands["w0"].status == "retired"


def test_a_new_link_makes_the_old_one_worthless_and_words_are_for_umpires() -> None:
    table = shop(1)
    assert code(table, HOST, RenewKey()) == ""
    assert table.now.key == 2
    assert code(table, "p0", Announce(title="Hear", text="me")) == "campaign.not-yours"
    assert code(table, HOST, Announce(title="Hear", text="x" * 4001)) == "people.text"
    assert code(table, HOST, Announce(title="Hear", text="all\nof you")) == ""


def test_what_may_be_changed_when() -> None:
    table = shop(2, rounds=5)
    for values, wanted in (
        ({"days": 61}, "people.figure"),
        ({"points": 50}, "people.points-fixed"),
        ({"rounds": 3}, ""),
    ):
        assert code(table, HOST, ChangeSettings(name="War", settings=settings(table, **values))) == wanted
    assert table.give(HOST, Start()) is None
    running = (({"pairing": "swiss"}, "people.fixed"), ({"points": 50}, "people.fixed"), ({"days": 3}, ""))
    for fields, wanted in running:
        assert code(table, HOST, ChangeSettings(name="Long war", settings=settings(table, **fields))) == wanted
    assert table.now.name == "Long war"
    assert table.now.settings.days == 3
    welcome = settings(table, veterans=True, days=14)
    assert code(table, HOST, ChangeSettings(name="Long war", settings=welcome)) == ""
    assert (table.now.settings.veterans, table.now.settings.days) == (True, 14)


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ({"pairing": "dance"}, "people.pairing"),
        ({"scenarios": ("moon",)}, "people.scenario"),
        ({"scenarios": ("pass", "pass")}, "people.scenario-twice"),
        ({"pairing": "story", "story": "x"}, "people.story"),
        ({"pairing": "map"}, "people.map"),
        ({"table": {"x": "y" * 5000}}, "people.table"),
        ({"years": 0}, "people.figure"),
        ({"pairing": "story", "story": "three-groups"}, ""),
    ],
)
def test_settings_are_checked_whole(values: dict[str, Any], wanted: str) -> None:
    table = shop(0)
    refusal = refuse_settings(settings(table, **values), "ronin", table.rules)
    assert (refusal.code if refusal else "") == wanted


def test_a_campaign_holds_sixty_four_people() -> None:
    table = shop(0)
    codes = [code(table, HOST, InviteGuest(guest=f"g{n}", name="G")) for n in range(64)]
    assert codes.count("") == 63
    assert codes[-1] == "people.crowd"
