"""Somebody whose browser runs no script: reads a page's forms and links, fills them in and sends them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

from httpx2 import Response

from tests.web.people import Person


@dataclass
class Form:
    """A form of a page: what stands in its fields, its buttons (name and value), the options of its lists."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    options: dict[str, list[str]] = field(default_factory=dict)
    typed: list[str] = field(default_factory=list)
    """The fields that somebody may write into."""


DRAWN = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
"""What is drawn holds no form and nothing that is followed."""


class Page(HTMLParser):
    """A page as it is read."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.forms, self.links, self.title = list[Form](), list[str](), ""
        self.form: Form | None = None
        self.into, self.many, self.within = "", False, ""
        self.feed(DRAWN.sub("", text))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A part of a form begins, or a link."""
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = Form(said.get("action", ""), said.get("method", "get"))
            self.forms.append(self.form)
        elif tag == "a" and "href" in said:
            self.links.append(said["href"])
        elif tag == "h2" and said.get("id") == "asked":
            self.within = "title"
        elif self.form is not None:
            self._of_a_form(self.form, tag, said)

    def _of_a_form(self, form: Form, tag: str, said: dict[str, str]) -> None:
        name, value = said.get("name", ""), said.get("value", "")
        if tag == "button":
            form.buttons.append((name, value))
        elif tag == "textarea" and name:
            self.into = name
            form.fields[name] = ""
            form.typed.append(name)
        elif tag == "select" and name:
            self.into, self.many = name, "multiple" in said
            form.options[name] = []
        elif tag == "option":
            form.options[self.into].append(value)
            if "selected" in said or not (self.many or self.into in form.fields):
                form.fields[self.into] = value
        elif tag == "input" and name and (said.get("type") not in ("radio", "checkbox") or "checked" in said):
            form.fields[name] = value
            if said.get("type", "text") in ("text", "number"):
                form.typed.append(name)

    def handle_endtag(self, tag: str) -> None:
        """It ends."""
        if tag == "form":
            self.form = None
        elif tag in ("textarea", "select"):
            self.into = ""
        elif tag == "h2":
            self.within = ""

    def handle_data(self, data: str) -> None:
        """What stands in a field of several lines, and what is asked."""
        if self.form is not None and self.into and self.into not in self.form.options:
            self.form.fields[self.into] += data
        elif self.within == "title":
            self.title += data


class Reader:
    """A browser without script."""

    def __init__(self, person: Person) -> None:
        self.person, self.at, self.status = person, "/", 0
        self.page = Page("")

    def came(self, given: Response, path: str) -> Page:
        """The page an answer leads to."""
        while given.status_code in (302, 303, 307):
            path = urljoin(path, given.headers["location"])
            given = self.person.page(path)
        self.at, self.status, self.page = path, given.status_code, Page(given.text)
        return self.page

    def go(self, path: str) -> Page:
        """The page there."""
        path = urljoin(self.at, path)
        return self.came(self.person.page(path), path)

    def send(self, form: Form, button: tuple[str, str] = ("", ""), **filled: str) -> Page:
        """The page after a form was sent by one of its buttons."""
        fields = {**form.fields, **filled, **({button[0]: button[1]} if button[0] else {})}
        path = urljoin(self.at, form.action)
        return self.came(self.person.form(path, fields), path)
