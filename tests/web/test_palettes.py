"""Every palette keeps apart, for eyes of its kind, what must be told apart; and everything can be read on it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations, product
from math import dist
from pathlib import Path

import pytest

CSS = Path(__file__).parents[2] / "static" / "css"
Rgb = tuple[float, float, float]
Matrix = tuple[Rgb, Rgb, Rgb]
EYES: dict[str, Matrix] = {
    "deuter": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
    "": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}
"""What eyes without green, red or blue make of light (Machado, Oliveira and Fernandes, 2009, severity 1)."""
LMS: Matrix = ((0.4122, 0.5363, 0.0514), (0.2119, 0.6807, 0.1074), (0.0883, 0.2817, 0.63))
OKLAB: Matrix = ((0.2105, 0.7936, -0.0041), (1.978, -2.4286, 0.4506), (0.0259, 0.7828, -0.8087))
"""Light to cones, and cones to a space in which distances are differences seen (Ottosson, 2020)."""
SIDES, TOLD = ("ai", "shu", "ochre", "teal"), ("gold", "no", "ok")
GROUNDS = ("paper", "paper-raised", "paper-sunken", "t-field")
PALETTES = list(product((*EYES, "contrast"), (0, 1)))
SEEN, SEEN_BESIDE = 0.085, 0.04
"""How far apart two sides are seen, or two things told; and a side and a thing told, which also differ in shape."""
every_palette = pytest.mark.parametrize(("palette", "theme"), PALETTES)


def tokens(palette: str, theme: int) -> dict[str, str]:
    """The colours of a palette by day (0) or by night (1)."""
    block = re.search(rf':root\[data-palette="{palette}"\] {{(.*?)}}', (CSS / "page/differ.css").read_text(), re.DOTALL)
    assert block or not palette, f"no palette {palette}"
    text = (CSS / "page/tokens.css").read_text() + (block[1] if block else "")
    found: dict[str, str] = {}
    for name, day, night, both in re.findall(r"--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));", text):
        found[name] = both or (day, night)[theme]
    return found


def light(colour: str) -> Rgb:
    """The light of a colour, channel by channel."""
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return linear(r), linear(g), linear(b)


def linear(channel: float) -> float:
    """A channel without its gamma."""
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def times(matrix: Matrix, v: Rgb) -> Rgb:
    """A matrix times a column."""
    x, y, z = (sum(a * b for a, b in zip(row, v, strict=True)) for row in matrix)
    return x, y, z


def looks(colour: str, eyes: str) -> Rgb:
    """Where eyes of a kind see a colour."""
    r, g, b = (max(0.0, c) ** (1 / 3) for c in times(LMS, times(EYES[eyes], light(colour))))
    return times(OKLAB, (r, g, b))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as the accessibility guidelines reckon it."""
    low, high = sorted(
        sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), light(x), strict=True)) for x in (one, other)
    )
    return (high + 0.05) / (low + 0.05)


def alike(known: Mapping[str, str], eyes: str, pairs: list[tuple[str, str]], seen: float) -> list[tuple[str, str]]:
    """The pairs that eyes of a kind see nearer to each other than this."""
    return [(x, y) for x, y in pairs if dist(looks(known[x], eyes), looks(known[y], eyes)) < seen]


@every_palette
def test_sides_and_what_is_told_are_seen_apart(palette: str, theme: int) -> None:
    known, eyes = tokens(palette, theme), palette if palette in EYES else ""
    pairs = [*combinations(SIDES, 2), *combinations(TOLD, 2), ("ai-fill", "teal-fill"), ("shu-rim", "ochre-rim")]
    assert alike(known, eyes, pairs, SEEN) == []
    assert alike(known, eyes, list(product(SIDES, ("no", "ok"))), SEEN_BESIDE) == []


@every_palette
def test_every_text_can_be_read_and_every_mark_seen(palette: str, theme: int) -> None:
    known, least = tokens(palette, theme), 7 if palette == "contrast" else 4.5
    letters = ("ink", "ink-2", "ink-3", "gold-text", "no", "ok", *SIDES)
    tinted = [(x, f"{x}-tint") for x in ("no", "ok", *SIDES)] + [("gold-text", "gold-tint")]
    faint = {(x, y): round(contrast(known[x], known[y]), 2) for x, y in [*product(letters, GROUNDS), *tinted]}
    assert {pair: n for pair, n in faint.items() if n < least} == {}
    marks = product(("gold", "line-strong", *(("line",) if palette == "contrast" else ())), GROUNDS)
    assert [(x, y) for x, y in marks if contrast(known[x], known[y]) < 3] == []


@every_palette
def test_codes_are_read_on_their_counters(palette: str, theme: int) -> None:
    known = tokens(palette, theme)
    sides = [f"{side}{used}" for side in SIDES for used in ("-fill", "-used")]
    codes = [(side, f"{side}-mark" if side.endswith("-used") else side.replace("-fill", "-mark")) for side in sides]
    assert [(x, y) for x, y in codes if contrast(known[x], known[y]) < 4.5] == []
    assert [s for s in ("shu", "ochre") if contrast(known[f"{s}-rim"], known[f"{s}-fill"]) < 3] == []


@pytest.mark.parametrize("theme", [0, 1])
def test_the_lines_of_a_hill_a_house_and_a_fence_are_seen_on_the_field_by_day_and_by_night(theme: int) -> None:
    known = tokens("", theme)
    lines = ("t-contour", "t-roof-ink", "t-wood-ink", "t-bamboo-ink", "t-stone-ink", "ai", "shu", "ochre", "teal")
    assert {x: n for x in lines if (n := round(contrast(known[x], known["t-field"]), 2)) < 3} == {}


def test_usual_colours_would_not_do_for_other_eyes() -> None:
    known = tokens("", 0)
    assert alike(known, "deuter", [("no", "ok"), ("shu", "ochre")], SEEN) == [("no", "ok"), ("shu", "ochre")]


def test_the_seat_that_is_called_red_is_red() -> None:
    """Sides bear letters in the order of their seats, the first of which is red, the second blue."""
    base = (CSS / "page/base.css").read_text()
    hues = dict(re.findall(r"^\.([abcd]) \{.*--c-line: var\(--(\w+)\)", base, re.MULTILINE))
    assert hues == {"a": "shu", "b": "ai", "c": "ochre", "d": "teal"}
