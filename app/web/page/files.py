"""Files a page loads: under an address that names the whole set, so that no page ever mixes two versions of it."""

from __future__ import annotations

import gzip
import re
import sys
from functools import cache, lru_cache, partial
from hashlib import sha256

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.aside import aside
from app.web.page.joining import STATIC, joined

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

FOREVER, ASKED = "public, max-age=31536000, immutable", "no-cache"
"""How long a browser keeps a file: under the mark of its set for good, under its bare name until it has asked."""
PACKED = ("text/", "application/javascript", "application/json", "image/svg")
SHEETS = re.compile(r"css/((?:[a-z]+/[a-z]+\+){1,15}[a-z]+/[a-z]+)\.css")
REMARK = re.compile(rb"^ *(/\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
"""What says nothing to a browser: lines that are a remark and nothing else."""
WAYS, HARD = ("zstd", "gzip"), 19
"""How files are packed, the smaller first; how hard the first tries, once a file."""
MOST_KEPT = 512
"""Files, and sets of style sheets, that are kept as they are sent."""


@cache
def mark() -> str:
    """Sixteen digits that another set of files does not have."""
    digest = sha256()
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(STATIC)}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def address(path: str) -> str:
    """Where a page finds a file of ``static/``: what it says there never changes."""
    return f"/static/{mark()}/{path}"


@lru_cache(MOST_KEPT)
def sheets(path: str) -> bytes:
    """Style sheets one after the other, for a page that asks for all of its own at once; empty for any other path."""
    names = SHEETS.fullmatch(path)
    files = [STATIC / "css" / f"{name}.css" for name in names[1].split("+")] if names else []
    if not all(file.is_file() for file in files):
        return b""
    return b"".join(REMARK.sub(b"", file.read_bytes()) for file in files)


@lru_cache(2 * MOST_KEPT)
def packed(path: str, way: str) -> bytes:
    """A file, style sheets or scripts as they are sent to whoever unpacks them in this way."""
    text = sheets(path) or joined(path) or (STATIC / path).read_bytes()
    return zstd.compress(text, HARD) if way == "zstd" else gzip.compress(text, mtime=0)


def unpacks(asked: Headers) -> str:
    """The way of packing that who asks can read, the smaller before the other; empty for none."""
    ways = (way.partition(";") for way in asked.get("accept-encoding", "").split(","))
    known = {name.strip() for name, _, weight in ways if weight.replace(" ", "").rstrip("0.") != "q="}
    return next((way for way in WAYS if way in known), "")


class Files(StaticFiles):
    """Both addresses of a file of ``static/``: under the mark of this set, and under its bare name."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC, check_dir=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, packed where its address never changes and the browser unpacks; else ``404``."""
        first, _, rest = path.partition("/")
        if first != mark():
            found = await super().get_response(path, scope)
            found.headers["cache-control"] = ASKED
            return found
        found = together(rest) or await super().get_response(rest, scope)
        if found.status_code == 200 and found.headers["content-type"].startswith(PACKED):
            found = await _packed(rest, found, Headers(scope=scope))
        found.headers["cache-control"] = FOREVER
        return found


def together(path: str) -> Response | None:
    """All style sheets, or all scripts, of a page; ``None`` for a file of its own."""
    if text := sheets(path):
        return Response(text, media_type="text/css")
    return Response(text, media_type="text/javascript") if (text := joined(path)) else None


async def _packed(path: str, found: Response, asked: Headers) -> Response:
    found.headers["vary"] = "accept-encoding"
    way = unpacks(asked)
    if not way or "range" in asked:
        return found
    headers = {"content-encoding": way, "content-type": found.headers["content-type"], "vary": "accept-encoding"}
    return Response(await aside(partial(packed, path, way)), headers=headers)
