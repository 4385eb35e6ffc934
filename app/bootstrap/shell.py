"""Running other programs: quietly when they work, in clear words when they do not."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from app.bootstrap.words import read_failure


def run(command: Sequence[str | Path], what: str, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> str:
    """What the command printed; a Stop that explains it when the command failed."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=None if env is None else {**os.environ, **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise read_failure(what, done.stdout)
    return done.stdout


def works(*command: str | Path) -> bool:
    """Whether the command can be started and ends well."""
    quiet = subprocess.DEVNULL
    try:
        return subprocess.call(command, stdin=quiet, stdout=quiet, stderr=quiet, timeout=60) == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


@contextmanager
def step(words: str) -> Iterator[None]:
    """One line on the terminal: the words, then how long it took."""
    sys.stderr.write(f"{words} … ")
    sys.stderr.flush()
    began = time.monotonic()
    try:
        yield
    except BaseException:
        sys.stderr.write("stopped\n")
        raise
    sys.stderr.write(f"{time.monotonic() - began:.1f} s\n")


def apt_prefix() -> list[str] | None:
    """How apt-get may be called without a password here, or none."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    if shutil.which("sudo") and works("sudo", "-n", "true"):
        return ["sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    return None


def apt_install(package: str) -> bool:
    """Whether Debian's package is installed now; tries again once with fresh package lists."""
    apt = apt_prefix()
    if apt is None:
        return False
    install = [*apt, "install", "-y", "--no-install-recommends", package]
    with step(f"installing {package} with apt-get"):
        return works_long(install) or (works_long([*apt, "update"]) and works_long(install))


def works_long(command: Sequence[str]) -> bool:
    """Whether a command that may take minutes ends well."""
    quiet = subprocess.DEVNULL
    return subprocess.call(command, stdin=quiet, stdout=quiet, stderr=quiet, timeout=900) == 0
