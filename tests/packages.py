"""Packages of rule systems as pip installs them: their folder and what says which systems they bring."""

from __future__ import annotations

import tomllib
from pathlib import Path

from app.bootstrap.places import ROOT

EXAMPLE = ROOT / "examples" / "iai-duel"


def install(package: Path, folder: Path) -> str:
    """The package can be imported and found from this folder: what to put before ``PYTHONPATH``."""
    said = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    facts = folder / f"{said['name'].replace('-', '_')}-{said['version']}.dist-info"
    facts.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: {said['name']}\nVersion: {said['version']}\n"
    (facts / "METADATA").write_text(head, encoding="utf-8")
    points = [f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in given.items())
              for group, given in said["entry-points"].items()]  # fmt: skip
    (facts / "entry_points.txt").write_text("\n".join(points), encoding="utf-8")
    for part in package.iterdir():
        if (part / "__init__.py").is_file():
            (folder / part.name).symlink_to(part, target_is_directory=True)
    return str(folder)
