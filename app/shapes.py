"""What msgspec knows of the shapes that are read: found out while nobody else reads.

What it finds out about a class it keeps there, half done at first; a second thread that meets the class then ends the
process.  Afterwards any number of threads may read.
"""

from collections.abc import Iterator

import msgspec

KNOWN: set[type[msgspec.Struct]] = set()


def found_out() -> None:
    """Every shape that is loaded can be read by several threads at once; a tenth of a second, once a process."""
    for shape in [*below(msgspec.Struct)]:
        if shape not in KNOWN:
            msgspec.json.Decoder(shape)
            KNOWN.add(shape)


def below(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """All that are derived from this class, some of them several times."""
    for shape in base.__subclasses__():
        yield shape
        yield from below(shape)
