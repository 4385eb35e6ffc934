"""Names for those who have given none."""

from __future__ import annotations

from secrets import choice

NAMES = (
    "Akane", "Chika", "Daigo", "Eiko", "Fumi", "Genji", "Haru", "Isamu", "Jun", "Kaede", "Kenta", "Masa", "Midori",
    "Nao", "Noboru", "Rei", "Rokuro", "Sachi", "Shiro", "Suzu", "Tadashi", "Tomoe", "Yasu", "Yuki",
)  # fmt: skip


def a_name(*taken: str) -> str:
    """One of them that is not taken."""
    return choice([name for name in NAMES if name not in taken])
