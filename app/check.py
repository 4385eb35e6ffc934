"""Every check of the project, in order, whatever fails: format, lint, types, contracts, scripts, tests, coverage."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from app.bootstrap import postgres, scripts
from app.bootstrap.chromium import bring
from app.bootstrap.places import ROOT

TOOLS = Path(sys.executable).parent
TYPES = ("--strict", "--enable-error-code", "unused-awaitable")
FAST = "not slow and not browser and not servers"
SLOWEST = ("--durations", "40", "--durations-min", "5")
"""Which tests take longest stands at the end."""
COUNTING = ("--cov", "--cov-report=")
AT_ONCE = 3
"""How many tests run at once, for two cores."""
RULES = "app/engine/*,app/systems/*"
LINT = ("--error-on-warnings", f"--config-path={scripts.FOLDER}")
OWN = ("static/js",)
UNITS = ("--experimental-test-coverage", "--test-coverage-include=static/js/**", "--test-coverage-lines=90")
"""What scripts reckon without a page; the rest of them, what draws, is tried in Chromium."""
COVERED = {"rules": 97, "the rest": 92}
"""What was measured, less a little; 100 and 90 are the aim."""


@dataclass(frozen=True, slots=True)
class Step:
    """One check.  A ``loud`` one speaks while it runs, the others only when they fail."""

    name: str
    command: tuple[str, ...]
    loud: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """How a check ended."""

    step: Step
    code: int
    seconds: float

    def __str__(self) -> str:
        return f"{'ok    ' if self.code == 0 else 'FAILED'}  {self.step.name:<24} {self.seconds:7.1f} s"


def main(argv: list[str]) -> int:
    """0 when every check held, 1 when any did not."""
    rest = [word for word in argv if word != "--fast"]
    fast = len(rest) != len(argv)
    scripts.bring(ROOT)
    if not fast:
        os.environ["CHROMIUM"] = bring(os.environ)
        postgres.bring(os.environ)
    with TemporaryDirectory(prefix="gunbai-compiled-", ignore_cleanup_errors=True) as folder:
        results = [run(step, ROOT, kept(os.environ, folder)) for step in plan(fast, rest)]
    print(summary(results), flush=True)
    return int(any(result.code for result in results))


def plan(fast: bool, rest: Sequence[str]) -> list[Step]:
    """The checks; coverage is demanded of the whole test run only; what does not count is not slowed by it."""
    if fast or rest:
        return [*checks(), pytest("pytest", *(("-m", FAST) if fast else ()), *rest)]
    counted, others = (
        pytest("pytest, counted", "-m", "not untraced", *COUNTING),
        pytest("pytest, the rest", "-m", "untraced"),
    )
    return [*checks(), counted, others, *coverage()]


def checks() -> list[Step]:
    """What can be said without running the program."""
    return [
        Step("ruff format", (tool("ruff"), "format", "--check", ".")),
        Step("ruff check", (tool("ruff"), "check", ".")),
        Step("mypy", (sys.executable, "-m", "mypy", *TYPES, "--num-workers", "2", "app", "tests")),
        Step("import contracts", (tool("lint-imports"),)),
        Step("types of scripts", (str(scripts.TOOLS / "tsc"), "--project", str(scripts.FOLDER))),
        Step("format of scripts", (str(scripts.TOOLS / "biome"), "format", f"--config-path={scripts.FOLDER}", *OWN)),
        Step("lint of scripts", (str(scripts.TOOLS / "biome"), "lint", *LINT, *OWN)),
        Step("tests of scripts", (tool("node"), "--test", *UNITS, f"{scripts.FOLDER}/*.test.mjs")),
        Step("tests of the hand", (tool("node"), "--test", f"{scripts.FOLDER}/drawn/*.test.mjs")),
    ]


def pytest(name: str, *words: str) -> Step:
    """The tests, so many at a time; every warning is an error, every test has a time limit (see pyproject.toml)."""
    command = (sys.executable, "-m", "pytest", "-n", str(AT_ONCE), "--dist", "worksteal", *SLOWEST, *words)
    return Step(name, command, loud=True)


def coverage() -> list[Step]:
    """No less is covered than was measured when the bars were set."""
    report = (sys.executable, "-m", "coverage", "report", "--fail-under")
    return [
        Step("coverage of rules", (*report, str(COVERED["rules"]), f"--include={RULES}")),
        Step("coverage of the rest", (*report, str(COVERED["the rest"]), f"--omit={RULES},app/__main__.py")),
    ]


def kept(environ: Mapping[str, str], folder: str) -> dict[str, str]:
    """What a check finds set: where Python may not write what it compiled beside its source, it is kept in this folder,
    for hundreds of processes start in the tests."""
    rest = {name: value for name, value in environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return rest if len(rest) == len(environ) else {"PYTHONPYCACHEPREFIX": folder, **rest}


def run(step: Step, cwd: Path, environ: Mapping[str, str] | None = None) -> Result:
    """The step has run, and its line stands on the terminal."""
    if step.loud:
        print(f"        {step.name} ...", flush=True)
    began = time.monotonic()
    said = None if step.loud else subprocess.PIPE
    done = subprocess.run(
        step.command, cwd=cwd, env=environ, stdout=said, stderr=said and subprocess.STDOUT, check=False
    )
    result = Result(step, done.returncode, time.monotonic() - began)
    if done.returncode and done.stdout:
        print(done.stdout.decode(errors="replace").rstrip())
    print(result, flush=True)
    return result


def summary(results: Sequence[Result]) -> str:
    """One line for all; names what failed."""
    failed = ", ".join(result.step.name for result in results if result.code)
    took = sum(result.seconds for result in results)
    verdict = f"some checks did not hold: {failed}" if failed else f"all {len(results)} checks held"
    return f"\n{verdict} ({took:.0f} s)"


def tool(name: str) -> str:
    """The path of a tool in this environment."""
    return str(TOOLS / name)
