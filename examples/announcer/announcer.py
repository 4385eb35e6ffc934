"""Tells a channel of Discord of every new table that waits for players: announcer.py HOUSE WEBHOOK

HOUSE is the address of a server of Gunbai, WEBHOOK the address that Discord gives for a channel.
"""

import json
import re
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

MARKED = re.compile(r"([\\`*_~|>#\[\]()<@:-])")


def sent(url, body=None):
    """What is answered; who is away or asks to wait is asked again until it answers, a refusal is an HTTPError."""
    data = None if body is None else json.dumps(body).encode()
    head = {"content-type": "application/json", "user-agent": "gunbai-announcer (examples, 1)"}
    wait = 1
    while True:
        try:
            with urlopen(Request(url, data, head), timeout=10) as answer:
                return json.loads(answer.read() or b"null")
        except (OSError, HTTPException) as error:
            if isinstance(error, HTTPError) and error.code != 429 and error.code < 500:
                raise
            print(error, file=sys.stderr)
            time.sleep(float(getattr(error, "headers", {}).get("retry-after", wait)))
        wait = min(5 * wait, 60)


def waiting(house):
    """All tables that wait now, by id: the lobby, page after page."""
    tables, page = {}, 1
    while shown := sent(f"{house}/api/v1/lobby?page={page}")["open"]:
        tables |= {table["id"]: table for table in shown}
        page += 1
    return tables


def told(house, table):
    """A message about a table; nothing in it calls or marks anybody."""
    names = [seat["name"] for seat in table["seats"] if seat["taken"] and seat["name"]]
    text = f"{', '.join(names) or 'Somebody'} waits at a table of {table['system']}, {table['scenario']}."
    marked, link = MARKED.sub(r"\\\1", text), f"<{house}/lobby>"
    return {"content": f"{marked}\n{link}", "allowed_mentions": {"parse": []}}


def announce(house, webhook, known):
    """The ids of all tables that ever waited; of those that are not known yet the channel is told."""
    tables = waiting(house)
    for id in tables.keys() - known:
        sent(webhook, told(house, tables[id]))
    return known | tables.keys()


if __name__ == "__main__":
    known = set()
    while True:
        known = announce(sys.argv[1].rstrip("/"), sys.argv[2], known)
        time.sleep(30)
