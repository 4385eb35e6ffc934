"""Mail, through a relay that really listens."""

from __future__ import annotations

import asyncio
import socket

import pytest

from app.notices.mail import Mailer
from app.settings import Settings
from tests.notices.servers import Relay, relay


def mailer(there: Relay) -> Mailer:
    """A mailer for this relay."""
    return Mailer(Settings(smtp_url=f"smtp://127.0.0.1:{there.port}", mail_from="Gunbai <table@example.org>"))


def test_a_letter_arrives_as_it_was_written() -> None:
    with relay() as there:
        assert asyncio.run(mailer(there).send("ana@example.org", "Te toca — ya", "¡Corre!\n")) == ""
        ((to, letter),) = there.got
    assert to == ["ana@example.org"]
    assert letter["From"] == "Gunbai <table@example.org>"
    assert letter["Message-ID"].endswith("@example.org>")
    assert letter.get_payload(decode=True) == "¡Corre!\r\n".encode()


def test_nothing_can_be_smuggled_into_the_head() -> None:
    with relay() as there:
        send = mailer(there).send
        assert asyncio.run(send("ana@example.org", "Hi\r\nBcc: eve@example.org\r\n\r\nbody", "text")) == ""
        for to in ("a@b.example\r\nBcc: e@x.example", "a@b.example, e@x.example", "A <a@b.example>", "nobody", ""):
            assert asyncio.run(send(to, "Hi", "text")).startswith("no address")
        ((to_whom, letter),) = there.got
    assert (to_whom, letter["Bcc"]) == (["ana@example.org"], None)


@pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS:UserWarning")
def test_the_relay_is_shown_the_password_of_its_address() -> None:
    with relay(b"p@ss") as there:
        for word, told in (("p%40ss", ""), ("wrong", "535")):
            known = Mailer(Settings(smtp_url=f"smtp://table:{word}@127.0.0.1:{there.port}"))
            assert told in asyncio.run(known.send("ana@example.org", "Hi", "text"))
        assert len(there.got) == 1


def test_what_the_relay_says_against_it_is_told() -> None:
    with relay() as there:
        there.unknown = ("eve@example.org",)
        assert "550" in asyncio.run(mailer(there).send("eve@example.org", "Hi", "text"))
        assert there.got == []
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        silent = Mailer(Settings(smtp_url=f"smtp://127.0.0.1:{nobody.getsockname()[1]}"))
        assert asyncio.run(silent.send("ana@example.org", "Hi", "text"))
    assert asyncio.run(Mailer(Settings()).send("ana@example.org", "Hi", "text")) == "mail is not set up"
