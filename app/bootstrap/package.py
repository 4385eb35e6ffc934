"""Gunbai as an installed package, in which this file is ``gunbai/__init__.py``.

The program and its files stand in ``gunbai/house`` as they do in a checkout, so that no name of theirs meets one of
another package.
"""

import sys
from pathlib import Path

HOUSE = Path(__file__).resolve().parent / "house"


def main() -> int:
    """The exit status of the command named on the command line: ``gunbai serve``."""
    sys.path.insert(0, str(HOUSE))
    from app.bootstrap import inside

    inside.speak_anyhow()
    return inside.main(sys.argv[1:])
