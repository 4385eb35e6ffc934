"""Tells a channel of Discord of every new table that waits for players: announcer.py HOUSE WEBHOOK

HOUSE is the address of a server of Gunbai, WEBHOOK the address that Discord gives for a channel.
"""

import json
import re
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

MARKED = re.compile(r"([\\`*_~|>#\[\]()<@:-])")


def sent(url, body=None):
    """What is answered; who asks to wait is asked again then, whoever is away a little later, four times in all."""
    data = None if body is None else json.dumps(body).encode()
    head = {"content-type": "application/json", "user-agent": "gunbai-announcer (examples, 1)"}
    for wait in (1, 5, 25, 0):
        try:
            with urlopen(Request(url, data, head), timeout=10) as answer:
                return json.loads(answer.read() or b"null")
        except HTTPError as error:
            if not wait or error.code < 429:
                raise
            time.sleep(float(error.headers.get("retry-after", wait)))
    return None


def told(house, table):
    """A message about a table; nothing in it calls or marks anybody."""
    names = [seat["name"] for seat in table["seats"] if seat["taken"] and seat["name"]]
    text = f"{', '.join(names) or 'Somebody'} waits at a table of {table['system']}, {table['scenario']}."
    marked, link = MARKED.sub(r"\\\1", text), f"<{house}/lobby>"
    return {"content": f"{marked}\n{link}", "allowed_mentions": {"parse": []}}


def announce(house, webhook, known):
    """All tables that wait now; of those that are not known yet the channel is told."""
    tables = {table["id"]: table for table in sent(f"{house}/api/v1/lobby")["open"]}
    for id in tables.keys() - known:
        sent(webhook, told(house, tables[id]))
    return set(tables)


if __name__ == "__main__":
    known = set()
    while True:
        known = announce(sys.argv[1].rstrip("/"), sys.argv[2], known)
        time.sleep(30)
