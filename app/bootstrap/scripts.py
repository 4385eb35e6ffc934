"""What looks through the scripts of the pages in the tests: types and lint, of the versions in ``tests/js``."""

import shutil
from pathlib import Path

from app.bootstrap.environment import alone, digest
from app.bootstrap.htmx import trust
from app.bootstrap.shell import run, step
from app.bootstrap.words import Stop

FOLDER = Path("tests/js")
TOOLS, STAMP = FOLDER / "node_modules/.bin", FOLDER / "node_modules/.stamp"
INSTALL = ("install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1")
"""Without a lock, for npm keeps in one only what this platform needs of them; their versions are exact."""
NONE = "npm was not found, which comes with the environment of the tests. Remove .venv and start again."


def bring(root: Path) -> None:
    """The tools stand in ``tests/js/node_modules``; fetched when they are missing or others are named."""
    stamp, named = root / STAMP, digest(root / FOLDER / "package.json")
    if stamp.exists() and stamp.read_text(encoding="utf-8") == named:
        return
    npm = shutil.which("npm")
    if npm is None:
        raise Stop(NONE)
    with alone(root), step("fetching what checks the scripts"):
        run([npm, *INSTALL], "fetching tools with npm", cwd=root / FOLDER, env=trust())
        stamp.write_text(named, encoding="utf-8")
