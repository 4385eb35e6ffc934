"""What the page of figures says is what the run said, of every measurement there is."""

from __future__ import annotations

import json

from app.cli import BENCHES
from bench import strength


def test_the_page_says_what_the_run_said() -> None:
    run = json.loads(strength.FILE.read_text())
    page = strength.PAGE.read_text()
    assert strength.filled(page, run) == page
    assert run["broken"] == {}
    measured = {report["bench"] for report in run["reports"]}
    assert measured == set(BENCHES) - {"all"}


def test_every_figure_that_misses_its_bar_is_explained() -> None:
    run = json.loads(strength.FILE.read_text())
    explained = strength.PAGE.read_text().partition("## What misses its bar")[2].partition("\n## ")[0]
    benches = {r["bench"] for r in run["reports"] for row in r["figures"] if row["ok"] is False}
    assert [name for name in sorted(benches) if f"**{name}**" not in explained] == []
