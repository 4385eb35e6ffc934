"""Every measurement, each in a process of its own, so that one cannot disturb another; all their figures together."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.report import Figure, Report, arguments, as_table, machine

NAMES = {"engine": 50, "growth": 40, "cold": 40, "memory": 30, "latency": 45, "fanout": 55, "board": 50, "workers": 50}
"""Each with the seconds it is given of the usual whole."""
WHOLE = sum(NAMES.values())
PATIENCE = 6
"""How many times its seconds, and a minute more, a measurement may take before it counts as broken."""
ROOT = Path(__file__).resolve().parent.parent


def run(name: str, seconds: int) -> tuple[list[dict[str, Any]], str]:
    """The reports of one measurement, or why there are none."""
    command = [sys.executable, "-m", "app.bootstrap.inside", "bench", name, "--json", "--seconds", str(seconds)]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60 + PATIENCE * seconds, check=False)
    except subprocess.TimeoutExpired:
        return [], f"it had not ended after {60 + PATIENCE * seconds} seconds"
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        return [], said[-1] if said else f"it ended with status {done.returncode}"
    try:
        found = json.loads(done.stdout)
    except ValueError:
        return [], "what it said is no JSON"
    return (found if isinstance(found, list) else [found]), ""


def failed(reports: Sequence[dict[str, Any]]) -> list[str]:
    """The names of the figures that miss their bar."""
    return [row["name"] for report in reports for row in report["figures"] if row["ok"] is False]


def whole(names: Sequence[str], seconds: int) -> dict[str, Any]:
    """The document with every report; ``broken`` says of each measurement that gave none why."""
    reports, broken = list[dict[str, Any]](), dict[str, str]()
    for name in names:
        found, why = run(name, max(1, NAMES[name] * seconds // WHOLE))
        reports += [{"bench": name, **report} for report in found]
        if why:
            broken[name] = why
    date = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return {"date": date, "machine": machine(), "reports": reports, "failed": failed(reports), "broken": broken}


def table(document: dict[str, Any]) -> str:
    """The document for a terminal."""
    parts = []
    for report in document["reports"]:
        figures = [Figure(**row) for row in report["figures"]]
        parts.append(as_table(Report(report["title"], figures, report["facts"])))
    misses = [f"misses its bar: {name}" for name in document["failed"]]
    breaks = [f"no figures from {name}: {why}" for name, why in document["broken"].items()]
    return "\n".join([*parts, *misses, *breaks, document["date"]]) + "\n"


def main(argv: list[str]) -> int:
    """0 once the figures of every measurement stand on standard output, 1 if one gave none."""
    given = arguments("all", "Every measurement, one after the other.", WHOLE).parse_args(argv)
    document = whole(tuple(NAMES), given.seconds)
    sys.stdout.write(json.dumps(document, indent=1) + "\n" if given.json else table(document))
    sys.stdout.flush()
    return 1 if document["broken"] else 0
