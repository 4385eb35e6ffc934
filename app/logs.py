"""What the program says of itself, on standard error: plain lines for a terminal, or JSON lines for machines.

What is bound (``bound``) stands on every line said meanwhile: ``request``, ``game``, ``version``, ``guest`` (an id,
never a name).  Keys, passwords and the links that open something are struck out of whatever is said.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from contextlib import AbstractContextManager
from typing import Any, TextIO
from urllib.parse import unquote, unquote_plus, urlsplit

import msgspec
import structlog
from structlog.contextvars import bind_contextvars, bound_contextvars, merge_contextvars
from structlog.typing import EventDict, Processor

from app.settings import Settings

STRUCK = "***"
SHORTEST = 6
"""Shorter passwords would strike out words."""
LINKS = re.compile(r"(?:/|%2[Ff])(setup|reset|confirm|watch|join|replace|shared)(?:/|%2[Ff])[^\s\"'?#\\{]+")
QUERIES = re.compile(r"\b(watch|key|code|token|seat_key|signature|password|sslpassword)=[^\s&\"'#\\]+")
WORDS = re.compile(r"(?:^|&)(?:ssl)?password=([^&]*)")
LOGINS = re.compile(r"(://[^\s/:@\"']*):[^\s/@\"']+@")
TOKENS = re.compile(r"gunbai_[\w-]{20,}|[Bb]earer [\w.~+/=-]{8,}")
LOUD = ("alembic", "sqlalchemy", "asyncio", "httpx", "httpcore", "opentelemetry", "urllib3")
"""Libraries that are heard from warnings on, unless everything is asked for."""


def set_up(settings: Settings) -> None:
    """From now on everything that is logged goes through here; to call it again changes the settings."""
    handler = Told()
    handler.setFormatter(Formatter(settings))
    handler.addFilter(is_fit)
    root = logging.getLogger()
    for old in [old for old in root.handlers if isinstance(old.formatter, Formatter)]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(settings.log.upper())
    for name in LOUD:
        logging.getLogger(name).setLevel(logging.NOTSET if settings.log == "debug" else logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = name != "uvicorn.access"  # it writes whole addresses, keys and all


def bound(**facts: str | int) -> AbstractContextManager[None]:
    """Every line said inside says these facts."""
    return bound_contextvars(**facts)


def bind(**facts: str | int) -> None:
    """Every line said by this task from now on says these facts."""
    bind_contextvars(**facts)


def is_fit(record: logging.LogRecord) -> bool:
    """uvicorn writes whole addresses of sockets, with their keys: these we say ourselves, without."""
    return not (record.name == "uvicorn.error" and '"WebSocket' in str(record.msg))


class Told(logging.StreamHandler[TextIO]):
    """Writes to what standard error is at that moment."""

    @property
    def stream(self) -> TextIO:
        """Standard error as it is now."""
        return sys.stderr

    @stream.setter
    def stream(self, _: TextIO) -> None: ...


class Formatter(structlog.stdlib.ProcessorFormatter):
    """Lines with what is bound, in the format that is set, without secrets."""

    def __init__(self, settings: Settings) -> None:
        is_json = settings.log_format == "json"
        before: list[Processor] = [
            merge_contextvars,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.add_log_level,
            structlog.stdlib.ExtraAdder(),
            without_repeats,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
        ]
        last: list[Processor] = (
            [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(encoded)]
            if is_json
            else [
                structlog.dev.ConsoleRenderer(
                    colors=False,
                    timestamp_key="at",
                    pad_event_to=0,
                    pad_level=False,
                    exception_formatter=structlog.dev.plain_traceback,
                )
            ]
        )
        super().__init__(
            foreign_pre_chain=before, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last]
        )
        self.secrets = secrets_of(settings)

    def format(self, record: logging.LogRecord) -> str:
        """The line, without secrets."""
        return struck(super().format(record), self.secrets)


def without_repeats(_logger: Any, _name: str, event: EventDict) -> EventDict:
    """The wording that other handlers, or uvicorn in colour, have put beside the event is left out."""
    for name in ("message", "color_message"):
        event.pop(name, None)
    return event


def encoded(event: MutableMapping[str, Any] | str, **_: Any) -> str:
    """The event, or a word of it, as JSON."""
    return msgspec.json.encode(event, enc_hook=str).decode()


def secrets_of(settings: Settings) -> tuple[str, ...]:
    """What must not be said, the longest first, each as it is and as JSON writes it."""
    urls = (settings.database_url, settings.valkey_url, settings.smtp_url, settings.trace_url)
    given = [settings.secret, *(part for url in urls for part in passwords(url))]
    known = {form for word in given if len(word) >= SHORTEST for form in (word, encoded(word)[1:-1])}
    return tuple(sorted(known, key=lambda word: (-len(word), word)))


def passwords(url: str) -> tuple[str, ...]:
    """The passwords in an address, before the host or in its query, as written and as meant."""
    try:
        parts = urlsplit(url)
        words = [parts.password or "", *WORDS.findall(parts.query)]
    except ValueError:
        return ()
    return tuple(form for word in words for form in (word, unquote(word), unquote_plus(word)))


def struck(text: str, secrets: tuple[str, ...] = ()) -> str:
    """The text without these secrets, without passwords in addresses, tokens and keys of links."""
    for secret in secrets:
        text = text.replace(secret, STRUCK)
    text = LOGINS.sub(rf"\1:{STRUCK}@", TOKENS.sub(STRUCK, text))
    return QUERIES.sub(rf"\1={STRUCK}", LINKS.sub(rf"/\1/{STRUCK}", text))
