"""What this process counts, for Prometheus.  Any layer above the rules may call this; nothing here waits.

Several workers of one machine count into files of one folder (``PROMETHEUS_MULTIPROC_DIR``, set before this is first
imported); what is exposed is then all of them together.  Label values come from short closed lists.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
RESULTS = ("accepted", "refused", "stale", "unknown", "notyours", "broken")
KINDS = ("page", "api", "static")
AUDIENCES = ("seat", "watcher", "delayed", "umpire")
WAYS = ("out", "in", "lost")
OTHER = "other"
TEXT = "text/plain; version=0.0.4; charset=utf-8"
REGISTRY = CollectorRegistry()
QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
"""Seconds."""
disable_created_metrics()  # type: ignore[no-untyped-call]

_answers = Counter(
    "gunbai_answers", "Answers and other inputs of games, by rule system and what came of them.", ["system", "result"],
    registry=REGISTRY,
)  # fmt: skip
_answer = Histogram(
    "gunbai_answer_seconds", "From an input's arrival at its game until it is durable and told, or refused.",
    ["system"], registry=REGISTRY, buckets=QUICK,
)  # fmt: skip
_commit = Histogram("gunbai_commit_seconds", "One transaction of an input.", registry=REGISTRY, buckets=QUICK)
_conflicts = Counter("gunbai_conflicts", "Inputs that met another worker's write.", registry=REGISTRY)
_retries = Counter("gunbai_retries", "Inputs that were tried again after that.", registry=REGISTRY)
_cases = Counter("gunbai_cases_kept", "Rules that broke since the start.", registry=REGISTRY)
_messages = Counter("gunbai_messages", "Messages put out to sockets.", registry=REGISTRY)
_bytes = Counter("gunbai_message_bytes", "Characters of those messages.", registry=REGISTRY)
_resyncs = Counter("gunbai_resyncs", "Sockets that were told to load afresh.", registry=REGISTRY)
_requests = Counter("gunbai_requests", "Requests, by kind and class of status.", ["kind", "status"], registry=REGISTRY)
_request = Histogram("gunbai_request_seconds", "Requests.", ["kind"], registry=REGISTRY, buckets=QUICK)
_failures = Counter("gunbai_failures", "Requests on which the program broke.", registry=REGISTRY)
_lag = Histogram("gunbai_loop_lag_seconds", "How late the event loop is.", registry=REGISTRY, buckets=QUICK)
_bus = Gauge(
    "gunbai_bus_up", "Whether news reach other workers at once.", ["by"], registry=REGISTRY, multiprocess_mode="livemin"
)
_bus_messages = Counter("gunbai_bus_messages", "Messages between workers.", ["way"], registry=REGISTRY)
_sockets = Gauge(
    "gunbai_open_sockets", "Open sockets, by who looks.", ["audience"], registry=REGISTRY, multiprocess_mode="livesum"
)
_state = {
    name: Gauge(f"gunbai_{name}", words, registry=REGISTRY, multiprocess_mode="livesum")
    for name, words in (
        ("open_rooms", "Games that somebody has open."),
        ("games_in_memory", "Games that are loaded."),
        ("bots_thinking", "Tables at which a bot thinks."),
        ("memory_bytes", "Memory held."),
        ("workers", "Processes that serve."),
    )
}
_free = Gauge(
    "gunbai_disk_free_bytes", "Room on the disk of the data folder.", registry=REGISTRY, multiprocess_mode="livemin"
)


def answered(system: str, result: str, seconds: float) -> None:
    """An input of a game of this rule system led to this after so long."""
    _answers.labels(system or OTHER, one_of(RESULTS, result)).inc()
    _answer.labels(system or OTHER).observe(seconds)


def committed(seconds: float) -> None:
    """The transaction of an input took so long."""
    _commit.observe(seconds)


def conflicted(*, again: bool) -> None:
    """An input met another worker's write; ``again``: it is tried once more."""
    _conflicts.inc()
    if again:
        _retries.inc()


def case_kept() -> None:
    """A rule broke."""
    _cases.inc()


def told(size: int, sockets: int = 1) -> None:
    """A message of so many characters was put out to so many sockets."""
    _messages.inc(sockets)
    _bytes.inc(size * sockets)


def resynced(sockets: int = 1) -> None:
    """So many sockets were told to load afresh."""
    _resyncs.inc(sockets)


def requested(kind: str, status: int, seconds: float) -> None:
    """A request was answered with this status."""
    _requests.labels(one_of(KINDS, kind), f"{status // 100}xx").inc()
    _request.labels(one_of(KINDS, kind)).observe(seconds)


def failed() -> None:
    """The program broke on a request."""
    _failures.inc()


def lagged(seconds: float) -> None:
    """The event loop woke a sleeper so late."""
    _lag.observe(max(0.0, seconds))


def bus(*, up: bool) -> None:
    """Whether Valkey carries news to other workers now; nothing is told where there is none."""
    _bus.labels("valkey").set(up)


def bus_message(way: str, count: int = 1) -> None:
    """So many messages went to (``out``) or came from (``in``) other workers, or were dropped (``lost``)."""
    _bus_messages.labels(one_of(WAYS, way)).inc(count)


def sampled(sockets: Mapping[str, int], free: int, **state: int) -> None:
    """This process holds so much now: sockets by audience, and what ``_state`` names; ``free`` bytes of the disk."""
    _free.set(free)
    for audience in AUDIENCES:
        _sockets.labels(audience).set(sockets.get(audience, 0))
    for name, value in state.items():
        _state[name].set(value)


def exposed() -> bytes:
    """All of it as Prometheus reads it: of this process, or of all workers of this machine."""
    if FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    whole = CollectorRegistry()
    MultiProcessCollector(whole)  # type: ignore[no-untyped-call]
    return generate_latest(whole)


def one_of(known: tuple[str, ...], value: str) -> str:
    """The value if it is known, so that labels stay few."""
    return value if value in known else OTHER
