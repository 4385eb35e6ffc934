"""The site kept as an app: what the manifest names is there, and the page without a net needs nothing else."""

from __future__ import annotations

import re
import struct

from tests.web.people import Person

PNG = b"\x89PNG\r\n\x1a\n"


def test_what_the_manifest_names_is_there(person: Person) -> None:
    page = person.page("/").text
    (href,) = re.findall(r'<link rel="manifest" href="([^"]+)">', page)
    found = person.get(href)
    assert found.headers["content-type"] == "application/manifest+json"
    said = found.json()
    assert {icon["purpose"] for icon in said["icons"]} == {"any", "maskable"}
    for icon in said["icons"]:
        file = person.get(icon["src"])
        assert (file.status_code, file.headers["content-type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            assert file.content.startswith(PNG)
            wide, high = struct.unpack(">II", file.content[16:24])
            assert f"{wide}x{high}" == icon["sizes"]
    for way in (said["start_url"], *(one["url"] for one in said["shortcuts"])):
        assert person.page(way).status_code == 200, way


def test_the_page_without_a_net_is_told_in_the_readers_language(person: Person) -> None:
    assert "The table cannot be reached." in person.page("/offline").text
    said = person.call("GET", "/offline", headers={"accept": "text/html", "accept-language": "es"}).text
    assert "No se llega a la mesa." in said
    assert "<nav" not in said
