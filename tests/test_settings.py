"""The settings, and the key file."""

from pathlib import Path

import pytest

from app.settings import KEY_FILE, Settings, SettingsError, load_secret, read_settings


def test_nothing_needs_to_be_set() -> None:
    settings = read_settings({"PATH": "/bin", "GUNBAI_PORT": ""})
    assert settings == Settings()
    assert settings.database == f"sqlite:///{Path('data').resolve()}/gunbai.sqlite3"
    assert settings.is_sqlite


def test_variables_are_read() -> None:
    settings = read_settings({"GUNBAI_PORT": "81", "GUNBAI_LOG": "debug", "GUNBAI_DATA": "/x"})
    assert (settings.port, settings.log, settings.folder) == (81, "debug", Path("/x"))


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("GUNBAI_PORT", "x", "GUNBAI_PORT: expected `int`"),
        ("GUNBAI_PORT", "65536", "GUNBAI_PORT: expected `int` <= 65535"),
        ("GUNBAI_WORKERS", "0", "GUNBAI_WORKERS: expected `int` >= 1"),
        ("GUNBAI_WORKERS", "2", "GUNBAI_WORKERS must be 1 with SQLite"),
        ("GUNBAI_LOG", "loud", "GUNBAI_LOG: invalid enum value 'loud'"),
        ("GUNBAI_DATABASE_URL", "mysql://x", "GUNBAI_DATABASE_URL must begin"),
        ("GUNBAI_VALKEY_URL", "x:6379", "GUNBAI_VALKEY_URL must begin"),
        ("GUNBAI_SECRET", "short", "GUNBAI_SECRET must have 32"),
        ("GUNBAI_RATE", "0/second", "GUNBAI_RATE: expected `str` matching"),
        ("GUNBAI_SMTP_URL", "garbage", "GUNBAI_SMTP_URL must begin with smtp://"),
        ("GUNBAI_PROT", "80", "GUNBAI_PROT is not a setting; did you mean GUNBAI_PORT?"),
        ("GUNBAI_XYZZY", "1", "GUNBAI_XYZZY is not a setting; the settings are GUNBAI_DATA"),
    ],
)
def test_a_wrong_variable_is_named(variable: str, value: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_settings({variable: value})
    assert said in " ".join(str(caught.value).split())


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("GUNBAI_DATABASE_URL", "postgresql+psycopg://u:pw@127.0.0.1:notaport/x"),
        ("GUNBAI_DATABASE_URL", "postgresql+psycopg://u:pw@127.0.0.1:99999/x"),
        ("GUNBAI_DATABASE_URL", "sqlite:nothing"),
        ("GUNBAI_DATABASE_URL", "sqlite://"),
        ("GUNBAI_VALKEY_URL", "redis://:pw@127.0.0.1:notaport"),
        ("GUNBAI_BASE_URL", "http://[bad"),
        ("GUNBAI_SMTP_URL", "smtp://u:pw@relay:notaport"),
        ("GUNBAI_SMTP_URL", "smtp://"),
        ("GUNBAI_TRACE_URL", "http://127.0.0.1:99999/x"),
    ],
)
def test_an_address_that_cannot_be_read_is_named_but_not_shown(variable: str, value: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_settings({variable: value})
    said = str(caught.value)
    assert said == f"{variable} cannot be read as an address: check its host, port and path"
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("GUNBAI_DATABASE_URL", "postgresql+psycopg://u:p%40#w?@db/x"),
        ("GUNBAI_DATABASE_URL", "postgresql+psycopg://u@/x?host=/run/postgresql&port=5433"),
        ("GUNBAI_DATABASE_URL", "sqlite:////srv/gunbai.sqlite3"),
        ("GUNBAI_VALKEY_URL", "unix:///run/valkey.sock?db=2"),
        ("GUNBAI_VALKEY_URL", "rediss://:pw@[::1]:6380/1"),
        ("GUNBAI_SMTP_URL", "smtps://u:pw@relay"),
        ("GUNBAI_BASE_URL", "https://[::1]:8443"),
        ("GUNBAI_TRACE_URL", "http://collector:4318"),
    ],
)
def test_an_odd_but_lawful_address_is_taken(variable: str, value: str) -> None:
    assert getattr(read_settings({variable: value}), variable.removeprefix("GUNBAI_").lower()) == value


def test_no_secret_is_shown() -> None:
    settings = Settings(secret="s3cret" * 8, database_url="postgresql+psycopg://u:s3cret@h/d")
    assert "s3cret" not in f"{settings} {settings!r}"


def test_the_key_is_made_once_and_for_this_user_only(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path / "new"))
    key = load_secret(settings)
    assert len(key) == 32
    assert load_secret(settings) == key
    assert (settings.folder / KEY_FILE).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in settings.folder.iterdir()] == [KEY_FILE]


def test_a_given_key_is_used(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path), secret="k" * 32)
    assert load_secret(settings) == b"k" * 32
    assert not list(tmp_path.iterdir())
