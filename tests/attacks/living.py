"""What people wrote, shown: whether any of it came alive in a page, a feed or a calendar."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from xml.etree import ElementTree

from icalendar import Calendar

ZAP = "<zap onzap=1>\"onzap='1 'onzap=\"1{{7*191}}"
"""Opens an element, leaves both kinds of quotes with an attribute, and would be reckoned by a template."""
LONG = f"{ZAP}</script><script src=//zap.example></script>--><!--]]>${{7*191}}<svg/onload=zap()>javascript:zap()"
ALIVE = ("javascript:", "data:text", "vbscript:", "//zap.example", "http://zap", "https://zap")
ADDRESSES = ("href", "src", "action", "formaction", "hx-get", "hx-post", "xlink:href", "data", "poster", "srcdoc")
RECKONED = "1337"


class Finder(HTMLParser):
    """Notes every element and attribute that only what people wrote could have made."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found, self.dead, self.script = list[str](), 0, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.script = tag if tag in ("script", "style") else self.script
        if tag.startswith("zap") or (
            tag == "script" and not dict(attrs).get("src") and dict(attrs).get("type") != "application/json"
        ):
            self.found.append(f"<{tag} {attrs}>")
        for name, value in attrs:
            if (
                name.startswith("on")
                or name == "style"
                or (name in ADDRESSES and str(value).lower().strip().startswith(ALIVE))
            ):
                self.found.append(f"{tag} {name}={value}")
            self.dead += "onzap" in (value or "")

    def handle_endtag(self, tag: str) -> None:
        self.script = "" if tag == self.script else self.script

    def handle_data(self, data: str) -> None:
        self.dead += "onzap" in data
        if self.script == "style" and "zap" in data:
            self.found.append(f"style: {data[:80]}")
        if self.script == "script" and "zap" in data:
            json.loads(data)

    def handle_comment(self, data: str) -> None:
        if "zap" in data:
            self.found.append(f"<!--{data[:80]}-->")


def of_page(text: str) -> tuple[list[str], int]:
    """What came alive in a page, and how often what was written is shown as it was."""
    finder = Finder()
    finder.feed(text)
    finder.close()
    return finder.found + ([RECKONED] if RECKONED in text else []), finder.dead


def of_drawing(text: str) -> tuple[list[str], int]:
    """The same of an SVG or a feed, which must be sound XML."""
    tree = ElementTree.fromstring(text)
    found = [str(el.tag) for el in tree.iter() if "zap" in str(el.tag) or any(name[:2] == "on" for name in el.attrib)]
    return found, text.count("onzap")


def of_calendar(text: str) -> tuple[list[str], int]:
    """The same of a calendar: no line of it was begun by what was written."""
    Calendar.from_ical(text)
    return [
        line for line in text.splitlines() if line.lower().startswith(("attach", "zap", "x-zap", "url:zap"))
    ], text.count("zap")


def judged(kind: str, text: str) -> tuple[list[str], int]:
    """The same of any answer, by what it says it is."""
    for sign, look in (("html", of_page), ("svg", of_drawing), ("atom", of_drawing), ("calendar", of_calendar)):
        if sign in kind:
            return look(text)
    if "json" in kind:
        json.loads(text)
        return [], text.count("onzap")
    return ([] if kind.startswith(("text/plain", "text/css", "text/javascript", "")) else [kind]), text.count("onzap")
