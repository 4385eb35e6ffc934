"""A bot that takes a seat by its link and plays it by chance, with nothing but Python: bot.py LINK TOKEN

LINK is a seat's link (https://HOST/join/GAME/SEAT/KEY), TOKEN one of its account with the scopes read, play, make.
"""

import json
import random
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen


class Table:
    """A game, as this token sees it."""

    def __init__(self, link, token):
        where = urlsplit(link)
        _, _, self.game, self.seat, self.key = where.path.split("/")
        self.base, self.token = f"{where.scheme}://{where.netloc}/api/v1/games/{self.game}", token

    def call(self, path="", body=None):
        """What the server answers; who is away or asks to wait is asked again, a refusal is an HTTPError."""
        data = None if body is None else json.dumps(body).encode()
        head = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        while True:
            try:
                with urlopen(Request(self.base + path, data, head), timeout=30) as answer:
                    return json.load(answer)
            except (OSError, HTTPException) as error:
                if isinstance(error, HTTPError) and error.code not in (429, 502, 503, 504):
                    raise
                print(error, file=sys.stderr)
                time.sleep(int(getattr(error, "headers", {}).get("retry-after", 5)))

    def drawn(self, question):
        """An answer by chance: any open option that leads no deeper, if it is legal; else what silence means."""
        options = question["domain"].get("options", [])
        free = [row["key"] for row in options if row["no"] is None and not row.get("more")]
        if not free:
            return question["default"]
        answer = random.choice(free)
        look = self.call("/preview", {"ask": question["id"], "answer": answer, "seat": self.seat})
        return answer if look["legal"] else question["default"]

    def answered(self, question):
        """Whether the answer was taken; the game may have moved on meanwhile, or rest."""
        try:
            self.call("/answers", {"ask": question["id"], "answer": self.drawn(question), "seat": self.seat})
        except HTTPError as error:
            if error.code not in (409, 422):
                raise
            return False
        return True

    def play(self, pause=1.0):
        """The outcome of the game, once it is over."""
        self.call("/join", {"seat": self.seat, "key": self.key, "name": "Chance"})
        while (now := self.call(f"?seat={self.seat}"))["status"] != "over":
            asked = [one for one in now["questions"] if one["mine"] and not one["sealed"]]
            if now["status"] != "playing" or not asked or not self.answered(asked[0]):
                time.sleep(pause)
        return now["outcome"]


if __name__ == "__main__":
    print(Table(*sys.argv[1:3]).play())
