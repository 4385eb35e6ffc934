"""Drawings as pictures, made in a process of their own: nothing else goes on in one that does it."""

from __future__ import annotations

import logging
import sys
from collections import OrderedDict
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from struct import Struct
from time import process_time

import resvg_py

from app.aside import SPENT
from app.games.processes import Processes

log = logging.getLogger("gunbai")
TOOK = Struct("d")
MOST, WAITING, LONGEST = 64, 8, 20.0
"""Pictures that are kept as they were drawn; that are waited for at once at most, and for how many seconds."""
MEMORY = 512 << 20
"""Bytes that the process which draws takes at most beyond what it began with."""


@lru_cache(1)
def bounded() -> None:
    """This process takes no more memory than it may, where the platform can hold it to that."""
    if sys.platform == "linux":
        import resource

        size = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def raster(svg: bytes) -> bytes:
    """The drawing as PNG, behind the seconds of a processor that it took; every colour of it is written out, and no
    font of the machine is looked for."""
    bounded()
    begun = process_time()
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg.decode(), skip_system_fonts=True))
    return TOOK.pack(process_time() - begun) + png


class Rasters:
    """Drawings that were drawn last as pictures, and the process that draws them."""

    def __init__(self) -> None:
        self._pool, self._waiting = Processes(1), 0
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()

    async def png(self, svg: str, longest: float = LONGEST) -> bytes | None:
        """The drawing as PNG; ``None`` if too many are waited for, or it cannot be drawn in ``longest`` seconds."""
        drawing = svg.encode()
        key = blake2b(drawing, digest_size=16).digest()
        found = self._kept.pop(key, None) or await self._made(drawing, longest)
        if found is not None:
            self._kept[key] = found
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return found

    async def _made(self, drawing: bytes, longest: float) -> bytes | None:
        if self._waiting >= WAITING:
            return None
        self._waiting += 1
        try:
            made = await self._pool.send(raster, drawing, longest)
        except (BrokenExecutor, TimeoutError):
            log.warning("a picture was not drawn", exc_info=True)
            return None
        finally:
            self._waiting -= 1
        if spent := SPENT.get():
            spent.add(*TOOK.unpack_from(made))
        return made[TOOK.size :]

    async def close(self) -> None:
        """The process has ended."""
        await self._pool.close()
