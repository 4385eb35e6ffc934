"""Stands in as ``sitecustomize``: every process under it lacks what Windows lacks."""

import asyncio
import multiprocessing.popen_spawn_posix
import multiprocessing.resource_tracker
import multiprocessing.synchronize
import os
import select
import signal
import subprocess
import sys
import tempfile
from importlib.abc import MetaPathFinder

LOADED = (asyncio, multiprocessing, subprocess, tempfile)
"""What of the standard library is itself here: it is another there."""
ALL = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "uvloop", "crypt", "spwd"}
NO_MODULES = ALL - {*os.environ.get("ELSEWHERE_HAS", "").split()}
NOT_THERE = {
    os: (
        "nice fork forkpty getuid geteuid getgid getegid setsid killpg getpgid getpgrp setpgid uname getloadavg "
        "chown fchown fchmod mkfifo sched_getaffinity sched_setaffinity posix_fadvise posix_fallocate sendfile "
        "pread pwrite openpty wait3 wait4 sync fdatasync getgroups initgroups setuid setgid ctermid"
    ),
    signal: (
        "SIGHUP SIGKILL SIGUSR1 SIGUSR2 SIGALRM SIGVTALRM SIGTTIN SIGTTOU SIGQUIT SIGCHLD SIGPIPE SIGWINCH setitimer "
        "getitimer alarm pause ITIMER_VIRTUAL ITIMER_REAL sigwait"
    ),
    select: "poll epoll",
}


class Nowhere(MetaPathFinder):
    """Modules that are not there."""

    def find_spec(self, name: str, *_: object) -> None:
        """None of these is found."""
        if name.partition(".")[0] in NO_MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


for gone in NO_MODULES:
    sys.modules.pop(gone, None)
sys.meta_path.insert(0, Nowhere())
for module, names in NOT_THERE.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
