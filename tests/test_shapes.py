"""Threads read shapes that nobody has read before, all at once, and the process lives."""

import subprocess
import sys
from pathlib import Path

import msgspec

from app import shapes
from app.games.opening import open_games

ROOT = Path(__file__).resolve().parents[1]
THREADS_READ = """
import sys, threading
from app import shapes
from app.web import app
import msgspec
shapes.found_out()
kinds = [*dict.fromkeys(shapes.below(msgspec.Struct))]
gate = threading.Barrier(4)
def read():
    gate.wait()
    for kind in reversed(kinds):
        try:
            msgspec.convert({name: {} for name in kind.__struct_encode_fields__}, kind)
        except Exception:
            pass
threads = [threading.Thread(target=read) for _ in range(4)]
sys.setswitchinterval(1e-6)
[one.start() for one in threads]
[one.join() for one in threads]
print(len(kinds))
"""
"""Without ``found_out`` it ended by a signal, four times in four."""


def test_threads_may_read_what_nobody_has_read() -> None:
    done = subprocess.run([sys.executable, "-c", THREADS_READ], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > 500


def test_it_is_found_out_before_games_are_open(tmp_path: Path) -> None:
    shapes.KNOWN.clear()
    open_games(f"sqlite:///{tmp_path}/games.sqlite3", b"secret" * 8, lambda *_: None).store.close()
    loaded = {one for one in shapes.below(msgspec.Struct) if one.__module__.startswith("app.")}
    assert loaded <= shapes.KNOWN


def test_a_shape_that_cannot_be_read_stops_nothing() -> None:
    class Odd(msgspec.Struct):
        name: "Nowhere"  # type: ignore[name-defined]  # noqa: F821

    class Late(msgspec.Struct):
        name: str

    shapes.found_out()
    assert {Odd, Late} <= shapes.KNOWN
    assert msgspec.json.decode(b'{"name": "Aki"}', type=Late).name == "Aki"
