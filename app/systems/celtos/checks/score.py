"""Required scores: the tables of the rulebook, and when a die passes."""

from __future__ import annotations

from app.systems.celtos.book import table

D10: int = table("dice")["die"]["sides"]
"""The die of every roll (CEL-GEN-01)."""
LOW: int = table("dice")["characteristic"]["low"]
HIGH: int = table("dice")["characteristic"]["high"]
FAILS: int = table("shots")["natural"]["fails"]
PASSES: int = table("shots")["natural"]["passes"]
TO_HIT: list[int] = table("shots")["to_hit"]["row"]
CHECKS: list[list[int]] = table("checks")["check"]["rows"]
BLOWS: list[list[int]] = table("combat")["blow"]["rows"]


def cut(figure: int) -> int:
    """A characteristic or damage strength cut to what the tables hold (CEL-GEN-08)."""
    return min(HIGH, max(LOW, figure))


def needed_to_hit(ds: int) -> int:
    """The score a shooter of this DS needs (CEL-HIT-01).

    >>> [needed_to_hit(ds) for ds in (1, 4, 9, 10)]
    [9, 6, 1, 0]
    """
    return TO_HIT[cut(ds) - LOW]


def needed_to_strike(attacker: int, defender: int) -> int:
    """The score an attacker's AS needs against a defender's (CEL-CBT-06).

    >>> needed_to_strike(4, 6), needed_to_strike(10, 1)
    (8, 2)
    """
    return BLOWS[cut(attacker) - LOW][cut(defender) - LOW]


def check_needed(active: int, dif: int) -> int:
    """The score an active characteristic needs against a difficulty: damage and all checks (CEL-TST-01).

    >>> check_needed(4, 4), check_needed(1, 10)
    (6, 10)
    """
    return CHECKS[cut(active) - LOW][cut(dif) - LOW]


def passes(face: int, total: int, needed: int) -> bool:
    """Whether a die passes: by its face if that is a 1 or a 10, else by its total (CEL-GEN-07, CEL-GEN-05).

    >>> passes(1, 5, 0), passes(10, 8, 9), passes(3, 2, 2)
    (False, True, True)
    """
    return face != FAILS and (face == PASSES or total >= needed)


def ways(adds: int, needed: int) -> int:
    """How many faces of the die pass with this much added (CEL-GEN-06, CEL-GEN-07).

    >>> ways(-2, 0), ways(0, 6)
    (9, 5)
    """
    return sum(passes(face, face + adds, needed) for face in range(FAILS, PASSES + 1))
