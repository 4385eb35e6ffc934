"""Puts the figures of a whole run into ``docs/strength.md``.

``python3 -m app bench all --json > docs/strength.json; python -m bench.strength``: what stands between the two marks of
the page is what the file says, so that a test can tell whether they agree.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, FILE = DOCS / "strength.md", DOCS / "strength.json"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
HEAD = ("what", "median", "p99", "floor", "ratio", "bar", "holds")


def number(value: float | None) -> str:
    """A figure as it is read; empty for none."""
    return "" if value is None else f"{value:,.4g}" if abs(value) < 10_000 else f"{value:,.0f}"


def ratios(row: Mapping[str, Any]) -> str:
    """Ratio to the floor, of the median and of the slowest hundredth."""
    found = [number(row[key]) for key in ("ratio", "ratio_p99") if row.get(key) is not None]
    return " / ".join(found)


def cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """One figure as a row of the page."""
    holds = {True: "yes", False: "**no**", None: ""}[row.get("ok")]
    what = f"{row['name']} ({row['unit']})"
    return (what, number(row["median"]), number(row.get("p99")), number(row.get("floor")), ratios(row),
            str(row.get("bar") or ""), holds)  # fmt: skip


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Figures as a table."""
    lines = [HEAD, ("---",) * len(HEAD), *map(cells, rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "/") for cell in line) + " |" for line in lines)


def figures(run: Mapping[str, Any]) -> str:
    """All tables of a run."""
    parts = [f"### {report['title']}\n\n{dated(report, run)}{table(report['figures'])}" for report in run["reports"]]
    return "\n\n".join([f"Run of {run['date']}.", *parts])


def dated(report: Mapping[str, Any], run: Mapping[str, Any]) -> str:
    """When a report was made, if it was another day than the run."""
    date = report.get("date", run["date"])
    return "" if date[:10] == run["date"][:10] else f"Measured on {date}.\n\n"


def filled(page: str, run: Mapping[str, Any]) -> str:
    """The page with the figures of this run between its marks."""
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n\n{figures(run)}\n\n{END}{tail}"


def misses(run: Mapping[str, Any]) -> str:
    """The rows that miss their bar, one line for each measurement: each must be explained in the page."""
    rows = {(report["bench"], row["name"]): row for report in run["reports"] for row in report["figures"]}
    found: dict[str, list[str]] = {}
    for (bench, name), row in rows.items():
        if row["ok"] is False:
            said = f"{name} {number(row['median'])} {row['unit']}{', ratio ' + ratios(row) if ratios(row) else ''}"
            found.setdefault(bench, []).append(f"{said} ({row['bar']})")
    return "\n".join(f"- **{bench}**: {'; '.join(said)}." for bench, said in found.items())


def main() -> int:
    """0; the page says what the file says, and standard output what misses its bar."""
    run = json.loads(FILE.read_text())
    PAGE.write_text(filled(PAGE.read_text(), run))
    sys.stdout.write(misses(run) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
