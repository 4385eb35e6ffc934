"""Accounts: signing up and in, sessions, passwords, mail, names, roles, the door."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.accounts.prefs import confirms
from app.engine.refusals import Refusal
from app.store import people as rows
from tests.accounts.town import PASSWORD, Town, code_of

pytestmark = pytest.mark.anyio


async def test_a_guest_who_signs_up_keeps_its_id_and_its_old_token_is_dead(town: Town) -> None:
    guest, old = await town.host.games.guests.welcome("Aki")
    assert await town.people.who(old) == guest
    member, token = await town.member("Hana", guest)
    assert (member.id, member.name, member.account, member.role) == (guest.id, "Hana", True, "player")
    assert await town.people.who(token) == member
    assert await town.people.who(old) is None
    assert await town.host.games.guests.who(old) is None


async def test_a_name_is_told_apart_without_case_and_must_be_sayable(town: Town) -> None:
    await town.member("Hana  Ito")
    for name, code in (
        ("hana ITO", "name.taken"), ("Ｈａｎａ Ito", "name.taken"), ("x", "name.length"), ("x" * 31, "name.length"),
        ("a/b", "name.signs"), ("me@here", "name.signs"), ("_x_", "name.signs"), ("former PLAYER", "name.taken"),
    ):  # fmt: skip
        assert code_of(await town.people.sign_up(name, PASSWORD)) == code
    found = await town.people.by_handle("HANA ito")
    assert found is not None
    assert found.name == "Hana Ito"
    assert await town.people.by_handle("Nobody") is None


async def test_a_password_is_long_enough_and_not_the_name(town: Town) -> None:
    for password, code in (
        ("short", "password.short"),
        ("x" * 201, "password.long"),
        ("Sanjuro Kuwabata", "password.name"),
    ):
        assert code_of(await town.people.sign_up("sanjuro kuwabata", password)) == code
    stored = await town.host.store.look(rows.by_handle, "sanjuro kuwabata")
    assert stored is None
    await town.member("Hana")
    stored = await town.host.store.look(rows.by_handle, "hana")
    assert stored is not None
    assert stored["password"].startswith("$argon2id$v=19$m=19456,t=2,p=1$")


async def test_signing_in_says_the_same_of_a_wrong_password_and_of_nobody(town: Town) -> None:
    member = await town.mailed("Hana", "hana@example.org")
    for name in ("hana", "HANA@example.org"):
        found = await town.people.sign_in(name, PASSWORD, "Firefox, Linux")
        assert not isinstance(found, Refusal)
        assert found[0].id == member.id
        assert await town.people.who(found[1]) == found[0]
    wrong = await town.people.sign_in("hana", "quiet river at dusk")
    assert code_of(wrong) == "signin.wrong"
    assert wrong == await town.people.sign_in("nobody", PASSWORD)
    assert wrong == await town.people.sign_in("nobody@example.org", PASSWORD)


async def test_a_session_ends_when_it_is_ended_or_unused_for_180_days(town: Town) -> None:
    member, first = await town.member("Hana", agent="Firefox, Linux")
    second = await town.people.sessions.open(member.id, "Safari, iPhone")
    shown = await town.people.sessions.of(member.id, second)
    assert {(s.agent, s.here) for s in shown} == {("Firefox, Linux", False), ("Safari, iPhone", True)}
    town.clock.move(days=179)
    assert await town.people.who(first) is not None
    town.clock.move(days=2)
    assert await town.people.who(second) is None
    assert await town.people.who(first) is not None
    assert [s.agent for s in await town.people.sessions.of(member.id)] == ["Firefox, Linux"]
    assert not await town.people.sessions.end("somebody", shown[0].id)
    assert await town.people.sessions.end_all(member.id) == 2
    assert await town.people.who(first) is None


async def test_when_a_session_was_seen_is_written_every_ten_minutes_only(town: Town) -> None:
    member, token = await town.member("Hana")
    began = town.clock.at
    town.clock.move(minutes=9)
    await town.people.who(token)
    assert (await town.people.sessions.of(member.id))[0].seen == began
    town.clock.move(minutes=2)
    await town.people.who(token)
    assert (await town.people.sessions.of(member.id))[0].seen == town.clock.at


async def test_a_new_password_ends_every_other_session(town: Town) -> None:
    member, first = await town.member("Hana")
    second = await town.people.sessions.open(member.id, "")
    new = "loud river at noon"
    assert code_of(await town.people.set_password(member.id, "not the old one", new, first)) == "password.wrong"
    assert code_of(await town.people.set_password(member.id, PASSWORD, "short", first)) == "password.short"
    assert await town.people.set_password(member.id, PASSWORD, new, first) is None
    assert await town.people.who(first) is not None
    assert await town.people.who(second) is None
    assert code_of(await town.people.sign_in("hana", PASSWORD)) == "signin.wrong"
    assert not isinstance(await town.people.sign_in("hana", new), Refusal)


async def test_an_address_is_somebodys_once_it_is_confirmed(town: Town) -> None:
    hana, (bea, _) = await town.mailed("Hana", "Hana@Example.org"), await town.member("Bea")
    assert await town.people.mail_of(hana.id) == "hana@example.org"
    assert code_of(await town.people.ask_mail(bea.id, "no address", PASSWORD)) == "mail.form"
    assert code_of(await town.people.ask_mail(bea.id, "b@example.org", "not the password")) == "password.wrong"
    key = await town.people.ask_mail(bea.id, "hana@example.org", PASSWORD)
    assert isinstance(key, str)
    assert code_of(await town.people.confirm_mail(key)) == "mail.taken"
    late = await town.people.ask_mail(bea.id, "b@example.org", PASSWORD)
    assert isinstance(late, str)
    assert await town.people.letters.pending(bea.id) == "b@example.org"
    town.clock.move(hours=25)
    assert code_of(await town.people.confirm_mail(late)) == "key.gone"
    assert await town.people.mail_of(bea.id) == ""
    assert await town.people.ask_mail(hana.id, "", PASSWORD) == ""
    assert await town.people.mail_of(hana.id) == ""


async def test_a_reset_key_works_once_within_an_hour_and_ends_every_session(town: Town) -> None:
    member = await town.mailed("Hana", "hana@example.org")
    token = await town.people.sessions.open(member.id, "")
    assert await town.people.forgot("nobody@example.org") is None
    late = await town.people.forgot("hana@example.org")
    assert late is not None
    town.clock.move(minutes=61)
    assert code_of(await town.people.reset_password(late[1], "another long one")) == "key.gone"
    found = await town.people.forgot("HANA@example.org")
    assert found is not None
    assert found[0] == "Hana"
    assert code_of(await town.people.reset_password(found[1], "short")) == "password.short"
    assert await town.people.reset_password(found[1], "another long one") is None
    assert await town.people.who(token) is None
    assert not isinstance(await town.people.sign_in("hana", "another long one"), Refusal)
    assert code_of(await town.people.reset_password(found[1], "a third long one")) == "key.gone"


async def test_a_reset_key_is_dead_once_the_address_is_given_up(town: Town) -> None:
    member = await town.mailed("Hana", "hana@example.org")
    found = await town.people.forgot("hana@example.org")
    assert found is not None
    await town.people.ask_mail(member.id, "", PASSWORD)
    assert code_of(await town.people.reset_password(found[1], "another long one")) == "key.gone"


async def test_the_banned_are_nobody_and_are_told_why_only_with_the_right_password(town: Town) -> None:
    await town.member("Host", setup=town.people.setup_key())
    member, token = await town.member("Hana")
    made = await town.people.tokens.make(member.id, "bot", ["read"])
    assert not isinstance(made, Refusal)
    assert await town.people.ban(member.id, " shouting  at tables ") is None
    assert await town.people.who(token) is None
    assert await town.people.by_token(made[1]) is None
    assert code_of(await town.people.sign_in("hana", "not the password")) == "signin.wrong"
    told = await town.people.sign_in("hana", PASSWORD)
    assert isinstance(told, Refusal)
    assert (told.code, told.facts) == ("signin.banned", {"reason": "shouting at tables"})
    assert await town.people.ban(member.id, None) is None
    assert not isinstance(await town.people.sign_in("hana", PASSWORD), Refusal)
    assert code_of(await town.people.ban("nobody", "x")) == "account.none"
    assert not await town.people.sessions.end(member.id, "\0")


async def test_the_first_host_is_made_with_the_key_and_only_the_first(town: Town) -> None:
    assert await town.people.needs_host()
    assert code_of(await town.people.sign_up("Eve", PASSWORD, setup="x" * 24)) == "setup.gone"
    host, _ = await town.member("Host", setup=town.people.setup_key())
    assert host.role == "host"
    assert not await town.people.needs_host()
    assert code_of(await town.people.sign_up("Eve", PASSWORD, setup=town.people.setup_key())) == "setup.gone"


async def test_there_is_always_a_host(town: Town) -> None:
    host, _ = await town.member("Host", setup=town.people.setup_key())
    other, _ = await town.member("Hana")
    assert code_of(await town.people.set_role(host.id, "player")) == "role.last"
    assert code_of(await town.people.ban(host.id, "x")) == "role.last"
    assert code_of(await town.people.set_role(other.id, "king")) == "role.unknown"
    assert await town.people.set_role(other.id, "host") is None
    assert await town.people.set_role(host.id, "player") is None
    assert [(a.name, a.role) for a in await town.people.accounts()] == [("Hana", "host"), ("Host", "player")]
    assert [a.name for a in await town.people.accounts("HAN")] == ["Hana"]


async def test_the_door_is_open_or_for_the_invited_or_closed(town: Town) -> None:
    host, _ = await town.member("Host", setup=town.people.setup_key())
    assert await town.people.registration() == "open"
    assert code_of(await town.people.set_registration("ajar")) == "register.value"
    await town.people.set_registration("invited")
    assert code_of(await town.people.sign_up("Hana", PASSWORD)) == "register.code"
    code, unused = await town.people.invite(host.id, "for Hana"), await town.people.invite(host.id)
    await town.member("Hana", code=code)
    assert code_of(await town.people.sign_up("Eve", PASSWORD, code=code)) == "register.code"
    listed = {i.note: i for i in await town.people.invitations()}
    assert (listed["for Hana"].used, listed[""].used) == ("Hana", "")
    assert not await town.people.revoke_invitation(listed["for Hana"].id)
    assert await town.people.revoke_invitation(listed[""].id)
    assert code_of(await town.people.sign_up("Eve", PASSWORD, code=unused)) == "register.code"
    await town.people.set_registration("closed")
    assert code_of(await town.people.sign_up("Eve", PASSWORD)) == "register.closed"


async def test_a_new_name_is_free_or_refused(town: Town) -> None:
    hana, _ = await town.member("Hana")
    await town.member("Bea")
    assert code_of(await town.people.rename(hana.id, "BEA")) == "name.taken"
    assert code_of(await town.people.rename(hana.id, "?")) == "name.length"
    assert await town.people.rename(hana.id, "HANA") is None
    assert await town.people.rename(hana.id, "Sanae") is None
    assert await town.people.by_handle("hana") is None
    found = await town.people.guest(hana.id)
    assert found is not None
    assert found.name == "Sanae"
    plain, _ = await town.host.games.guests.welcome("Aki")
    assert await town.people.rename(plain.id, "Bea") is None


async def test_preferences_are_of_a_closed_list(town: Town) -> None:
    hana, token = await town.member("Hana")
    quiet = {"from": "22:00", "to": "07:00", "zone": "Europe/Madrid"}
    for wrong in (
        {"colour": "red"}, {"theme": "pink"}, {"confirm": 1}, {"quiet": {**quiet, "to": "25:00"}},
        {"quiet": {**quiet, "zone": "Mars"}}, {"kinds": {"rain": True}}, {"language": ["en"]},
    ):  # fmt: skip
        assert code_of(await town.people.set_prefs(hana.id, wrong)).startswith("prefs.")
    assert await town.people.set_prefs(hana.id, {"theme": "dark", "quiet": quiet}) == {"theme": "dark", "quiet": quiet}
    assert await town.people.set_prefs(hana.id, {"confirm": "always", "quiet": None}) == {
        "theme": "dark",
        "confirm": "always",
    }
    found = await town.people.who(token)
    assert found is not None
    assert found.prefs == {"theme": "dark", "confirm": "always"}


async def test_a_year_has_thirty_days_of_vacation_and_those_not_taken_are_given_back(town: Town) -> None:
    hana, _ = await town.member("Hana")
    for day in ("2026-05-31", "soon", "2026-6-9"):
        assert code_of(await town.people.set_vacation(hana.id, day)) == "vacation.day"
    for day in ("2026-07-01", "9999-12-31"):
        assert code_of(await town.people.set_vacation(hana.id, day)) == "vacation.most"
    assert not isinstance(await town.people.set_vacation(hana.id, "2026-06-30"), Refusal)
    assert await town.people.on_vacation([hana.id, "nobody"]) == {hana.id}
    town.clock.move(days=10)
    assert await town.people.set_vacation(hana.id, None) == {"used": {"2026": 10}}
    assert await town.people.on_vacation([hana.id]) == set()
    town.clock.move(days=30)
    assert code_of(await town.people.set_vacation(hana.id, "2026-07-31")) == "vacation.most"
    assert not isinstance(await town.people.set_vacation(hana.id, "2026-07-30"), Refusal)
    town.clock.move(days=20)
    assert await town.people.on_vacation([hana.id]) == set()
    assert code_of(await town.people.set_vacation(hana.id, "2026-07-31")) == "vacation.most"


async def test_a_token_knows_its_owner_its_scopes_and_its_end(town: Town) -> None:
    hana, _ = await town.member("Hana")
    for name, scopes, ends, code in (
        (" ", ["read"], "", "token.name"), ("bot", [], "", "token.scopes"),
        ("bot", ["read", "rule"], "", "token.scopes"),
        ("bot", ["read"], "2026-05-31", "token.ends"), ("bot", ["read"], "never", "token.ends"),
    ):  # fmt: skip
        assert code_of(await town.people.tokens.make(hana.id, name, scopes, ends)) == code
    made = await town.people.tokens.make(hana.id, "bot", ["play", "read", "read"], "2026-06-02")
    assert not isinstance(made, Refusal)
    token, secret = made
    found = await town.people.by_token(secret)
    assert found is not None
    assert (found.id, found.scopes) == (hana.id, ("read", "play"))
    assert [t.used for t in await town.people.tokens.of(hana.id)] == [town.clock.at]
    assert await town.people.who(secret) is None
    town.clock.move(days=1, hours=11)
    assert await town.people.by_token(secret) is not None
    town.clock.move(hours=1)
    assert await town.people.by_token(secret) is None
    assert not await town.people.tokens.end("somebody", token.id)
    assert await town.people.tokens.end(hana.id, token.id)
    assert await town.people.tokens.of(hana.id) == ()


async def test_nothing_that_opens_a_door_is_stored_as_it_is(town: Town) -> None:
    hana, token = await town.member("Hana")
    made = await town.people.tokens.make(hana.id, "bot", ["read"])
    key, code = await town.people.letters.key(hana.id, "reset", "h@example.org"), await town.people.invite(hana.id)
    assert not isinstance(made, Refusal)
    kept = "".join(path.read_bytes().decode("latin-1") for path in Path(town.host.url[10:]).parent.iterdir())
    assert "Hana" in kept
    assert [secret for secret in (token, made[1], key, code, PASSWORD) if secret in kept] == []


def test_what_is_confirmed_goes_by_choice_else_by_the_pace() -> None:
    assert [confirms({}, by_letter=letter) for letter in (True, False)] == ["always", "final"]
    assert confirms({"confirm": "never"}, by_letter=True) == "never"
    assert [confirms({"confirm": once}, by_letter=False) for once in (True, False, 1)] == ["always", "final", "final"]
