"""The environment in ``.venv``: made once, checked by a stamp, brought up to date when a lock file changes."""

import hashlib
import importlib.util
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.bootstrap.places import script, venv
from app.bootstrap.shell import apt_install, run, step
from app.bootstrap.words import Stop

LOCKS = {"run": "requirements.lock", "trace": "requirements-trace.lock", "test": "requirements-test.lock"}
"""What each kind of environment holds; each has all that the one before has."""
UV_LOCK = "requirements-uv.lock"
NO_VENV = (
    "This Python cannot make environments: its venv part is not installed. Install it with this one command and run "
    "Gunbai again: sudo apt-get install -y {package}"
)


def digest(*files: Path) -> str:
    """One hash over the contents of the files, in order."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def is_ready(root: Path, kind: str) -> bool:
    """Whether ``.venv`` holds exactly what the lock files ask for; one with more can also serve."""
    if not script(venv(root), "python").exists():
        return False
    kinds = list(LOCKS)
    return any(_stamped(root, each) for each in kinds[kinds.index(kind) :])


def make(root: Path, kind: str) -> Path:
    """The Python of the environment, which holds the packages of ``kind`` (of ``LOCKS``) when this returns."""
    if not is_ready(root, kind):
        with alone(root):
            if not is_ready(root, kind):
                _make(root, kind)
    return script(venv(root), "python")


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """Only one set-up works in the checkout at a time; a second waits."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with (root / ".setup.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _stamp(root: Path, kind: str) -> Path:
    return venv(root) / f"gunbai-{kind}.stamp"


def _stamped(root: Path, kind: str) -> bool:
    stamp = _stamp(root, kind)
    return stamp.exists() and stamp.read_text(encoding="utf-8") == _wanted(root, kind)


def _wanted(root: Path, kind: str) -> str:
    return digest(root / UV_LOCK, root / LOCKS[kind])


def _make(root: Path, kind: str) -> None:
    env = venv(root)
    for each in LOCKS:
        _stamp(root, each).unlink(missing_ok=True)
    if not _is_usable(env):
        with step("making the Python environment in .venv"):
            _make_venv(env)
    if not script(env, "uv").exists():
        with step("installing uv"):
            _install_uv(root, env)
    with step(f"installing the packages of {LOCKS[kind]}"):
        install(root, script(env, "python"), LOCKS[kind])
    _stamp(root, kind).write_text(_wanted(root, kind), encoding="utf-8")


def _install_uv(root: Path, env: Path) -> None:
    pip: list[str | Path] = [script(env, "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    run([*pip, "--retries", "2", "--require-hashes", "-r", root / UV_LOCK], "installing uv", cwd=root)


def install(root: Path, python: Path, lock: str) -> None:
    """The packages of a lock file are in the environment of ``python``, each with the hash it was locked to."""
    uv: list[str | Path] = [script(venv(root), "uv"), "pip", "install", "-q", "--no-progress"]
    run([*uv, "--require-hashes", "--python", python, "-r", root / lock], f"installing {lock}", cwd=root)


def _is_usable(env: Path) -> bool:
    """Whether an environment found here has a Python new enough, and a way to install into it."""
    told = env / "pyvenv.cfg"
    if not (told.exists() and script(env, "python").exists()):
        return False
    settings = dict(line.split(" = ", 1) for line in told.read_text(encoding="utf-8").splitlines() if " = " in line)
    version = settings.get("version", settings.get("version_info", "0.0"))
    new_enough = tuple(int(part) for part in version.split(".")[:2]) >= (3, 11)
    return new_enough and (script(env, "uv").exists() or script(env, "pip").exists())


def _make_venv(env: Path) -> None:
    shutil.rmtree(env, ignore_errors=True)
    if not _has_venv():
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        if not apt_install(package):
            raise Stop(NO_VENV.format(package=package))
    run([sys.executable, "-m", "venv", "--without-pip", env], "making .venv")
    run([script(env, "python"), "-m", "ensurepip", "--upgrade", "--default-pip"], "making .venv")


def _has_venv() -> bool:
    specs = [importlib.util.find_spec(name) for name in ("venv", "ensurepip")]
    return all(spec and spec.origin for spec in specs)
