"""Bodies of the REST API: documented, read, answered."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from app.web.page.errors import Bad

T = TypeVar("T", bound=Struct)


def body(model: type[Struct], example: dict[str, Any]) -> dict[str, Any]:
    """The documentation of a request body, with an example."""
    (schema,), components = msgspec.json.schema_components([model], ref_template="#/components/schemas/{name}")
    name = schema["$ref"].rsplit("/", 1)[1]
    shape = components[name]
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": shape, "example": example}}}}


async def read(request: Request, model: type[T]) -> T:
    """The body as its struct; a clear 400 or 422 names what is wrong and where."""
    try:
        return msgspec.json.decode(await request.body(), type=model)
    except msgspec.ValidationError as error:
        raise Bad(422, str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Bad(400, f"The body is no JSON: {error}") from None


def reply(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")
