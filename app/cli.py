"""The commands: ``python3 -m app COMMAND``.  Each returns its exit status."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, cast

from app import VERSION
from app.bootstrap.places import PROGRAM
from app.bootstrap.words import Stop
from app.serving import file_of
from app.settings import Settings, read_settings

BENCHES = (
    "engine", "growth", "cold", "memory", "stored", "ledger", "answer", "preview", "latency", "fanout", "held", "page",
    "board", "moves", "workers", "all",
)  # fmt: skip
Main = Callable[[list[str]], int]


def main(argv: Sequence[str]) -> int:
    """The exit status of a command; what goes wrong outside the program is told in words."""
    given = parser().parse_args(list(argv))
    try:
        return int(given.command(given))
    except NotHere as missing:
        raise Stop(str(missing)) from missing


class NotHere(Exception):
    """A part of the program that is not here."""


def parser() -> argparse.ArgumentParser:
    """All commands with their arguments."""
    top = argparse.ArgumentParser(prog=PROGRAM, description="Gunbai, a digital tabletop that judges every rule.")
    top.add_argument("--version", action="version", version=f"Gunbai {VERSION}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], words: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=words, description=words)
        made.set_defaults(command=run)
        return made

    asked_for_help = command("help", lambda _: show(top), "show this list")
    asked_for_help.set_defaults(top=top)
    serving = command("serve", serve, "run the server")
    serving.add_argument("--host")
    serving.add_argument("--port", type=int)
    for one in (
        serving,
        command("migrate", migrate, "bring the database to this program's schema"),
        command("sweep", sweep, "leave out of finished games what their events lead to"),
        add(command("backup", backup, "copy the database while the server runs"), "file"),
        add(command("restore", restore, "put a backup in place of the database; the server must be stopped"), "file"),
    ):
        one.add_argument("--data", help="the data folder")
    add(command("judge", judge, "judge case files"), "files", nargs="+")
    add(command("lessons", lessons, "play lessons on their right way and on wrong ones"), "systems", nargs="*")
    add(command("clause", clause, "say where a clause stands: text, code, sentences, cases"), "ids", nargs="+")
    checking = command("verify", verify, "check records of finished games, exported campaigns, or all open games")
    add(checking, "files", nargs="*").add_argument("--open", action="store_true", help="the database's open games")
    checking.add_argument("--data", help="the data folder")
    mutating = add(command("mutate", mutate, "break a system one by one and name what no case notices"), "system")
    mutating.add_argument("rest", nargs=argparse.REMAINDER)
    fuzzing = add(command("fuzz", fuzz, "play random games and check every promise of the rules"), "system")
    fuzzing.add_argument("--games", type=int, default=100)
    fuzzing.add_argument("--seed", type=int, default=1)
    fuzzing.add_argument("--points", type=int, default=0, help="the limit of every game; any if left out")
    playing = add(command("league", league, "play two levels of bots against each other"), "system")
    for side in ("home", "away"):
        playing.add_argument(f"--{side}", required=True, help="uniform, novice, veteran, master or module:function")
    playing.add_argument("--games", type=int, default=20)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--scenario", default="", help="its key; all of them by turns if left out")
    playing.add_argument("--ending", action="store_true", help="levels give up and agree on draws as at a table")
    playing.add_argument("--json", action="store_true", help="one line for programs")
    watching = add(command("manners", manners, "count the orders of bots that have no sense"), "system")
    watching.add_argument("--level", default="veteran", help="novice, veteran, master or uniform")
    watching.add_argument("--games", type=int, default=20)
    watching.add_argument("--seed", type=int, default=1)
    watching.add_argument("--scenario", default="", help="its key; all of them by turns if left out")
    watching.add_argument("--json", action="store_true", help="one line for programs")
    tuning = add(command("tune", tune, "try other weights of a system's bots against each other"), "system")
    tuning.add_argument("--level", default="novice", help="novice, veteran or master")
    tuning.add_argument("--rounds", type=int, default=8, help="how many weights are tried, one after another")
    tuning.add_argument("--games", type=int, default=20, help="games of each match")
    tuning.add_argument("--seed", type=int, default=1)
    tuning.add_argument("--scenario", default="", help="its key; all of them by turns if left out")
    tuning.add_argument("--out", default="tuned.jsonl", help="the file to which what came of it is added as a line")
    beginning = add(command("new-system", new_system, "write a package with a rule system to begin with"), "key")
    beginning.add_argument("--into", default=".", help="the folder in which the package is written")
    measuring = add(command("bench", bench, "measure"), "what", choices=BENCHES)
    measuring.add_argument("rest", nargs=argparse.REMAINDER)
    return top


def add(made: argparse.ArgumentParser, name: str, **how: Any) -> argparse.ArgumentParser:
    """The parser with one more argument in order of place."""
    made.add_argument(name, **how)
    return made


def show(top: argparse.ArgumentParser) -> int:
    """The list of commands stands on the terminal."""
    top.print_help()
    return 0


def settings_of(given: argparse.Namespace) -> Settings:
    """The settings of the environment, with what the command line says instead."""
    said = {name: getattr(given, name, None) for name in ("host", "port", "data")}
    environ = {
        **os.environ,
        **{f"GUNBAI_{name.upper()}": str(value) for name, value in said.items() if value is not None},
    }
    return read_settings(environ)


# -- the server --------------------------------------------------------------------


def serve(given: argparse.Namespace) -> int:
    """The server has run until it was told to stop."""
    from app import serving

    return serving.serve(settings_of(given))


# -- the data -----------------------------------------------------------------------


def migrate(given: argparse.Namespace) -> int:
    """The schema is that of this program."""
    from app.store import StorageBusy, Store

    settings = settings_of(given)
    settings.folder.mkdir(parents=True, exist_ok=True)
    try:
        store = Store(settings.database)
    except StorageBusy as busy:
        raise Stop(str(busy)) from busy
    try:
        store.migrate()
    finally:
        store.close()
    sys.stdout.write("The database is up to date.\n")
    return 0


def sweep(given: argparse.Namespace) -> int:
    """0 if every finished game holds only what is needed to look back at it."""
    from app import sweeping

    return sweeping.run(settings_of(given).database)


def backup(given: argparse.Namespace) -> int:
    """The file named holds a whole copy, and the house remembers when it was made."""
    from app.games.seats import now
    from app.store import StorageFull
    from app.store.backup import BadBackup, back_up, note

    file, copy = file_of(settings_of(given), "pg_dump"), Path(given.file)
    try:
        back_up(file, copy)
    except (FileNotFoundError, FileExistsError, BadBackup, StorageFull) as error:
        raise Stop(str(error)) from error
    note(file, {"at": now(), "size": copy.stat().st_size})
    sys.stdout.write(f"The games are in {given.file}. Keep the key file of the data folder as well.\n")
    return 0


def restore(given: argparse.Namespace) -> int:
    """The database is that of the copy."""
    from app.store import StorageBusy
    from app.store.backup import BadBackup, restore

    settings = settings_of(given)
    settings.folder.mkdir(parents=True, exist_ok=True)
    try:
        restore(Path(given.file), file_of(settings, "pg_restore"))
    except (FileNotFoundError, BadBackup, StorageBusy) as error:
        raise Stop(str(error)) from error
    sys.stdout.write("The games are back; what was there before lies beside them as .before.\n")
    return 0


# -- checks -------------------------------------------------------------------------


def verify(given: argparse.Namespace) -> int:
    """0 if every record is sound; each fault has been told."""
    from app import checking

    if not given.files and not given.open:
        raise Stop("Name the files to check, or say --open for the open games of the database.")
    bad = checking.check_open(settings_of(given).database) if given.open else 0
    return 1 if checking.check_files(given.files) + bad else 0


def fuzz(given: argparse.Namespace) -> int:
    """0 if every promise was kept."""
    from app import fuzz as fuzzing
    from app.systems import SYSTEMS

    keys = [system.key for system in SYSTEMS]
    if given.system not in keys:
        raise Stop(f"There is no rule system {given.system}; there is {', '.join(keys)}.")
    if given.games < 1:
        raise Stop("--games must be 1 or more.")
    if given.points and not fuzzing.is_offered(given.system, given.points):
        raise Stop(f"No scenario of {given.system} offers games of {given.points} points.")
    return fuzzing.run(given.system, given.games, given.seed, given.points)


def league(given: argparse.Namespace) -> int:
    """0 once the games are played."""
    from app import league as playing

    levels = (given.home, given.away)
    may_play(given, levels)
    how = {"as_json": given.json, "ending": given.ending}
    return playing.run(given.system, levels, given.games, given.seed, given.scenario, **how)


def manners(given: argparse.Namespace) -> int:
    """0 once the battles are played and counted."""
    from app import manners as watching

    may_play(given, (given.level,))
    return watching.run(given.system, given.level, given.games, given.seed, given.scenario, as_json=given.json)


def tune(given: argparse.Namespace) -> int:
    """0 once all rounds are played."""
    from app import tune as tuning
    from app.bots.levels import LEVELS

    may_play(given, (given.level,))
    if given.level not in LEVELS:
        raise Stop(f"{given.level} weighs nothing; there is {', '.join(LEVELS)}.")
    search = tuning.Search(given.system, given.level, given.games, given.seed, given.scenario)
    return tuning.run(search, given.rounds, Path(given.out), date.today().isoformat())


def may_play(given: argparse.Namespace, levels: tuple[str, ...]) -> None:
    """There are such a system, such a scenario and such levels."""
    from app.bots.league import policy_of
    from app.systems import SYSTEMS, system_of

    if given.system not in {system.key for system in SYSTEMS}:
        raise Stop(f"There is no rule system {given.system}; there is {', '.join(one.key for one in SYSTEMS)}.")
    if given.games < 1:
        raise Stop("--games must be 1 or more.")
    scenarios = {row["id"] for row in system_of(given.system).catalogue()["scenarios"]}
    if given.scenario and given.scenario not in scenarios:
        raise Stop(f"{given.system} has no scenario {given.scenario}; there is {', '.join(sorted(scenarios))}.")
    try:
        for name in levels:
            policy_of(name)
    except (LookupError, ImportError, AttributeError) as wrong:
        raise Stop(str(wrong)) from wrong


def new_system(given: argparse.Namespace) -> int:
    """The package is written, and the terminal says what comes next."""
    from app.newsystem import write

    folder = write(given.key, Path(given.into))
    sys.stdout.write(f"{folder} is written.\nInstall it: {sys.executable} -m pip install --no-deps -e {folder}\n"
                     f"Then: {PROGRAM} judge {folder / 'tests'}, and {PROGRAM} serve.\n")  # fmt: skip
    return 0


def clause(given: argparse.Namespace) -> int:
    """Where each clause stands is said on the terminal."""
    from app.atlas import find

    print("\n".join(str(find(id.upper())) for id in given.ids))
    return 0


def judge(given: argparse.Namespace) -> int:
    """The exit status of the judge."""
    return main_of("app.judge")(list(given.files))


def lessons(given: argparse.Namespace) -> int:
    """The exit status of the lessons."""
    return main_of("app.lessons.command")(list(given.systems))


def mutate(given: argparse.Namespace) -> int:
    """The exit status of the mutations, each of which is played by a process that is split off."""
    if not hasattr(os, "fork"):
        raise Stop("Rules are broken one by one on Linux and macOS only: Windows cannot split a process.")
    return main_of("app.mutation")([given.system, *given.rest])


def bench(given: argparse.Namespace) -> int:
    """The exit status of the measurement."""
    return main_of(f"bench.{given.what}")(list(given.rest))


def main_of(module: str) -> Main:
    """The ``main`` of a module of ours."""
    try:
        return cast(Main, importlib.import_module(module).main)
    except ModuleNotFoundError as error:
        if error.name is None or not module.startswith(error.name):
            raise
        raise NotHere(
            f"This Gunbai is not complete: the module {module} is missing. Fetch the whole project."
        ) from error
