"""PostgreSQL 15, the oldest that serves games, for the tests: one that is here, else Debian's."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from app.bootstrap.shell import apt_install

VERSION = "15"
VARIABLE = "TEST_POSTGRES15_URL"
FOLDERS = (
    "/usr/lib/postgresql/15/bin",
    "/usr/pgsql-15/bin",
    "/opt/homebrew/opt/postgresql@15/bin",
    "/usr/local/opt/postgresql@15/bin",
)
NONE = (
    "There is no PostgreSQL 15 here, the oldest that serves games, so it was not tested. This brings it: "
    "apt-get update && apt-get install -y postgresql-15. Or set TEST_POSTGRES15_URL to the address of one."
)


def find() -> Path | None:
    """The folder of its programs on this machine."""
    on_path = shutil.which("postgres")
    folders = [*map(Path, FOLDERS), *([Path(on_path).resolve().parent] if on_path else [])]
    return next((folder for folder in folders if is_it(folder)), None)


def is_it(folder: Path) -> bool:
    """Whether all it takes to run it lies in this folder."""
    if not (folder / "initdb").exists() or not (folder / "postgres").exists():
        return False
    said = subprocess.run([folder / "postgres", "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout
    return said.split(") ")[-1].startswith(VERSION + ".")


def bring(environ: Mapping[str, str]) -> bool:
    """Whether the tests can have it, installed by apt-get if it was not here."""
    return bool(environ.get(VARIABLE) or find() or (apt_install("postgresql-15") and find()))
