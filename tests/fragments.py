"""The fragments of a message taken apart, and put in place as a page does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

FRAGMENT = re.compile(r'<(\w+) hx-swap-oob="(\w+)(?::#([\w-]+)[^"]*)?">?')
COUNTER = re.compile(r'(?=<g id="p-([^"]*)")')
SAME = " data-same></g>"
ATTRIBUTE = re.compile(r' ([\w-]+)="([^"]*)"')
DETAILS = re.compile("<details .*?</details>", re.DOTALL)
SAME_DETAILS = re.compile("<details [^>]* data-same></details>")
"""What of a row is opened; of such that are the same only the name comes."""


@dataclass
class Apart:
    """Counters by id, rows as they are drawn, and what is inside the parts of the page, by name."""

    counters: dict[str, str] = field(default_factory=dict)
    rows: list[str] = field(default_factory=list)
    parts: dict[str, str] = field(default_factory=dict)


def apart(message: Mapping[str, Any]) -> Apart:
    """What a message puts in place."""
    content, found = message.get("content", ""), Apart()
    heads = list(FRAGMENT.finditer(content))
    ends = [*(head.start() for head in heads), len(content)][1:]
    assert ends or not content
    for head, end in zip(heads, ends, strict=True):
        tag, way, name = head.groups()
        if way == "outerMorph":
            found.rows.append(f"<{tag}{content[head.end() : end]}")
            continue
        inside = content[head.end() : end - len(f"</{tag}>")]
        assert content[:end].endswith(f"</{tag}>")
        if way == "counters":
            _, *each = COUNTER.split(inside)
            found.counters |= dict(zip(each[::2], each[1::2], strict=True))
        else:
            found.parts[name] = inside
    return found


def over(had: Mapping[str, str], message: Mapping[str, Any]) -> dict[str, str]:
    """The counters of a page once a message has been put in place."""
    kept = {} if message.get("whole") else {id: svg for id, svg in had.items() if id not in message.get("gone", ())}
    for id, svg in apart(message).counters.items():
        kept[id] = counter_over(had[id], svg.removesuffix(SAME)) if svg.endswith(SAME) else svg
    return kept


def counter_over(had: str, came: str) -> str:
    """A counter that was shown, once what has come of its head is put in place."""
    head, _, inside = had.partition(">")
    now = dict(ATTRIBUTE.findall(head)) | dict(ATTRIBUTE.findall(came))
    told = (f' {name}="{text}"' for name, text in now.items())
    return f"<g{''.join(told)}>{inside}"


def row_over(had: str, row: str) -> str:
    """A row that was shown, once what has come of it is put in place."""
    inside = had.partition(">")[2]
    came = row.partition(">")[0]
    if came.endswith(" data-same"):
        return f"{came.removesuffix(' data-same')}>{inside}"
    kept = DETAILS.search(had)
    return SAME_DETAILS.sub(lambda _: kept[0] if kept else "", row)
