"""Starts Gunbai from a bare Python; this file must parse on old ones, to be able to say so."""

import sys

OLDEST = (3, 11)
TOO_OLD = (
    "Gunbai needs Python 3.11 or newer, and this is Python %d.%d (%s).\n"
    "Install a newer one (for example the package python3.11, or from python.org)\n"
    "and start again with it: python3.11 -m app serve\n"
)


def main() -> int:
    """The exit code of the command named on the command line."""
    if sys.version_info[:2] < OLDEST:
        sys.stderr.write(TOO_OLD % (sys.version_info[0], sys.version_info[1], sys.executable))
        return 2
    from app.bootstrap.start import start

    return start(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
