"""How anybody throws the dice of a finished battle again, in words, with an example; how they fell: `report.py`."""

from __future__ import annotations

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from app.web.page.deps import choose_language, guest
from app.web.page.templates import page

router = APIRouter(include_in_schema=False, dependencies=[Depends(guest)])
EXAMPLE = {
    "seed": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    "commit": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    "message": '["example",[["blue","0a0b"],["red","00ff"]],177,0]',
    "bytes": "70ff512bae3f522dd09a60d688ca394a47758817d0866d5974a6b7ba20f77a84",
}
"""Three dice of six sides, throw 177 of a game called ``example``: 5, 4 and 2.  Reckoned by hand, not by the code."""


@router.get("/dice")
async def dice(request: Request) -> Response:
    """What goes into a throw, byte for byte."""
    choose_language(request)
    return page(request, "replay/dice.html", example=EXAMPLE)
