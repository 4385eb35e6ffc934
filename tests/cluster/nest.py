"""The nest of ``tests.faults.nest`` for servers that share a database.

An order to serve says the server's ``port`` and, in ``environ``, its settings.
"""

from __future__ import annotations

import os
from typing import Any

from app import cli
from tests.faults import nest


def serve(order: dict[str, Any]) -> int:
    """The server has run until it was told to stop."""
    log = os.open(order["log"], os.O_CREAT | os.O_APPEND | os.O_WRONLY)
    for fd in (1, 2):
        os.dup2(log, fd)
    os.environ.update(
        {
            "GUNBAI_RATE": "100000/second",
            "GUNBAI_WORK": "0/0/0",
            "GUNBAI_TABLES": "0/0/0",
            "GUNBAI_SENT": "0",
            "GUNBAI_LOG": "warning",
            **order["environ"],
        }
    )
    return cli.main(["serve", "--port", str(order["port"]), "--data", order["serve"]])


if __name__ == "__main__":
    setattr(nest, "serve", serve)  # noqa: B010
    nest.main()
