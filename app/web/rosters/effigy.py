"""A picture or a device as a counter wears it: drawn anew in a circle; nothing else of its file is kept."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache

from app.web.page.deps import Site
from app.web.page.errors import Bad
from app.web.page.templates import TEMPLATES
from app.web.page.words import gettext
from app.web.rosters.sizes import sized

SIDE = 144
"""Pixels of a likeness."""
WIDE, HIGH = 960, 504
"""Pixels of the cover of a campaign."""
LARGEST, LONGEST, PIXELS = 1_500_000, 6000, 8_000_000
"""Bytes of a picture that is brought, pixels along a side of it, and all its pixels."""
PATIENCE = 90.0
"""Seconds a picture is waited for: the process that draws may have to begin, on a busy machine."""
SIGNS = ("em-1", "em-2", "em-3", "em-4", "em-5", "em-6", "arm-leader", "arm-caster", "arm-blade", "arm-spear",
         "arm-bow", "arm-gun", "arm-cannon", "arm-sling", "arm-horse", "arm-tool", "arm-beast")  # fmt: skip
TINTS = {"ink": "#23201c", "paper": "#f6f1e4", "vermilion": "#b8402a", "indigo": "#2c4a7c", "pine": "#2f6b4a",
         "gold": "#c79a2e", "plum": "#6c3a6e", "ash": "#7d7a74"}  # fmt: skip
"""The colours of devices."""
SIGN = re.compile(r'<(symbol|g) id="((?:em|arm)-[^"]+)"([^>]*)>(.*?)</\1>\s*$', re.M | re.S)
CUT = re.compile(r"var\(--cut, var\([^)]*\)\)")
ROUND = (
    f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}" viewBox="0 0 24 24">'
    '<clipPath id="c"><circle cx="12" cy="12" r="12"/></clipPath><g clip-path="url(#c)">{inside}</g></svg>'
)
BROAD = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 40 21">{{inside}}</svg>'


async def cut(here: Site, raw: bytes) -> bytes:
    """A picture that was brought, cut to a counter; a 413 or a 422 says what is wrong with it."""
    return await framed(here, raw, ROUND, "24", "24")


async def cover(here: Site, raw: bytes) -> bytes:
    """A picture that was brought, cut to the cover of a campaign; a 413 or a 422 says what is wrong with it."""
    return await framed(here, raw, BROAD, "40", "21")


async def framed(here: Site, raw: bytes, frame: str, wide: str, high: str) -> bytes:
    """The middle of a picture that was brought, drawn anew in a frame."""
    kind = sound(raw)
    data = f"data:image/{kind};base64,{b64encode(raw).decode()}"
    image = f'<image href="{data}" width="{wide}" height="{high}" preserveAspectRatio="xMidYMid slice"/>'
    made = await drawn(here, image, frame)
    if made == await drawn(here, "", frame):
        raise Bad(422, gettext("Nothing is to be seen in this picture: its file is broken, or it is empty."))
    return made


def sound(raw: bytes) -> str:
    """What kind of picture was brought; a 413 or a 422 for one that is too large, or none."""
    if len(raw) > LARGEST:
        raise Bad(413, gettext("The picture has {n} bytes; at most {most} are taken.").format(n=len(raw), most=LARGEST))
    found = sized(raw)
    if found is None:
        raise Bad(422, gettext("This is no picture that can be read here: take a PNG, a JPEG or a WebP."))
    kind, wide, high = found
    if not (0 < wide <= LONGEST and 0 < high <= LONGEST and wide * high <= PIXELS):
        said = gettext(
            "The picture is {wide} by {high} pixels: at most {most} in all are taken, and {long} along a side."
        )
        raise Bad(422, said.format(wide=wide, high=high, most=PIXELS, long=LONGEST))
    return kind


async def device(here: Site, sign: str, field: str, tint: str) -> bytes:
    """A sign of this house in a colour on another, or a 422."""
    if sign not in SIGNS or field not in TINTS or tint not in TINTS:
        raise Bad(422, gettext("Choose a sign and two colours of those that are offered."))
    if field == tint:
        raise Bad(422, gettext("A sign cannot be seen on its own colour: choose another."))
    inside = signs()[sign].replace("currentColor", TINTS[tint]).replace("CUT", TINTS[field])
    return await drawn(here, f'<rect width="24" height="24" fill="{TINTS[field]}"/>{inside}')


async def drawn(here: Site, inside: str, frame: str = ROUND) -> bytes:
    """What is inside the circle, or another frame, as PNG."""
    if (made := await here.rasters.png(frame.format(inside=inside), PATIENCE)) is not None:
        return made
    raise Bad(503, gettext("The server draws other pictures now. Try again in a moment."))


@lru_cache(1)
def signs() -> dict[str, str]:
    """The drawings of all signs, each in the middle of 24 by 24."""
    symbols = (TEMPLATES / "page/_symbols.html").read_text(encoding="utf-8")
    found = {}
    for tag, id, more, inside in SIGN.findall(symbols):
        inside, more = CUT.sub("CUT", inside), "" if tag == "symbol" else more
        place = "translate(5 5) scale(.583)" if tag == "symbol" else "translate(12 12) scale(.8)"
        found[id] = f'<g transform="{place}"><g{more}>{inside}</g></g>'
    return found
