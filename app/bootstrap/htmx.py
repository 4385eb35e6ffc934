"""What the browser needs that is not ours: htmx and its line, checked against the hash in ``package-lock.json``."""

import os
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from app.bootstrap.environment import alone, digest, install
from app.bootstrap.places import script
from app.bootstrap.shell import run, step
from app.bootstrap.words import Stop

SOURCES = Path("node_modules/htmx.org/dist")
FILES = ("htmx.min.js", "ext/hx-ws.min.js")
TARGET = Path("static/vendor")
STAMP = Path("static/vendor/.stamp")
NODE_LOCK = "requirements-node.lock"
NPM_CI = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-retry-mintimeout=1000")


def fetch(root: Path) -> Path:
    """The folder of htmx as the server sends it; fetched when a file is missing or another version is locked."""
    if not is_there(root):
        with alone(root), step("fetching htmx"):
            _install(root)
            (root / TARGET).mkdir(parents=True, exist_ok=True)
            for name in FILES:
                shutil.copyfile(root / SOURCES / name, root / TARGET / Path(name).name)
            (root / STAMP).write_text(digest(root / "package-lock.json"), encoding="utf-8")
    return root / TARGET


def is_there(root: Path) -> bool:
    """Whether the files are those the lock names."""
    stamp, files = root / STAMP, [root / TARGET / Path(name).name for name in FILES]
    return (
        all(file.exists() for file in files)
        and stamp.exists()
        and stamp.read_text(encoding="utf-8") == digest(root / "package-lock.json")
    )


def _install(root: Path) -> None:
    npm = shutil.which("npm")
    if npm:
        with suppress(Stop):
            run([npm, *NPM_CI], "fetching htmx with npm", cwd=root, env=trust())
            return
    _install_with_borrowed_npm(root)


def _install_with_borrowed_npm(root: Path) -> None:
    """Node comes as a Python package into a folder that is thrown away afterwards."""
    with tempfile.TemporaryDirectory(prefix="gunbai-node-") as folder:
        env = Path(folder) / "env"
        run([sys.executable, "-m", "venv", "--without-pip", env], "making room for npm")
        install(root, script(env, "python"), NODE_LOCK)
        path = f"{script(env, 'npm').parent}{os.pathsep}{os.environ.get('PATH', '')}"
        run([script(env, "npm"), *NPM_CI], "fetching htmx with npm", cwd=root, env={**trust(), "PATH": path})


def trust() -> dict[str, str]:
    """The certificates uv was told to trust, in the word that Node knows."""
    known = os.environ.get("NODE_EXTRA_CA_CERTS") or os.environ.get("SSL_CERT_FILE")
    return {"NODE_EXTRA_CA_CERTS": known} if known else {}
