"""The scripts of a page as one file: every module once, after those it imports."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.web.page import joining
from app.web.page.files import FOREVER, address
from app.web.page.joining import Circular, joined
from app.web.page.templates import TEMPLATES

NAMED = sorted({name for path in TEMPLATES.rglob("*.html") for name in re.findall(r"[+](\w+/(?:\w+/)?\w+)", str(
    re.findall(r"block modules %}(.*?){% endblock", path.read_text())))})  # fmt: skip
PAGES = ["page/every", *(f"page/every+{name}" for name in NAMED), "page/every+campaigns/times+campaigns/map/view",
         "page/every+table/bodies+table/page", "page/every+table/bodies+table/page+learn/table"]  # fmt: skip
NODE = Path(sys.executable).parent / "node"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of modules of our own."""
    monkeypatch.setattr(joining, "STATIC", tmp_path)
    joined.cache_clear()
    (tmp_path / "js/a").mkdir(parents=True)
    yield tmp_path / "js/a"
    joined.cache_clear()


def said(text: str) -> str:
    """What a script says on standard output."""
    command = [str(NODE), "--input-type=module"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def test_every_page_that_has_scripts_is_known() -> None:
    assert {"table/page", "replay/page", "terrain/editor", "campaigns/map/edit"} <= {*NAMED}


@pytest.mark.parametrize("names", PAGES)
def test_the_scripts_of_a_page_are_one_file_that_can_be_read(client: TestClient, names: str) -> None:
    found = client.get(address(f"joined/{names}.js"))
    assert (found.status_code, found.headers["cache-control"]) == (200, FOREVER)
    assert found.headers["content-type"] == "text/javascript; charset=utf-8"
    assert not re.search(r"^(import|export)\b", found.text, re.MULTILINE)
    made: dict[str, set[str]] = {}
    for name, body, offered in re.findall(
        r"^const (m\d+) = (.*?)^return \{(.*?)\};", found.text, re.DOTALL | re.MULTILINE
    ):
        for taken, source in re.findall(r"^const \{ (.*?) \} = (m\d+);", body, re.MULTILINE):
            assert {pair.split(":")[0].strip() for pair in taken.split(",")} <= made[source], (name, source)
        made[name] = {pair.split(":")[0].strip() for pair in offered.split(",")}
    check = [str(NODE), "--check", "--input-type=module", "-"]
    assert subprocess.run(check, input=found.text, capture_output=True, text=True).stderr == ""


def test_modules_do_joined_what_they_do_apart(shelf: Path) -> None:
    (shelf / "one.js").write_text("export const $ = 1;\nexport function twice(n) {\n  return 2 * n;\n}\n")
    (shelf / "two.js").write_text(
        "import { $, twice as double } from './one.js';\n\nexport const { a, b } = { a: double($), b: 7 };\n"
        "export class Two {}\nexport { twice } from './one.js';\nconsole.log('two');\n"
    )
    (shelf / "late.js").write_text("import { a } from './two.js';\nexport const c = (await 5) + a;\n")
    (shelf / "main.js").write_text(
        "import './two.js';\nimport {\n  a,\n  b,\n  Two,\n  twice,\n} from './two.js';\n"
        "import { c } from './late.js';\n"
        "console.log(a, b, c, twice(4), new Two().constructor.name);\n"
    )
    assert said(joined("joined/a/main.js").decode()) == "two\n2 7 7 8 Two\n"
    assert said(joined("joined/a/one+a/main.js").decode()) == "two\n2 7 7 8 Two\n"


def test_modules_that_import_each_other_are_named(shelf: Path) -> None:
    (shelf / "one.js").write_text("import { b } from './two.js';\nexport const a = 1;\n")
    (shelf / "two.js").write_text("import { a } from './one.js';\nexport const b = 1;\n")
    with pytest.raises(Circular, match=r"one\.js imports js/a/two\.js imports js/a/one\.js"):
        joined("joined/a/one.js")


@pytest.mark.parametrize(
    "names", ["page/none", "../page/dom", "page/every+" * 5 + "table/page", "page/every+page/none"]
)
def test_scripts_that_do_not_exist_are_not_found(client: TestClient, names: str) -> None:
    assert client.get(address(f"joined/{names}.js")).status_code == 404


def test_indents_go_where_no_template_goes_over_lines() -> None:
    assert joining.unindented("  if (yes) {\n\n    go(`${a}  ${b}`);\n  }\n") == " if (yes) {\n go(`${a}  ${b}`);\n }\n"
    whole = "  go(`one\n    two`);\n"
    assert joining.unindented(whole) == whole
