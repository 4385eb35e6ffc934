"""Files and pages as they are sent: under an address that never means another file, and packed."""

from __future__ import annotations

import gzip
import re
import sys

import pytest
from starlette.testclient import TestClient

from app.web.page import files
from app.web.page.files import ASKED, FOREVER, address
from app.web.page.joining import STATIC

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

SHEET = "css/page/tokens.css"


def test_a_file_under_the_mark_of_its_set_is_kept_for_good(client: TestClient) -> None:
    found = client.get(address(SHEET))
    assert (found.status_code, found.headers["cache-control"]) == (200, FOREVER)
    assert found.text == (STATIC / SHEET).read_text()


def test_a_file_under_its_bare_name_is_asked_for_each_time(client: TestClient) -> None:
    found = client.get(f"/static/{SHEET}")
    assert (found.status_code, found.headers["cache-control"], found.text) == (200, ASKED, (STATIC / SHEET).read_text())
    again = client.get(f"/static/{SHEET}", headers={"if-none-match": found.headers["etag"]})
    assert (again.status_code, again.headers["cache-control"]) == (304, ASKED)


def test_a_page_asks_for_all_its_style_sheets_at_once(client: TestClient) -> None:
    for page in ("/", "/rosters", "/terrain", "/signin", "/campaigns"):
        (href,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', client.get(page).text)
        names = href.removeprefix(address("css/")).removesuffix(".css").split("+")
        found = client.get(href)
        assert (found.status_code, found.headers["cache-control"]) == (200, FOREVER)
        assert found.headers["content-type"] == "text/css; charset=utf-8"
        whole = "".join((STATIC / "css" / f"{name}.css").read_text() for name in names)
        assert rules(found.text) == rules(whole)
        assert not re.search(r"^/\*.*\*/$", found.text, re.MULTILINE), "a remark says nothing to a browser"


def rules(text: str) -> list[str]:
    """Style sheets without their remarks, word by word."""
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).split()


@pytest.mark.parametrize(
    "names", ["page/tokens+page/none", "page/tokens+../js/page/dom", "+page/tokens", "page/base+" * 20]
)
def test_style_sheets_that_do_not_exist_are_not_found(client: TestClient, names: str) -> None:
    assert client.get(address(f"css/{names}.css")).status_code == 404


def test_a_page_of_another_version_is_given_no_file_of_this_one(client: TestClient) -> None:
    assert client.get(f"/static/0123456789abcdef/{SHEET}").status_code == 404
    assert client.get(address("none.css")).status_code == 404
    assert client.get(address("%2e%2e/pyproject.toml")).status_code == 404


def test_another_set_of_files_has_another_mark(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    marks = set()
    for text in ("a", "b"):
        folder = tmp_path / text  # type: ignore[operator]
        folder.mkdir()
        (folder / "one.js").write_text(text)
        monkeypatch.setattr(files, "STATIC", folder)
        marks.add(files.mark.__wrapped__())
    assert len(marks) == 2


@pytest.mark.parametrize("asked", ["identity", "br", "", "gzip;q=0", "deflate, gzip; q=0.0"])
def test_who_unpacks_nothing_is_sent_nothing_packed(client: TestClient, asked: str) -> None:
    for path in (address(SHEET), "/"):
        found = client.get(path, headers={"accept-encoding": asked})
        assert "content-encoding" not in found.headers
        assert "accept-encoding" in found.headers["vary"]
        assert int(found.headers["content-length"]) == len(found.content)


@pytest.mark.parametrize(
    ("asked", "way"), [("gzip", "gzip"), ("br, gzip;q=0.5", "gzip"), ("gzip ; q=1.0, zstd;q=0", "gzip"),
                       ("gzip, deflate, br, zstd", "zstd")],
)  # fmt: skip
def test_files_are_packed_for_who_unpacks_in_the_smaller_way(client: TestClient, asked: str, way: str) -> None:
    plain = client.get(address(SHEET), headers={"accept-encoding": "identity"})
    with client.stream("GET", address(SHEET), headers={"accept-encoding": asked}) as found:
        raw = b"".join(found.iter_raw())
    assert found.headers["content-encoding"] == way
    assert found.headers["vary"] == "accept-encoding"
    assert int(found.headers["content-length"]) == len(raw) < 0.5 * len(plain.content)
    assert (zstd.decompress if way == "zstd" else gzip.decompress)(raw) == plain.content
    assert found.headers["content-type"] == plain.headers["content-type"]


@pytest.mark.parametrize("asked", ["gzip", "br, gzip;q=0.5", "gzip ; q=1.0, zstd"])
def test_pages_are_packed_for_who_unpacks(client: TestClient, asked: str) -> None:
    for path in ("/",):
        plain = client.get(path, headers={"accept-encoding": "identity"})
        with client.stream("GET", path, headers={"accept-encoding": asked}) as found:
            raw = b"".join(found.iter_raw())
        assert found.headers["content-encoding"] == "gzip"
        assert int(found.headers["content-length"]) == len(raw) < 0.5 * len(plain.content)
        assert gzip.decompress(raw) == plain.content
        assert found.headers["content-type"] == plain.headers["content-type"]


def test_a_part_of_a_file_is_a_part_of_what_it_says(client: TestClient) -> None:
    found = client.get(address(SHEET), headers={"range": "bytes=0-9", "accept-encoding": "gzip"})
    assert (found.status_code, found.content) == (206, (STATIC / SHEET).read_bytes()[:10])
