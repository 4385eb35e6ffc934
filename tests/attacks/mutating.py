"""What is almost right: values and bytes that grow out of good ones."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

import msgspec

NASTY: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    -(2**31),
    2**63,
    -(2**63) - 1,
    10**19,
    10**400,
    10**4000,
    0.5,
    -0.0,
    1e308,
    5e-324,
    "",
    " ",
    "\x00",
    "\n",
    "../../etc/passwd",
    "%s%n",
    "{0}{name}",
    "{{7*7}}",
    "<script>",
    "'; DROP TABLE game; --",
    "\u202e\u200b\ufeff",
    "é" * 300,
    "x" * 5000,
    "\U0001f409",
    "NaN",
    "red",
    "blue",
    "default",
    "__class__",
    "1e999",
    [],
    [[]],
    [None],
    [[0, 0]],
    [[0, 0]] * 800,
    [1e9, -1e9],
    ["a"] * 500,
    [[[[[[[[0]]]]]]]],
    {},
    {"": ""},
    {"pick": None},
    {"pick": "step", "then": {}},
    {"a": {"a": {"a": {"a": {}}}}},
    {"id": 0},
    {"k" * 2000: 1},
    {str(n): n for n in range(300)},
)
MORE = ("-1", "0", "9" * 400, "1e3", "on", "[]", "{}", "[[0,0]]", "null")
WORDS = (*(value for value in NASTY if isinstance(value, str)), *MORE)
SIGNS = (
    b"\xff",
    b"\x00",
    b"\xc0\xaf",
    b"\xed\xa0\x80",
    b"{",
    b"}",
    b"[",
    b'"',
    b"\\",
    b"\\u",
    b",",
    b":",
    b"NaN",
    b"1e",
    b"\xef\xbb\xbf",
    b"\xfe\xff",
    b"//",
    b"-",
)


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where in a value there is another."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(place for key, below in inside for place in places(below, (*at, key)))]


def mutated(value: Any, rng: Random) -> Any:
    """The value with something wrong in it, at one to three places."""
    made = deepcopy(value)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.choice(places(made))
        made = changed(made, at, rng) if at else deepcopy(rng.choice(NASTY)) if rng.random() < 0.3 else made
    return made


def changed(value: Any, at: tuple[Any, ...], rng: Random) -> Any:
    """The value with one of its parts taken away, doubled, moved or replaced."""
    holder = value
    for key in at[:-1]:
        holder = holder[key]
    key, how = at[-1], rng.randrange(6)
    if how == 0:
        del holder[key]
    elif how == 1 and isinstance(holder, dict):
        holder[rng.choice(WORDS[:20])] = holder[key]
    elif how == 2 and isinstance(holder[key], int | float) and not isinstance(holder[key], bool):
        holder[key] = rng.choice(
            (-holder[key], holder[key] * 10**6, holder[key] + 1, holder[key] - 1, str(holder[key]))
        )
    elif how == 3 and isinstance(holder[key], list):
        holder[key] = holder[key] * (rng.choice((0, 2)) if len(places(holder[key])) > 50 else rng.choice((0, 2, 40)))
    elif how == 4:
        holder[key] = [holder[key]]
    else:
        holder[key] = deepcopy(rng.choice(NASTY))
    return value


def written(value: Any) -> bytes:
    """The value as JSON, however large the numbers in it."""
    return json.dumps(value, separators=(",", ":")).encode()


def spoilt(body: bytes, rng: Random) -> bytes:
    """The bytes with one of them changed, some missing, doubled, or others between."""
    at, how = rng.randrange(len(body) + 1), rng.randrange(4)
    if how == 0:
        return body[:at]
    if how == 1:
        return body[:at] + rng.choice(SIGNS) + body[at:]
    if how == 2:
        return body[:at] + bytes([rng.randrange(256)]) + body[at + 1 :]
    return body[:at] + body[rng.randrange(len(body)) :] + body[at:]


def mutant(value: Any, rng: Random) -> bytes:
    """A body that is almost the right one: most are JSON."""
    if rng.random() < 0.2:
        return spoilt(msgspec.json.encode(value), rng)
    return written(mutated(value, rng))
