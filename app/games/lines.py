"""What people write, as others may be shown it."""

from __future__ import annotations


def one_line(text: str) -> str:
    """The text in one line, with nothing in it that cannot be shown and no blank to spare."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def printable(text: str) -> str:
    """The same of each of its lines; those with nothing in them are left out."""
    return "\n".join(filter(None, map(one_line, text.split("\n"))))
