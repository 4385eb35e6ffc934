"""The REST API: what each of its addresses is called, takes and gives, as types; bodies are read, values answered."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from app.web.page.errors import Bad

T = TypeVar("T", bound=Struct)
JSON = "application/json"


class Spoken(NamedTuple):
    """What an address takes and gives: the type of its answer (several: one of them; ``None``: nothing), of its body,
    an example of that.

    ``closed``: strangers are told nothing.  ``optional``: the body may be left out.
    """

    answer: Any
    body: Any = None
    example: Any = None
    closed: bool = False
    optional: bool = False
    media: str = JSON

    @property
    def answers(self) -> tuple[Any, ...]:
        """The types of which its answer is one."""
        return self.answer if isinstance(self.answer, tuple) else (self.answer,)


SPOKEN: dict[str, Spoken] = {}
"""What is spoken at each address, by the name of the operation."""


def speaks(id: str, answer: Any, body: Any = None, example: Any = None, **more: Any) -> dict[str, Any]:
    """How a route is declared: ``id`` never changes, programs call it by that; for the rest see ``Spoken``.

    The types are described when somebody asks (``app/web/server/description.py``).
    """
    SPOKEN[id] = Spoken(answer, body, example, **more)
    return {"operation_id": id}


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
    return Response(msgspec.json.encode(value), status, media_type=JSON)
