"""``HEAD`` on every page of a furnished house, asked by whoever may open it."""

from __future__ import annotations

import httpx2
import pytest

from tests.browser.house import PAGES, Caller, furnish
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]
OWN = {"date", "x-request-id", "set-cookie", "content-length", "server-timing"}
"""Of one answer alone: two that were made one after the other may differ in them."""
OTHERWISE = {"not-found": (404,), "watch-delayed": (200, 409)}
"""What pages answer that are not simply there: a table that is watched late has nothing to show at first."""
PARTS = ("/embed/{ronin}", "/replay/{ronin}/moment.png", "/embed/campaign/{camp}/round/1", "/campaign/{camp}/round/1")


def heads(given: httpx2.Response) -> dict[str, str]:
    """What stands above an answer, but for what is of this one alone."""
    return {name: said for name, said in given.headers.items() if name not in OWN}


def alike(caller: Caller, path: str) -> int:
    """The status of a page; its head has the same one, the same headers and no body."""
    ask = {"accept": "text/html"}
    get, head = (caller.http.request(method, path, headers=ask) for method in ("GET", "HEAD"))
    assert (head.status_code, head.content) == (get.status_code, b""), path
    assert heads(head) == heads(get), path
    return get.status_code


def test_the_head_of_every_page_is_that_of_the_page(server: Server) -> None:
    house = furnish(server)
    for name, where, who in PAGES:
        caller = house.people.get(who) or Caller(server.url)
        status = alike(caller, where(house))
        if who == "stranger":
            caller.http.close()
        assert status in OTHERWISE.get(name, (200,)), name


@pytest.mark.parametrize("part", PARTS)
def test_the_head_of_what_other_sites_show_is_that_of_what_they_show(server: Server, part: str) -> None:
    house = furnish(server)
    path = part.format(ronin=house.games["ronin"], camp=house.camps["ronin"])
    assert alike(house.people["hana"], path) == 200
