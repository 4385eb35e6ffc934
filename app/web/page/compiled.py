"""Templates as they were compiled at an earlier start: to compile all takes a second, in which others wait."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

HERE = Path(__file__).resolve().parent


class Compiled(FileSystemBytecodeCache):
    """A cache that does without where it cannot write."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """What was compiled is kept, if it can be."""
        with suppress(OSError):
            super().dump_bytecode(bucket)

    def load_bytecode(self, bucket: Bucket) -> None:
        """What was kept, if it can be read; else it is compiled."""
        with suppress(OSError):
            super().load_bytecode(bucket)


def compiled() -> Compiled | None:
    """The cache of this user in the folder for passing files; ``None`` where nobody but him could be kept out of it."""
    with suppress(OSError, RuntimeError):
        return Compiled(pattern=f"gunbai-{filters()}-%s.cache")
    return None


def filters() -> str:
    """A name for what may be done in templates: constants are computed with it as they are compiled."""
    return sha256(b"".join(file.read_bytes() for file in sorted(HERE.glob("*.py")))).hexdigest()[:16]
