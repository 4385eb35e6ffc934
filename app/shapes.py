"""What msgspec knows of the shapes that are read: found out while nobody else reads.

What it finds out about a class it keeps there, half done at first; a second thread that meets the class then ends the
process.  Afterwards any number of threads may read.
"""

import logging
from collections.abc import Iterator

import msgspec

log = logging.getLogger(__name__)

KNOWN: set[type[msgspec.Struct]] = set()


def found_out() -> None:
    """Every shape that is loaded can be read by several threads at once; a tenth of a second, once a process."""
    for shape in {*below(msgspec.Struct)} - KNOWN:
        KNOWN.add(shape)
        try:
            msgspec.json.Decoder(shape)
        except Exception:  # another package: one that is only written need not be one that can be read
            log.info("%s.%s cannot be read", shape.__module__, shape.__qualname__, exc_info=True)


def below(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """All that are derived from this class, some of them several times."""
    for shape in base.__subclasses__():
        yield shape
        yield from below(shape)
