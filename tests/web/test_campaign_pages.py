"""The pages of campaigns: founding, joining, scheduling, sending, what is refused and what is secret."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from app.campaigns.map.maps import ready_maps
from app.campaigns.stories.book import stories
from app.web.campaigns.words import pair, towards
from app.web.page.words import Words
from tests.campaigns.test_seasons import meet, war
from tests.web.people import Person
from tests.web.test_lobby import account as signed_up

BASE = {"system": "ronin", "pairing": "round-robin", "points": "200", "days": "7", "rounds": "0", "public": "true"}
HIDDEN = re.compile(r'name="command" value="([^"]+)"')


def form_in(page: str, key: str) -> str:
    """The form of this key in a page."""
    found = re.search(rf'<form[^>]* id="f-{re.escape(key)}".*?</form>', page, re.DOTALL)
    assert found, f"no form {key}"
    return found[0]


def sent(person: Person, path: str, key: str, fields: dict[str, Any], post: str = "") -> Response:
    """The form of this key on a page, filled in and posted with its hidden fields."""
    page = person.page(path)
    assert page.status_code == 200, page.text[:300]
    form = form_in(page.text, key)
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    action = unescape(re.search(r'action="([^"]*)"', form)[1]).partition("#")[0]  # type: ignore[index]
    return person.form(post or action, {**hidden, **fields})


def founded(host: Person, name: str, **more: str) -> str:
    """The path of a new campaign."""
    page = host.page("/campaigns/new")
    command = HIDDEN.search(page.text)
    assert command, page.text[:300]
    given = host.form("/campaigns/new", {**BASE, "name": name, "command": command[1], **more})
    assert given.status_code == 303, unescape(given.text)
    return given.headers["location"].partition("/host")[0]


def joined(person: Person, path: str, name: str, mark: int, link: str = "") -> str:
    """The path of the warband with which somebody has joined."""
    fields = {"name": name, "band": f"sample:{sample(person, link or path)}", "emblem": str(mark), "hue": str(mark)}
    given = sent(person, link or path, "raise", fields)
    assert given.status_code == 303, unescape(re.sub(r"<[^>]+>", " ", given.text))[:3000]
    return given.headers["location"].partition("?")[0]


def sample(person: Person, path: str) -> str:
    """The first ready roster that is offered."""
    found = re.search(r'value="sample:([^"]+)"', person.page(path).text)
    assert found
    return found[1]


@pytest.fixture(scope="module")
def hana(client: TestClient) -> Person:
    """The host."""
    return signed_up(client, "CampHana")


@pytest.fixture(scope="module")
def mika(client: TestClient) -> Person:
    """A player."""
    return signed_up(client, "CampMika")


@pytest.fixture(scope="module")
def begun(hana: Person, mika: Person) -> dict[str, str]:
    """A campaign of two warbands in its first round: its path, theirs, the path of their battle."""
    path = founded(hana, "Lantern Isle", open="true")
    one, other = joined(hana, path, "Kurokawa", 1), joined(mika, path, "Akagi", 2)
    assert sent(hana, f"{path}/host", "start", {}).status_code == 303
    battle = re.search(rf'href="({path}/battle/\w+)"', hana.page(path).text)
    assert battle, hana.page(path).text
    return {"path": path, "one": one, "other": other, "battle": battle[1]}


def test_a_stranger_is_asked_for_an_account_and_founds_nothing(person: Person) -> None:
    assert "you need an account" in person.page("/campaigns/new").text
    given = person.form("/campaigns/new", {**BASE, "name": "Nobody's"})
    assert given.status_code == 403


def test_a_campaign_sent_twice_is_founded_once(hana: Person) -> None:
    command = HIDDEN.search(hana.page("/campaigns/new").text)[1]  # type: ignore[index]
    fields = {**BASE, "name": "Twice clicked", "command": command}
    first, again = hana.form("/campaigns/new", fields), hana.form("/campaigns/new", fields)
    assert first.status_code == 303
    assert first.headers["location"] == again.headers["location"]
    assert hana.page("/campaigns").text.count(">Twice clicked</a>") == 1


def test_what_stands_against_a_campaign_is_told_with_its_clause_and_the_form_keeps_what_was_given(hana: Person) -> None:
    given = hana.form("/campaigns/new", {**BASE, "name": "Too long a round", "days": "999", "command": "x1"})
    assert given.status_code == 422
    assert re.search(r'class="refusal".*?href="/campaigns/rules#CPN-', given.text, re.DOTALL)
    assert 'value="Too long a round"' in given.text


def test_every_page_of_a_campaign_answers_in_both_languages(hana: Person, begun: dict[str, str]) -> None:
    path = begun["path"]
    for page in (
        path,
        f"{path}/standings",
        f"{path}/ledger",
        f"{path}/rules",
        f"{path}/host",
        begun["battle"],
        begun["one"],
    ):
        for lang in ("en", "es"):
            given = hana.call("GET", page, headers={"accept": "text/html", "accept-language": lang})
            assert given.status_code == 200, (page, given.text[:500])
            assert f'<html lang="{lang}"' in given.text
            assert not re.search(r">\s*campaign\.[\w.-]+\s*<", given.text), page


def test_a_private_campaign_is_found_by_its_link_alone(hana: Person, mika: Person, person: Person) -> None:
    path = founded(hana, "Behind the screen", public="")
    host = hana.page(f"{path}/host").text
    assert person.page(path).status_code == 200  # `public` was sent, if empty: a ticked box
    sent(hana, f"{path}/host", "change-settings", {"name": "Behind the screen"})
    assert person.page(path).status_code == 404
    link = unescape(re.search(r'id="invite" readonly value="([^"]+)"', host)[1])  # type: ignore[index]
    link = link.partition("//")[2][link.partition("//")[2].index("/") :]
    assert person.page(link).status_code == 200
    joined(mika, path, "Kinoshita", 3, link)
    assert mika.page(path).status_code == 200
    assert sent(hana, f"{path}/host", "renew-key", {}).status_code == 303
    assert person.page(link).status_code == 404


def test_a_taken_emblem_is_refused_at_the_form_and_the_name_is_kept(hana: Person, mika: Person) -> None:
    path = founded(hana, "Emblems", open="true")
    joined(hana, path, "First", 1)
    fields = {"name": "Second", "band": f"sample:{sample(mika, path)}", "emblem": "1", "hue": "2"}
    given = sent(mika, path, "raise", fields)
    assert given.status_code == 422
    assert 'id="no-raise"' in given.text
    assert "CPN-WAR-02" in given.text
    assert 'value="Second"' in given.text
    entries = hana.get(f"/api/v1/campaigns/{path.rpartition('/')[2]}/entries").json()
    assert [row["kind"] for row in entries if row["by_id"] != entries[0]["by_id"]] == [], "and nobody has joined"


def test_a_roster_that_is_no_json_changes_nothing(hana: Person) -> None:
    path = founded(hana, "No roster")
    given = sent(hana, path, "raise", {"name": "Odd", "json": "{", "emblem": "1", "hue": "1"})
    assert given.status_code == 422
    assert "cannot be read" in unescape(given.text)
    assert "Odd" not in hana.page(f"{path}/ledger").text


def test_dates_are_offered_in_the_readers_zone_and_kept_in_utc(
    hana: Person, mika: Person, begun: dict[str, str]
) -> None:
    from datetime import UTC, datetime, timedelta

    there = (datetime.now(UTC) + timedelta(days=2)).replace(hour=20, minute=0, second=0, microsecond=0)
    fields = {"time_1": there.strftime("%Y-%m-%dT%H:%M"), "offset_1": "-60", "word": "After work?"}
    assert sent(hana, begun["battle"], "propose", fields).status_code == 303
    kept = (there - timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    page = mika.page(begun["battle"]).text
    assert f'datetime="{kept}"' in form_in(page, "accept")
    assert "“After work?”" in page
    link = re.search(r'id="link-1" readonly value="https?://[^/]+([^"]+)"', hana.page(begun["battle"]).text)
    assert link
    asked = mika.page(unescape(link[1]).partition("#")[0]).text
    assert f'datetime="{kept}"' in asked[asked.index('id="take"') : asked.index("f-take")]
    mine = hana.page(unescape(link[1]).partition("#")[0]).text
    assert 'id="take"' not in mine, "his own offer is not his to take"
    assert "The link is for the other side." in mine
    gone = mika.page(f"{begun['battle']}?date=1").text
    assert 'id="take"' not in gone
    assert "This date can no longer be taken" in gone
    stranger = Person(mika.client).page(unescape(link[1]).partition("#")[0]).text
    assert "Sign in as that player." in stranger
    assert "After work?" not in stranger, "it is said to the other side"
    assert 'id="untaken"' not in mika.page(begun["battle"]).text
    time = re.search(r'name="time" value="(\d+)"', page)[1]  # type: ignore[index]
    assert sent(mika, begun["battle"], "accept", {"time": time}).status_code == 303
    after = mika.page(begun["battle"]).text
    assert "Agreed:" in after
    assert f'datetime="{kept}"' in after


def test_a_date_that_is_none_is_refused_and_nothing_is_offered(hana: Person, begun: dict[str, str]) -> None:
    given = sent(hana, begun["battle"], "propose", {"time_1": "tomorrow", "offset_1": "0"})
    assert given.status_code == 422
    assert 'id="no-propose"' in given.text


def test_who_is_sent_is_secret_until_both_are_and_then_there_is_a_table(
    hana: Person, mika: Person, begun: dict[str, str]
) -> None:
    page = hana.page(begun["battle"]).text
    members = re.findall(r'name="members" value="([^"]+)"', form_in(page, "muster"))
    assert members
    assert sent(hana, begun["battle"], "muster", {"members": members}).status_code == 303
    assert "sent and locked" in hana.page(begun["battle"]).text
    assert "Who was sent" not in mika.page(begun["battle"]).text
    theirs = re.findall(r'name="members" value="([^"]+)"', form_in(mika.page(begun["battle"]).text, "muster"))
    assert sent(mika, begun["battle"], "muster", {"members": theirs}).status_code == 303
    assert "/play/" not in mika.page(begun["battle"]).text, "its date is ahead"
    for one in (hana, mika):
        assert sent(one, begun["battle"], "hasten", {}).status_code == 303
    table = re.search(r'href="(/play/[^"]+)"', mika.page(begun["battle"]).text)
    assert table, mika.page(begun["battle"]).text
    assert mika.page(table[1]).status_code == 200
    assert "Who was sent" in hana.page(begun["battle"]).text


def test_nothing_is_asked_of_a_stranger_and_he_finds_no_form(person: Person, begun: dict[str, str]) -> None:
    for page in (begun["path"], begun["battle"], begun["one"]):
        text = person.page(page).text
        assert 'name="command"' not in text
        assert "due-box" not in text
    assert person.page(f"{begun['path']}/host").status_code == 403
    assert (
        person.form(begun["one"], {"do": "retire-warband", "warband": begun["one"].rpartition("/")[2]}).status_code
        == 403
    )


def test_another_may_not_do_what_only_its_leader_may(mika: Person, begun: dict[str, str]) -> None:
    given = mika.form(
        begun["one"], {"do": "retire-warband", "warband": begun["one"].rpartition("/")[2], "command": "z1"}
    )
    assert given.status_code == 422
    assert "CPN-PEO-01" in given.text


def test_a_command_of_the_server_alone_is_nobodys(hana: Person, begun: dict[str, str]) -> None:
    fixture = begun["battle"].rpartition("/")[2]
    given = hana.form(begun["battle"], {"do": "over", "fixture": fixture, "winner": "", "command": "z2"})
    assert given.status_code == 422
    assert "CPN-PEO-01" in given.text


def test_the_part_that_changes_is_sent_only_when_something_has_happened(hana: Person, begun: dict[str, str]) -> None:
    page = hana.page(begun["path"]).text
    seq = int(re.search(r"/now\?seq=(\d+)", page)[1])  # type: ignore[index]
    assert hana.get(f"{begun['path']}/now?seq={seq}").status_code == 204
    assert 'id="now"' in hana.get(f"{begun['path']}/now?seq={seq - 1}").text


def test_a_ruling_is_a_line_of_the_ledger_with_its_reason(hana: Person, begun: dict[str, str]) -> None:
    band = begun["other"].rpartition("/")[2]
    fields = {"field": "honour", "number": "2", "sign": "add", "member": "", "reason": "held the bridge alone"}
    assert sent(hana, f"{begun['path']}/host", f"correct-{band}", fields).status_code == 303
    assert "held the bridge alone" in hana.page(begun["other"]).text
    assert "held the bridge alone" in hana.page(f"{begun['path']}/ledger?warband={band}&kind=ruling").text


def test_a_ruling_without_a_reason_is_refused_at_its_form(hana: Person, begun: dict[str, str]) -> None:
    band = begun["other"].rpartition("/")[2]
    fields = {"field": "purse", "number": "5", "sign": "add", "member": "", "reason": ""}
    given = sent(hana, f"{begun['path']}/host", f"correct-{band}", fields)
    assert given.status_code == 422
    assert f'id="no-correct-{band}"' in given.text


def test_a_chapter_is_read_by_everybody_and_what_it_says_is_text(
    hana: Person, person: Person, begun: dict[str, str]
) -> None:
    fields = {"title": "Nobody told the monks", "text": "It was <b>our</b> river.\nHe kept it."}
    assert sent(hana, begun["one"], "write", fields).status_code == 303
    page = person.page(begun["one"]).text
    assert "Nobody told the monks" in page
    assert "&lt;b&gt;our&lt;/b&gt;" in page
    roll = person.page(begun["path"]).text.partition('class="bandroll"')[2].partition("</table>")[0]
    members = re.findall(rf'href="{begun["one"]}#m-([^"]+)"', roll)
    assert members
    assert all(f'id="m-{member}"' in page for member in members), "each leads to his sheet"


def test_a_campaign_on_the_front_page_bears_the_emblems_of_its_warbands(hana: Person, begun: dict[str, str]) -> None:
    row = re.search(rf'<a class="row" href="{begun["path"]}">.*?</a>', hana.page("/").text, re.DOTALL)
    assert row
    assert re.findall(r'class="em em-s h(\d)".*?href="#em-(\d)"', row[0]) in (
        [("1", "1"), ("2", "2")],
        [("2", "2"), ("1", "1")],
    )


def test_a_member_gets_a_name_and_one_too_long_is_refused_with_it_kept(hana: Person, begun: dict[str, str]) -> None:
    form = form_in(hana.page(begun["one"]).text, "name-member")
    member = re.search(r'<option value="([^"]+)"', form)[1]  # type: ignore[index]
    assert sent(hana, begun["one"], "name-member", {"member": member, "name": "Sanemon"}).status_code == 303
    assert "Sanemon" in hana.page(begun["one"]).text
    assert sent(hana, begun["one"], "name-member", {"member": member, "name": "x" * 90}).status_code == 422


@pytest.mark.parametrize("path", ["/campaign/nothing", "/campaign/nothing/ledger", "/campaign/nothing/host"])
def test_a_campaign_that_is_none_is_nowhere(person: Person, path: str) -> None:
    assert person.page(path).status_code == 404


FORMATS = [
    ("ronin", {"pairing": "swiss"}), ("ronin", {"pairing": "challenge"}), ("ronin", {"pairing": "story"}),
    ("ronin", {"pairing": "territory", "map": "nine-glens"}), ("celtos", {"pairing": "story", "points": "400"}),
    ("kensei", {"pairing": "round-robin", "points": "500"}),
    ("daimyo", {"pairing": "map", "map": "heron-bay", "points": "600"}),
]  # fmt: skip


@pytest.mark.parametrize(("system", "more"), FORMATS)
def test_every_format_of_every_system_begins_and_asks_its_players(
    hana: Person, mika: Person, system: str, more: dict[str, str]
) -> None:
    if more["pairing"] == "story":
        more = {**more, "story": stories(system)[0].key}
    path = founded(hana, f"{system} by {more['pairing']}", system=system, open="true", **more)
    bands = [joined(hana, path, "Kurokawa", 1), joined(mika, path, "Akagi", 2)]
    given = sent(hana, f"{path}/host", "start", {})
    assert given.status_code == 303, unescape(re.sub(r"<[^>]+>", " ", given.text))[:2000]
    for page in (path, *bands, f"{path}/standings", f"{path}/ledger", f"{path}/host"):
        answer = mika.page(page)
        assert answer.status_code in (200, 403), (page, answer.text[:300])
        assert not re.search(r"[>\s](campaign|story)\.[a-z.-]+[<\s]", answer.text), page
    for battle in set(re.findall(rf'href="({path}/battle/\w+)"', hana.page(path).text)):
        assert hana.page(battle).status_code == 200


def test_a_challenge_is_made_taken_up_and_found_by_the_other(hana: Person, mika: Person) -> None:
    path = founded(hana, "Duels", open="true", pairing="challenge")
    joined(hana, path, "Kurokawa", 1)
    other = joined(mika, path, "Akagi", 2).rpartition("/")[2]
    sent(hana, f"{path}/host", "start", {})
    assert sent(hana, path, "challenge", {"other": other}).status_code == 303
    assert "You are challenged" in mika.page(path).text
    assert "You are challenged" not in hana.page(path).text
    battle = re.search(rf'href="({path}/battle/\w+)"', mika.page(path).text)[1]  # type: ignore[index]
    assert sent(mika, battle, "accept-challenge", {}).status_code == 303
    assert 'id="f-muster"' in mika.page(battle).text


def test_a_march_is_sealed_and_shown_to_its_leader_alone(hana: Person, mika: Person) -> None:
    path = founded(hana, "Sealed", system="daimyo", open="true", pairing="map", map="heron-bay", points="600")
    band = joined(hana, path, "Kurokawa", 1).rpartition("/")[2]
    joined(mika, path, "Akagi", 2)
    sent(hana, f"{path}/host", "start", {})
    form = form_in(hana.page(path).text, f"march-{band}")
    to = re.findall(r'<option value="([^"]+)"', form)[0]
    assert sent(hana, path, f"march-{band}", {"way": to}).status_code == 303
    assert "Sealed:" in hana.page(path).text
    assert "Sealed:" not in mika.page(path).text
    assert 'class="order h' in hana.page(path).text
    assert 'class="order h' not in mika.page(path).text


def test_further_steps_of_a_march_offer_what_can_be_reached(hana: Person, mika: Person) -> None:
    path = founded(hana, "Long roads", system="daimyo", open="true", pairing="map", map="heron-bay", points="600")
    band = joined(hana, path, "Kurokawa", 1).rpartition("/")[2]
    joined(mika, path, "Akagi", 2)
    sent(hana, f"{path}/host", "start", {})
    sheet, seen = ready_maps()["heron-bay"], 0
    for _ in range(4):
        form = form_in(hana.page(path).text, f"march-{band}")
        first, *legs = [re.findall(r'<option value="(\w[^"]*)"(?: data-after="([^"]*)")?', leg)
                        for leg in form.split("<select")[1:]]  # fmt: skip
        before = {id for id, _ in first}
        for leg in legs:
            for id, after in leg:
                assert {*after.split()} <= before & {*sheet.neighbours(id)}, "one comes there from the step before"
                seen += 1
            before = {id for id, _ in leg}
        for person in (hana, mika):
            page = person.page(path).text
            for key in re.findall(r'id="f-(march-\w+)"', page):
                sent(person, path, key, {"way": ""})
    assert seen, "in summer an army marches two provinces by road"


def test_the_lists_of_a_stranger(person: Person, begun: dict[str, str]) -> None:
    text = person.page("/campaigns").text
    assert "Lantern Isle" in text
    assert person.page("/campaigns/rules").status_code == 200


# -- told as it is ----------------------------------------------------------------------


def test_who_is_attacked_in_his_province_is_named_second() -> None:
    table = war()
    one = meet(table)
    shown = pair(Words({}, 1, "", {}), table.now, one, 1, "")
    assert (one.defender, one.sides[0]) == ("w1", "w1")
    assert [side["id"] for side in shown["sides"]] == ["w0", "w1"]


def test_a_war_without_a_map_chosen_has_the_first_and_a_story_asks_for_one(hana: Person) -> None:
    path = founded(hana, "Any map", system="daimyo", pairing="map", points="600", map="")
    assert hana.page(path).status_code == 200
    command = HIDDEN.search(hana.page("/campaigns/new").text)[1]  # type: ignore[index]
    fields = {**BASE, "name": "No tale", "pairing": "story", "story": "", "command": command}
    given = hana.form("/campaigns/new", fields)
    assert given.status_code == 422
    assert "This campaign follows a story. Choose one." in given.text


def test_another_system_brings_its_own_points_and_keeps_the_rest(hana: Person) -> None:
    asked = "/campaigns/new?drawn=ronin&pairing=swiss&name=Snow&points=200&scenarios=duel&days=9&system="
    usual = re.search(r'name="points"[^>]* value="(\d+)"', hana.page("/campaigns/new?system=kensei").text)
    other = hana.page(f"{asked}kensei").text
    assert usual
    assert usual[1] != "200"
    assert f'value="{usual[1]}"' in re.search(r'<input[^>]* name="points"[^>]*>', other)[0]  # type: ignore[index]
    assert 'value="9"' in re.search(r'<input[^>]* name="days"[^>]*>', other)[0]  # type: ignore[index]
    assert 'value="200"' in re.search(r'<input[^>]* name="points"[^>]*>', hana.page(f"{asked}ronin").text)[0]  # type: ignore[index]


def test_what_is_for_sale_under_one_name_and_price_says_what_differs(hana: Person) -> None:
    path = founded(hana, "Market", open="true")
    page = hana.page(joined(hana, path, "Sold", 4)).text
    rows = [unescape(row) for row in re.findall(r'<option value="[^"]+">([^<]+)</option>', form_in(page, "buy"))]
    assert len(rows) > 1
    assert len({*rows}) == len(rows)
    assert any(re.search(r"\([^)]*(Yari|Naginata|Teppo)", row) for row in rows), rows


@pytest.mark.parametrize(
    ("experience", "bar", "ahead"), [(0, 0, 5), (4, 64, 5), (5, 0, 10), (9, 64, 10), (15, 80, 0), (22, 80, 0)]
)
def test_a_bar_shows_how_far_it_is_to_the_next_advance(experience: int, bar: int, ahead: int) -> None:
    assert towards(experience, (5, 10, 15)) == (bar, ahead)
