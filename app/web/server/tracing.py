"""Traces for whoever asks for them (``GUNBAI_TRACE_URL``): a span for each request, with its route and its game.

Nothing of this is imported, and nothing is made, while no address is set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi.telemetry import TelemetryConfig
from opentelemetry import trace

from app.bootstrap.words import Stop
from app.settings import Settings

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

PATH = "/v1/traces"
MISSING = (
    "GUNBAI_TRACE_URL is set, but the packages that send traces are not installed. Run python3 -m app setup with it "
    "set, or leave it unset."
)
HIDDEN = "…"


def telemetry(settings: Settings) -> TelemetryConfig:
    """How the framework traces: not at all, or to the address that is set; a ``Stop`` where packages are missing."""
    traces = provider(settings.trace_url) if settings.trace_url else None
    return {
        "tracing": traces is not None, "tracer_provider": traces, "metrics": False, "logs": False,
        "operation_spans": False, "auto_configure": False,
    }  # fmt: skip


def provider(url: str) -> TracerProvider:
    """Spans are sent to this address in batches, from a thread of their own; what cannot be sent is dropped."""
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import SERVICE_NAME, Resource
        from opentelemetry.sdk.trace import ReadableSpan, Span, SpanProcessor, TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as missing:
        raise Stop(MISSING) from missing

    class Discreet(SpanProcessor):
        """What opens something is not told: of an address only its first part stands beside the route."""

        def on_start(self, span: Span, parent_context: object = None) -> None:
            for name in ("url.query", "url.path"):
                if name in (span.attributes or {}):
                    span.set_attribute(name, first_part(str((span.attributes or {})[name])))

        def on_end(self, span: ReadableSpan) -> None: ...

    made = TracerProvider(resource=Resource.create({SERVICE_NAME: "gunbai"}))
    made.add_span_processor(Discreet())
    made.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint(url))))
    return made


def endpoint(url: str) -> str:
    """The address spans go to: as given, or with the usual path where it names none."""
    bare = url.rstrip("/")
    return bare if bare.count("/") > 2 else bare + PATH


def first_part(path: str) -> str:
    """The first part of an address; of a query nothing."""
    head, _, rest = path.removeprefix("/").partition("/")
    return (f"/{head}/{HIDDEN}" if rest else path) if path.startswith("/") else HIDDEN


def name_game(game: str) -> None:
    """The span of this request says which game it is about."""
    if game:
        trace.get_current_span().set_attribute("gunbai.game", game)
