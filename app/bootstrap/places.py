"""Where things lie: in the checkout, or in the house that a package has brought (``package.py``)."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = (ROOT.parent / "__init__.py").exists() and (ROOT.parent.name, ROOT.name) == ("gunbai", "house")
"""Whether this is a package that was installed, which cannot fetch anything nor write beside itself."""
PROGRAM = "gunbai" if INSTALLED else "python3 -m app"
"""What is typed before a command."""


def venv(root: Path) -> Path:
    """The folder of the environment."""
    return root / ".venv"


def script(env: Path, name: str) -> Path:
    """A program inside an environment."""
    return env / "Scripts" / f"{name}.exe" if os.name == "nt" else env / "bin" / name


def home(platform: str, environ: Mapping[str, str]) -> Path:
    """The folder that this system has for what a person's programs keep."""
    if platform == "win32":
        base = environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "gunbai"


DATA = str(home(sys.platform, os.environ)) if INSTALLED else "data"
"""Where games are kept unless somebody says otherwise."""
