"""A line of TCP between a server and what it needs, which can go dead: nothing passes, and nobody is told.

It is a process of its own, so that nothing the tests do slows it.  ``python line.py PORT`` says a port that leads there
and obeys ``die``, ``live`` and ``reset``, each on a line.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import subprocess
import sys

RESET = struct.pack("ii", 1, 0)


class Line:
    """``port`` leads ``to`` another."""

    def __init__(self, to: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-I", __file__, str(to)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        self.port = int(self.process.stdout.readline())

    def die(self) -> None:
        """Nothing passes from now on, in no direction; new connections are taken and lead nowhere."""
        self._say("die")

    def live(self) -> None:
        """What was sent meanwhile arrives, and all goes on."""
        self._say("live")

    def reset(self) -> None:
        """All connections are broken, and both ends are told."""
        self._say("reset")

    def _say(self, word: str) -> None:
        """It was obeyed."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == f"{word}\n"

    def close(self) -> None:
        """Nothing is left of it."""
        self.process.communicate(timeout=30)


class Passage:
    """What the process does."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.alive = asyncio.Event()
        self.alive.set()
        self.writers: set[asyncio.StreamWriter] = set()
        self.tasks: set[asyncio.Task[None]] = set()

    def reset(self) -> None:
        """All connections are broken."""
        for writer in [writer for writer in self.writers if not writer.transport.is_closing()]:
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            writer.transport.abort()

    async def joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody has come, and is led on while the line lives."""
        self.writers.add(writer)
        await self.alive.wait()
        try:
            back, forth = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.close()
            return
        self.writers.add(forth)
        for one, other in ((reader, forth), (back, writer)):
            task = asyncio.create_task(self.passed(one, other))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def passed(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """All that came has gone out at the other end, and so has its end."""
        try:
            while data := await reader.read(65536):
                await self.alive.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            await self.alive.wait()
            self.writers.discard(writer)
            writer.close()


async def serve(to: int) -> None:
    """It has obeyed until there was no more to obey."""
    passage = Passage(to)
    words = {"die": passage.alive.clear, "live": passage.alive.set, "reset": passage.reset}
    server = await asyncio.start_server(passage.joined, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    while word := (await asyncio.to_thread(sys.stdin.readline)).strip():
        words[word]()
        print(word, flush=True)


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
