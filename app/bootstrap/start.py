"""From a bare Python to the command, inside the environment."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from app.bootstrap import environment, htmx
from app.bootstrap.places import ROOT, script
from app.bootstrap.ports import check_port, read_address
from app.bootstrap.words import Stop, read_oserror

USAGE = """\
python3 -m app COMMAND [OPTIONS]

  serve [--port N] [--host H] [--data DIR]    run the server
  test [--fast] [PYTEST ARGUMENTS]            run every check and test
  setup                                       make the environment and stop

The first start makes .venv and fetches the packages; it needs a network, later starts do not.
Every other command is handed on: python3 -m app help lists them.
"""


def start(argv: Sequence[str]) -> int:
    """The exit code of the command; set-up failures are told in a paragraph."""
    if not argv or argv[0] in ("-h", "--help"):
        sys.stdout.write(USAGE)
        return 0 if argv else 2
    try:
        return _start(argv, ROOT)
    except Stop as stop:
        return tell(stop)
    except OSError as error:
        words = read_oserror(error)
        if words is None:
            raise
        return tell(words)
    except KeyboardInterrupt:
        return 130


def tell(stop: Stop) -> int:
    """1, once the paragraph stands on the terminal."""
    sys.stderr.write(f"\n{stop}\n")
    return 1


def _start(argv: Sequence[str], root: Path) -> int:
    command = argv[0]
    if command == "serve":
        check_port(*read_address(argv[1:], os.environ))
    python = environment.make(root, kind_of(command, os.environ))
    htmx.fetch(root)
    if command == "setup":
        return 0
    return become([str(python), "-m", "app.bootstrap.inside", *argv], root)


def kind_of(command: str, environ: Mapping[str, str]) -> str:
    """Which environment the command needs: with traces where an address for them is set."""
    if command == "test":
        return "test"
    return "trace" if environ.get("GUNBAI_TRACE_URL") else "run"


def become(command: Sequence[str], root: Path) -> int:
    """This process goes on as the command; on Windows, which has no such thing, it waits for it."""
    path = f"{script(root / '.venv', 'python').parent}{os.pathsep}{os.environ.get('PATH', '')}"
    environ = {**os.environ, "PATH": path, "VIRTUAL_ENV": str(root / ".venv")}
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name != "nt":
        os.execve(command[0], list(command), environ)
    return await_end(command, environ)


def await_end(command: Sequence[str], environ: Mapping[str, str]) -> int:
    """The exit code of the command; Ctrl+C is told to it by the terminal, and it ends in its own time."""
    with subprocess.Popen(command, env=environ) as child:
        while True:
            with suppress(KeyboardInterrupt):
                return child.wait()
