"""What is written for machines agrees with the program: compose file, image, locks, the one command of the build."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.bootstrap.places import ROOT
from app.bootstrap.ports import HOST, PORT
from app.settings import Settings, read_settings, variable_of

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
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


@pytest.mark.parametrize("service", ["app", "migrate"])
def test_compose_sets_every_setting_and_nothing_else(service: str) -> None:
    ours = {variable_of(name) for name in Settings.__struct_fields__}
    assert environ_of(service).keys() ^ ours == {"FORWARDED_ALLOW_IPS"}  # uvicorn's own


def test_the_settings_of_compose_are_accepted() -> None:
    settings = read_settings(environ_of("app"))
    assert not settings.is_sqlite
    assert settings.workers == 1, "serving refuses more while no news passes between processes"
    assert settings.valkey_url == "redis://valkey:6379/0"


def test_compose_names_services_that_exist() -> None:
    services = COMPOSE["services"]
    assert set(services) == {"migrate", "app", "postgres", "valkey", "caddy"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
    settings = read_settings(environ_of("app"))
    assert f"reverse_proxy app:{settings.port} " in (ROOT / "deploy/Caddyfile").read_text()
    assert settings.database == "postgresql+psycopg://gunbai:abc@postgres/gunbai"


def test_the_image_copies_what_set_up_needs() -> None:
    docker = (ROOT / "Dockerfile").read_text()
    for path in (*LOCKS, ROOT / "package-lock.json", ROOT / ".npmrc"):
        assert path.name in docker or path.name == "requirements-test.lock"


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


def test_the_test_lock_holds_the_same_versions_as_the_other() -> None:
    run, test = pins(ROOT / "requirements.lock"), pins(ROOT / "requirements-test.lock")
    assert {name: test.get(name) for name in run} == run
    assert len(test) > len(run)


def test_the_npm_lock_holds_hashes_and_no_address() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    fetched = [entry for name, entry in packages.items() if name]
    assert fetched
    assert all(entry["integrity"].startswith("sha512-") and "resolved" not in entry for entry in fetched)
