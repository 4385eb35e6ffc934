"""Whether the server could listen, asked before anything else is done."""

import argparse
import errno
import socket
from collections.abc import Mapping, Sequence

from app.bootstrap.places import PROGRAM
from app.bootstrap.words import PORT_TAKEN, Stop

HOST, PORT = "127.0.0.1", "8000"


def read_address(argv: Sequence[str], environ: Mapping[str, str]) -> tuple[str, int]:
    """The host and port that a serve command will use."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--host", default=environ.get("GUNBAI_HOST") or HOST)
    parser.add_argument("--port", default=environ.get("GUNBAI_PORT") or PORT)
    known, _ = parser.parse_known_args(argv)
    if not (known.port.isascii() and known.port.isdigit() and int(known.port) < 65536):
        raise Stop(f"The port must be a whole number from 0 to 65535, and {known.port!r} is none.")
    return known.host, int(known.port)


def check_port(host: str, port: int) -> None:
    """Nobody else listens at the address; a Stop that names a free port when somebody does."""
    if port == 0:
        return
    try:
        _bind(host, port)
    except OSError as error:
        raise _stop(error, host, port) from error


def hold(sock: socket.socket) -> None:
    """What the socket is bound to is nobody else's, and can be had again as soon as it is closed.

    On Windows another may bind what is held with ``SO_REUSEADDR``; elsewhere nobody can bind for a while without it.
    """
    alone: int | None = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR if alone is None else alone, 1)


def _bind(host: str, port: int) -> int:
    family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, proto) as trial:
        hold(trial)
        trial.bind(address)
        return int(trial.getsockname()[1])


def _stop(error: OSError, host: str, port: int) -> Stop:
    if error.errno == errno.EADDRINUSE:
        return Stop(PORT_TAKEN.format(host=host, port=port, other=_bind(host, 0)))
    if error.errno == errno.EACCES:
        return Stop(f"This user may not listen on port {port}. Choose one above 1023: {PROGRAM} serve --port 8000")
    return Stop(f"Cannot listen on {host}, port {port}: {error.strerror}. Is that an address of this machine?")
