"""The browser the tests drive: one that is here, else one that is brought."""

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from app.bootstrap.shell import apt_install, run, step, works
from app.bootstrap.words import Stop

SHELL = "chromium-headless-shell"
"""The same engine without a browser's own windows: it wants a third less of the processor."""
BROWSER = "chromium"
NAMES = (SHELL, BROWSER, "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BUNDLES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
WHERE = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
NONE = (
    "No Chromium was found for the browser tests and none could be brought: apt-get could not install one (it needs "
    "root or sudo, and a network), and with playwright {why}. Install Chromium or Chrome, or set CHROMIUM to its "
    "path; python3 -m app test --fast runs without a browser."
)


def find(environ: Mapping[str, str]) -> str | None:
    """A Chromium on this machine that starts: the one CHROMIUM names, else the first on the path."""
    named = environ.get("CHROMIUM")
    if named:
        if not works(named, "--version"):
            raise Stop(f"CHROMIUM names {named}, which is not a program that starts. Correct it or leave it unset.")
        return named
    found = [shutil.which(name, path=environ.get("PATH")) for name in NAMES]
    here = [*found, *(bundle for bundle in BUNDLES if Path(bundle).exists())]
    return next((path for path in here if path and works(path, "--version")), None)


def bring(environ: Mapping[str, str]) -> str:
    """A Chromium that starts, the lightest that Debian has; installed by apt-get, or by playwright if it has none."""
    found = find(environ)
    for package in (SHELL, BROWSER) if found is None else _lighter(environ, found):
        if apt_install(package) and (brought := find(environ)):
            return brought
    return found or _from_playwright()


def _lighter(environ: Mapping[str, str], found: str) -> tuple[str, ...]:
    """The package of a lighter one than that which is here by chance."""
    is_lighter = not environ.get("CHROMIUM") and Path(found).name != SHELL and works("apt-cache", "show", SHELL)
    return (SHELL,) if is_lighter else ()


def _from_playwright() -> str:
    try:
        with step("downloading Chromium with playwright"):
            run([sys.executable, "-m", "playwright", "install", "chromium"], "downloading Chromium")
            path = run([sys.executable, "-c", WHERE], "finding Chromium").strip()
    except Stop as stop:
        raise Stop(NONE.format(why="the download failed")) from stop
    if not works(path, "--version"):
        raise Stop(NONE.format(why=f"came {path}, which does not start: a system library may be missing"))
    return path
