"""What is counted by marks is what coverage.py traces."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import CodeType
from typing import Any

from coverage import Coverage

from tests import counting

SAMPLE = '''"""Every statement in which a way parts from another."""
from __future__ import annotations

import contextlib
from dataclasses import dataclass

LONG = [
    1,
    2,
]
"""Said of what is above."""


def plain(f):
    return f


@plain
@dataclass(
    frozen=True,
)
class Thing:
    """Only words."""

    size: int = 1
    """Said of what is above."""

    @property
    def __twice(self):
        return self.size * 2

    def twice(self):
        global LONG
        if self.size > 1 and (
            self.size < 9
        ):
            return self.__twice
        elif self.size == 0:
            pass
        else:
            LONG = [*LONG, self.size]
        for n in range(self.size):
            if n == 3:
                break
            if n == 2:
                continue
        else:
            return 7
        return 8


class Silent(Exception):
    ...


def loops(numbers):
    while True:
        if not numbers:
            break
        numbers = numbers[1:]
    while numbers:
        numbers.pop()
    for n in numbers:
        print(n)
    return [n for n in numbers if n] or (lambda: 3)()


def tries(what):
    try:
        if what:
            raise what
    except KeyError:
        return 1
    except (
        ValueError, TypeError
    ) as error:
        try:
            return str(error)
        finally:
            what = None
    except Silent:
        return 2
    else:
        return 3
    finally:
        with contextlib.suppress(KeyError):
            if what is None:
                {}["a"]
            LONG.append(1)


def cases(what):
    match what:
        case 1 | 2:
            return "few"
        case [a, *_] if a:
            return "row"
        case {"a": 1}:
            pass
        case str():
            if what:
                return what
    match what:
        case int():
            return "more"
        case _:
            with contextlib.suppress(Silent), contextlib.suppress(KeyError):
                for _ in "ab":
                    if what:
                        raise Silent
    return "none"


def yields(n):
    while n:
        yield (n := n - 1)


async def waits(n):
    async with contextlib.AsyncExitStack():
        for _ in range(n):
            pass
    def inside():
        nonlocal n
        if n:
            n = 0
    inside()
    return n
'''


def use(code: CodeType, reached: list[int] | None) -> list[str]:
    """What comes of it; not every way is gone."""
    space: dict[str, Any] = {"__name__": __name__, counting.NAME: reached}
    said = list[str]()
    exec(code, space)
    thing = space["Thing"]
    said += [str(thing(n).twice()) for n in (1, 4, 9)]
    said += [str(space["loops"](n)) for n in ([], [1, 2])]
    for raised in (None, KeyError("k"), TypeError("t"), OSError("o")):
        try:
            said.append(str(space["tries"](raised)))
        except OSError as error:
            said.append(repr(error))
    said += [space["cases"](what) for what in (1, [1], 5, "", [0])]
    return [*said, str([*space["yields"](2)]), str(asyncio.run(space["waits"](1)))]


def counts(path: str, coverage: Coverage) -> tuple[object, ...]:
    """What coverage.py reports."""
    _, statements, excluded, missing, written = coverage.analysis2(path)
    return statements, excluded, missing, written, coverage.branch_stats(path)


def quiet(path: Path) -> Coverage:
    """One that writes nothing."""
    return Coverage(data_file=None, branch=True, include=[str(path)], config_file=False, messages=False)


def test_marks_tell_what_tracing_tells(tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    path.write_text(SAMPLE)
    traced = quiet(path)
    traced.start()
    plain = use(compile(SAMPLE, str(path), "exec", dont_inherit=True), None)
    traced.stop()
    counted = counting.woven(SAMPLE.encode(), str(path))
    assert use(counted.code, counted.reached) == plain
    told = quiet(path)
    marks = [mark for marks, was in zip(counted.marks, counted.reached, strict=True) if was for mark in marks]
    told.get_data().add_arcs({str(path): counting.arcs(str(path), marks)})
    assert counts(str(path), told) == counts(str(path), traced)
    assert counts(str(path), traced)[2]
