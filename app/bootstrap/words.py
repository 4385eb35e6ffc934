"""What is said when the outside world says no: one paragraph, no traceback."""

import errno
import textwrap

from app.bootstrap.places import PROGRAM

DISK_FULL = (
    "The disk is full, so Gunbai stopped ({what}). Free some space (a first set-up needs about 300 MB to serve and "
    "800 MB to test) and run the same command again; it takes up where it stopped."
)
NO_NETWORK = (
    "Gunbai could not reach the package servers ({what}). The first start needs a network, or a proxy or mirror set "
    "in the usual way for pip, uv and npm; later starts need none. Run the same command again when there is one."
)
BAD_HASH = (
    "A downloaded package is not the one this version of Gunbai was locked to ({what}), so it was not installed. "
    "A mirror or proxy may be serving something else. The installer said: {last}"
)
FAILED = "Setting up failed ({what}). The last the installer said was: {last}"
PORT_TAKEN = (
    "Port {port} on {host} is in use by another program. Stop that one, or choose another port: "
    f"{PROGRAM} serve --port {{other}}"
)

_FULL = ("no space left", "enospc", "disk quota exceeded")
_HASH = ("hash mismatch", "hashes are required", "do not match the hashes", "eintegrity", "sha512-")
_OFFLINE = (
    "name resolution",
    "name or service not known",
    "getaddrinfo",
    "dns error",
    "failed to lookup",
    "network is unreachable",
    "network unreachable",
    "connection refused",
    "connection reset",
    "econnrefused",
    "failed to establish a new connection",
    "could not connect",
    "tcp connect error",
    "timed out",
    "etimedout",
    "no matching distribution found",
    "could not find a version",
    "network connectivity is disabled",
)


class Stop(Exception):
    """Ends the program with a paragraph for the person at the keyboard."""

    def __str__(self) -> str:
        return textwrap.fill(super().__str__(), 96, break_long_words=False, break_on_hyphens=False)


def read_failure(what: str, output: str) -> Stop:
    """The paragraph that fits what an installer printed before it failed."""
    said = output.lower()
    last = next((line.strip() for line in reversed(output.splitlines()) if line.strip()), "nothing")
    for marks, text in ((_FULL, DISK_FULL), (_HASH, BAD_HASH), (_OFFLINE, NO_NETWORK)):
        if any(mark in said for mark in marks):
            return Stop(text.format(what=what, last=last))
    return Stop(FAILED.format(what=what, last=last))


def read_oserror(error: OSError) -> Stop | None:
    """The paragraph for a failed system call, or none where there is nothing better to say than the error."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Stop(DISK_FULL.format(what=error.filename or "writing a file"))
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS) and error.filename:
        return Stop(f"Gunbai may not write or read {error.filename} ({error.strerror}). Check who owns it.")
    return None
