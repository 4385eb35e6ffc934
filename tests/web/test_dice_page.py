"""The page on dice says all that is needed to throw them again: done here with nothing but hashlib, hmac and json."""

from __future__ import annotations

import hmac
import json
import re
from hashlib import sha256
from html import unescape

import pytest
from starlette.testclient import TestClient

from app.engine.dice import Dice
from app.games.vault import Vault
from tests.web.people import Person


def thrown(seed: str, game: str, entropy: dict[str, str], draw: int, count: int, sides: int) -> list[int]:
    """Faces by the words of the page."""
    faces, block, bytes_left = list[int](), 0, list[int]()
    width = 1 if sides <= 256 else 2
    fair = 256**width - 256**width % sides
    while len(faces) < count:
        while len(bytes_left) < width:
            message = json.dumps([game, sorted(map(list, entropy.items())), draw, block], separators=(",", ":"))
            bytes_left += hmac.new(bytes.fromhex(seed), message.encode("utf-8"), sha256).digest()
            block += 1
        number = 0
        for _ in range(width):
            number = number * 256 + bytes_left.pop(0)
        if number < fair:
            faces.append(number % sides + 1)
    return faces


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_example_of_the_page_comes_out(client: TestClient, language: str) -> None:
    person = Person(client)
    person.form("/lang", {"lang": language, "next": "/dice"})
    page = unescape(person.page("/dice").text)
    seed, commit, message, found = re.findall(r"<dd><code>(.*?)</code></dd>", page)
    assert sha256(bytes.fromhex(seed)).hexdigest() == commit
    assert hmac.new(bytes.fromhex(seed), message.encode(), sha256).hexdigest() == found
    game, seats, draw, block = json.loads(message)
    assert block == 0
    assert thrown(seed, game, dict(seats), draw, 3, 6) == [5, 4, 2]
    assert re.search("5, 4 (and|y) 2", page)
    assert person.page("/dice").text.count("<li>") == 7


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 20, 100, 256, 257, 1000])
def test_the_words_say_what_the_server_does(sides: int) -> None:
    seats = {"red": "00ff", "blue": "0a0b", "azure": ""}
    for draw in range(30):
        server = Vault(bytes(range(32)), "example", seats).throw(draw, Dice(40, sides))
        assert thrown(bytes(range(32)).hex(), "example", seats, draw, 40, sides) == list(server)
