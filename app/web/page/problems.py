"""What programs are told when something is refused."""

from __future__ import annotations

from starlette.responses import JSONResponse


def problem(status: int, detail: str, **more: object) -> JSONResponse:
    """A problem document (RFC 9457)."""
    body = {"type": "about:blank", "status": status, "detail": detail, **more}
    return JSONResponse(body, status, media_type="application/problem+json")
