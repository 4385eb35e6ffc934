"""The first module that runs inside the environment: finds the command and keeps tracebacks off the terminal."""

import errno
import importlib
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import cast

from app.bootstrap.ports import read_address
from app.bootstrap.start import tell
from app.bootstrap.words import PORT_TAKEN, Stop, read_oserror

Main = Callable[[list[str]], int]
MISSING = "This Gunbai is not complete: the module {name} is missing. Fetch the whole project."


def main(argv: Sequence[str]) -> int:
    """The exit code of the command."""
    try:
        if argv[:1] == ["test"]:
            return find("app.check")(list(argv[1:]))
        return find("app.cli")(list(argv))
    except Stop as stop:
        return tell(stop)
    except OSError as error:
        words = read_start(error, argv)
        if words is None:
            raise
        return tell(words)
    except KeyboardInterrupt:
        return 130


def find(name: str) -> Main:
    """The ``main`` of a module of ours."""
    try:
        return cast(Main, importlib.import_module(name).main)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise Stop(MISSING.format(name=name)) from error


def read_start(error: OSError, argv: Sequence[str]) -> Stop | None:
    """The paragraph for what the system refused to the command."""
    if error.errno == errno.EADDRINUSE:
        host, port = read_address(argv[1:], {})
        return Stop(PORT_TAKEN.format(host=host, port=port, other=port + 1))
    return read_oserror(error)


def speak_anyhow() -> None:
    """A terminal that lacks a letter shows its number, and nothing fails for it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    speak_anyhow()
    sys.exit(main(sys.argv[1:]))
