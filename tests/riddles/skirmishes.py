"""Small positions put up by chance: two or three of each side near each other, as they stand before shots and charges.

Nothing in them went before: who stands there and how near is drawn, within what the weapons of both reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from app.engine.system import RuleSystem
from tests.riddles.excerpts import BEFORE, NAMES
from tests.riddles.positions import Spot, asked, charging

NEXT = 6
"""So many questions from such a position on."""
WIDE, DEEP, APART = 60, 50, 16
"""Centimetres of the table, and how far from each other the middles of a side's units stand at least."""
Line = Callable[[str, str, str, Random], str]
Put = tuple[str, Sequence[str], Sequence[str], tuple[int, int]]
"""A phase, which units of red and of blue may stand there, and how near at least and at most."""

FOOT, HORSE = ("AS", "SF", "AV", "HF", "PE", "SY", "WM"), ("SM", "SC", "HC")
UPSET = ("disordered disordered_since=1", "frenzied_since=1",
         "routing routing_since=1 disordered disordered_since=1 routs=1 rout_moves=1 facing=180")  # fmt: skip
"""What those are who may rally."""
SHOOTERS = ("AB", "AG", "AB", "AG", "RF")
TROOPS = ("heishi", "yari_ashigaru", "katana_samurai", "yari_samurai", "naginata_sohei", "no_dachi_samurai", "kengo",
          "katana_ashigaru", "onna_bushi")  # fmt: skip
RIDERS = ("kiba_musha", "yari_kiba_musha")
ARCHERS = ("yumi_ashigaru", "yumi_samurai", "teppotai", "ishitsubute")
BANDS = {"peasant": "tools", "ashigaru": "yari", "samurai": "katana", "hatamoto": "nodachi", "warrior-monk": "naginata",
         "ronin": "katana", "bandit": "kanabo", "mounted-samurai": "yari"}  # fmt: skip
BOWS = {"slinger": "sling", "ashigaru-marksman": "teppo", "monk-archer": "yumi", "mounted-archer": "hankyu"}
ARMS = BANDS | BOWS


def of_daimyo(phase: str, seat: str, kind: str, luck: Random) -> str:
    stands = luck.choice((2, 3, 4, 4, 6))
    more = ["quality=" + luck.choice(("raw", "veteran", "elite"))] if luck.random() < 0.3 else []
    if phase == "rally" and seat == "red":
        more += [luck.choice(UPSET)]
    elif luck.random() < 0.15:
        more += ["disordered"]
    more += ["first_volley_spent"] if kind in SHOOTERS and luck.random() < 0.5 else []
    clan = "Mori" if seat == "red" else "Date"
    return " ".join([f"profile={kind} stands={stands} files={min(stands, luck.choice((2, 3, 4)))} clan={clan}", *more])


def of_kensei(_: str, __: str, kind: str, luck: Random) -> str:
    models = luck.choice((4, 5, 6, 8, 10))
    return f"entry={kind} models={models} files={min(models, luck.choice((3, 4, 5)))}"


def of_celtos(_: str, __: str, kind: str, luck: Random) -> str:
    models = luck.randint(2, 4)
    return f"step=3,0 profile={kind} weapons={ARMS[kind]} models={models}"


OF: Mapping[str, Line] = {"celtos": of_celtos, "daimyo": of_daimyo, "kensei": of_kensei}
PUT: Mapping[str, Sequence[Put]] = {
    "celtos": (
        ("activation", tuple(BOWS), tuple(ARMS), (8, 40)),
        ("activation", tuple(BANDS), tuple(ARMS), (6, 24)),
        ("attacked", tuple(ARMS), tuple(BANDS), (6, 16)),
    ),
    "daimyo": (
        ("fire", SHOOTERS, FOOT + HORSE, (5, 18)),
        ("move", FOOT + HORSE, FOOT + HORSE + SHOOTERS, (8, 26)),
        ("charged", SHOOTERS + FOOT, HORSE + FOOT, (6, 18)),
        ("rally", FOOT + HORSE + SHOOTERS, FOOT + HORSE, (20, 40)),
    ),
    "kensei": (
        ("orders", ARCHERS, TROOPS + RIDERS, (8, 35)),
        ("orders", TROOPS + RIDERS, TROOPS + ARCHERS, (7, 22)),
        ("charged", TROOPS + ARCHERS, TROOPS + RIDERS, (6, 16)),
    ),
}


def drawn_up(system: RuleSystem[Any], seed: int) -> Iterator[tuple[str, Spot]]:
    """Questions to red in skirmish after skirmish, each with its number."""
    while True:
        luck = Random(f"riddles/skirmishes/{system.key}/{seed}")
        rows = skirmish(system.key, luck)
        for spot in islice(asked(system, rows, luck, f"skirmish {seed}", charging), NEXT):
            yield str(seed), spot
        seed += 1


def skirmish(key: str, luck: Random) -> tuple[str, ...]:
    """Two lines that face each other, some nearer than others."""
    phase, mine, theirs, (least, most) = luck.choice(PUT[key])
    rows = [f"system {key}", f"table {WIDE}x{DEEP}", f"phase {PHASES[key].get(phase, phase)}"]
    rows += ["turn 2"] if phase == "rally" else []
    rows += [f"side {seat} name={name}" for seat, name in (("red", "Hanada"), ("blue", "Kuroda"))]
    rows += BEFORE.get(key, []) and [
        "clan Mori red", "clan Date blue", "leader Hanada red rating=1 at=5,45", "leader Kuroda blue rating=1 at=5,5",
        *(["active Date", "go blue"] if phase == "charged" else []),
    ]  # fmt: skip
    rows += ["go blue", "first blue"] if phase == "attacked" else []
    found = dict[str, tuple[str, int]]()
    for seat, kinds in (("red", mine), ("blue", theirs)):
        count = luck.randint(2, 3)
        names = luck.sample(NAMES[seat], count)
        first = luck.randint(12, WIDE - 12 - APART * (count - 1))
        for n, name in enumerate(names):
            off = luck.randint(least * 10, most * 10) / 20
            at = f"{first + APART * n},{DEEP / 2 + (off if seat == 'red' else -off):g}"
            rows.append(f"unit {name} {seat} at={at} {OF[key](phase, seat, luck.choice(kinds), luck)}")
            found[name] = seat, n
    if phase == "charged" and key == "kensei":
        red, blue = ([name for name, (seat, _) in found.items() if seat == side] for side in ("red", "blue"))
        rows += ["go blue", *(f"order {name} charge target={luck.choice(red)}" for name in blue[:1])]
    return tuple(rows)


PHASES: Mapping[str, Mapping[str, str]] = {
    "daimyo": {"charged": "move"},
    "kensei": {"charged": "charges"},
    "celtos": {"attacked": "activation"},
}
