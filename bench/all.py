"""Every measurement, each in a process of its own, so that one cannot disturb another; all their figures together."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.bars import lacking
from bench.report import MISSED, Figure, Report, arguments, as_table, machine

NAMES = {"engine": 45, "growth": 30, "cold": 30, "memory": 25, "stored": 40, "ledger": 60, "answer": 50, "preview": 40,
         "latency": 40, "fanout": 50, "held": 200, "page": 45, "board": 45, "moves": 100,
         "workers": 40}  # fmt: skip
"""Each with the seconds it is given of the usual whole."""
WHOLE = sum(NAMES.values())
PATIENCE = 6
"""How many times its seconds, and a minute more, a measurement may take before it counts as broken."""
ROOT = Path(__file__).resolve().parent.parent


def run(name: str, seconds: int, against: Path | None = None) -> tuple[list[dict[str, Any]], str]:
    """The reports of one measurement, of moves beside an older checkout, or why there are none."""
    command = [sys.executable, "-m", "app.bootstrap.inside", "bench", name, "--json", "--seconds", str(seconds)]
    if against and name == "moves":
        command += ["--against", str(against.resolve())]
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


def whole(names: Sequence[str], seconds: int, against: Path | None = None) -> dict[str, Any]:
    """The document with every report; ``broken`` says of each measurement that gave none why.

    ``lacking``: what was promised and is in no row.  ``seconds``: for all there are, also where few are asked for.
    """
    reports, broken = list[dict[str, Any]](), dict[str, str]()
    for name in names:
        found, why = run(name, max(1, NAMES[name] * seconds // WHOLE), against)
        reports += [{"bench": name, "date": today(), **report} for report in found]
        if why:
            broken[name] = why
    return told(reports, broken, names)


def today() -> str:
    """The minute, as it is written."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")


def told(reports: list[dict[str, Any]], broken: dict[str, str], names: Sequence[str]) -> dict[str, Any]:
    """The document of these reports."""
    return {"date": today(), "machine": machine(), "reports": reports, "failed": failed(reports),
            "lacking": lacking(reports, [name for name in names if name not in broken]), "broken": broken}  # fmt: skip


def put(document: dict[str, Any], file: Path) -> dict[str, Any]:
    """The file holds these reports in place of those of the same measurements, in their usual order; all of it."""
    before = json.loads(file.read_text()) if file.exists() else {"reports": [], "broken": {}}
    anew = {report["bench"] for report in document["reports"]} | {*document["broken"]}
    kept = [report for report in before["reports"] if report["bench"] not in anew]
    reports = sorted([*kept, *document["reports"]], key=lambda report: [*NAMES].index(report["bench"]))
    broken = {name: why for name, why in before["broken"].items() if name not in anew} | document["broken"]
    whole = told(reports, broken, [*NAMES])
    file.write_text(json.dumps(whole, indent=1) + "\n")
    return whole


def table(document: dict[str, Any]) -> str:
    """The document for a terminal."""
    parts = []
    for report in document["reports"]:
        figures = [Figure(**row) for row in report["figures"]]
        parts.append(as_table(Report(report["title"], figures, report["facts"])))
    misses = [f"misses its bar: {name}" for name in document["failed"]]
    misses += [f"promised, and not there: {what}" for what in document["lacking"]]
    breaks = [f"no figures from {name}: {why}" for name, why in document["broken"].items()]
    return "\n".join([*parts, *misses, *breaks, document["date"]]) + "\n"


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output, 1 if some are not there, ``MISSED`` if a bar is and that counts."""
    parser = arguments("all", "Every measurement, one after the other.", WHOLE)
    parser.add_argument("names", nargs="*", choices=[[], *NAMES], help="only these")
    parser.add_argument("--against", type=Path, help="of moves: the folder of an older checkout that is the floor")
    parser.add_argument("--into", type=Path, help="a file of an earlier run, in which these figures are put")
    given = parser.parse_args(argv)
    document = whole(given.names or tuple(NAMES), given.seconds, given.against)
    if given.into:
        put(document, given.into)
    sys.stdout.write(json.dumps(document, indent=1) + "\n" if given.json else table(document))
    sys.stdout.flush()
    if document["broken"] or document["lacking"]:
        return 1
    return MISSED if given.strict and document["failed"] else 0
