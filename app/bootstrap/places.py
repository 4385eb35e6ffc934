"""Where things lie in the checkout."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def venv(root: Path) -> Path:
    """The folder of the environment."""
    return root / ".venv"


def script(env: Path, name: str) -> Path:
    """A program inside an environment."""
    return env / "Scripts" / f"{name}.exe" if os.name == "nt" else env / "bin" / name
