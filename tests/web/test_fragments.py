"""What has changed is written as fragments, as small as the change."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random
from statistics import median

import msgspec
import pytest

from app.live.connections import Audience
from app.web.table.line.fragments import counter, fragment, fragments
from app.web.table.line.messages import Messages
from tests.fragments import Apart, apart, over
from tests.web.test_messages import answered, opened, seated

NODE = '<g id="p-a" class="counter" transform="translate({})" data-r="11"><circle r="{}"/></g>'
PLACE = re.compile('^<g[^>]* transform="([^"]*)"')
SMALL = 1500
"""Bytes of the message of a move of one counter, in the middle; 4,300 before fragments."""


def test_a_counter_that_only_moved_comes_without_its_inside() -> None:
    was, now = NODE.format("1 2", 11), NODE.format("3 4", 11)
    assert counter(was, now) == '<g id="p-a" class="counter" transform="translate(3 4)" data-same></g>'
    assert over({"a": was}, {"content": fragments([counter(was, now)], (), {})}) == {"a": now}


def test_a_counter_that_is_drawn_otherwise_or_is_new_comes_whole() -> None:
    was, now = NODE.format("1 2", 11), NODE.format("1 2", 12)
    assert counter(was, now) == counter(None, now) == now
    less = was.replace(' data-r="11"', "")
    assert counter(was, less) == less, "what it is no more would not go by itself"


def test_what_is_written_is_taken_apart_again() -> None:
    row = '<li id="row-a" class="may"><b>A</b></li>'
    parts = {"prompt": '<section class="ask"></section>', "log": '<li id="e-1">x</li>', "go": "<p>go</p>",
             "layer-zones": '<g id="z-1"></g>'}  # fmt: skip
    written = fragments([NODE.format("1 2", 11)], [row], parts)
    assert apart({"content": written}) == Apart({"a": NODE.format("1 2", 11)}, [row], parts)
    assert written.endswith(fragment("prompt", parts["prompt"])), "what the question marks is there by then"


@pytest.mark.parametrize("whole", [True, False])
def test_a_whole_table_without_counters_says_that_there_are_none(whole: bool) -> None:
    written = fragments([], (), {}, whole=whole)
    assert bool(written) is whole
    assert over({"a": NODE}, {"content": written, "whole": whole}) == ({} if whole else {"a": NODE})


async def moves(folder: Path) -> list[int]:
    """The bytes of each message of Ronin in which one counter has changed, and stands elsewhere than before."""
    rng, found, version, shown = Random(5), list[int](), 0, dict[str, str]()
    async with opened(folder) as games:
        game, _ = await seated(games, "ronin", rng)
        rendering, audience = Messages(games), Audience(None, "en")
        for _ in range(140):
            text = await rendering.render(game, audience, version, None)
            assert text is not None
            message = msgspec.json.decode(text)
            had, shown = shown, over(shown, message)
            (one,) = ids if len(ids := apart(message).counters) == 1 else ("",)
            if one in had and PLACE.findall(had[one]) != PLACE.findall(shown[one]):
                found.append(len(text.encode()))
            version = message["v"]
            if not await answered(games, game, rng):
                break  # as the dice have it, the battle is over
    return found


def test_the_message_of_a_move_is_small(tmp_path: Path) -> None:
    found = asyncio.run(moves(tmp_path))
    assert len(found) > 20
    assert median(found) < SMALL
