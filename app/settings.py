"""What the operator decides, read once from the environment."""

import difflib
import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from app.bootstrap.places import DATA
from app.bootstrap.words import Stop

PREFIX = "GUNBAI_"
Level = Literal["debug", "info", "warning", "error"]
Format = Literal["plain", "json"]
KEY_FILE = "secret.key"


class SettingsError(Stop):
    """A variable that cannot be used, named in words for the operator."""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting; the variable of each is its name in capitals after ``GUNBAI_``."""

    data: Annotated[str, Meta(min_length=1, description="folder of the database and the key file")] = DATA
    host: Annotated[str, Meta(min_length=1, description="address to listen on")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="port to listen on; 0 takes a free one")] = 8000
    database_url: Annotated[str, Meta(description="SQLAlchemy address; empty: SQLite in the data folder")] = ""
    valkey_url: Annotated[str, Meta(description="redis:// address; empty: none")] = ""
    secret: Annotated[str, Meta(description="key of 32 or more characters; empty: a key file in the data folder")] = ""
    workers: Annotated[int, Meta(ge=1, le=64, description="server processes; more than 1 needs PostgreSQL")] = 1
    rate: Annotated[
        str, Meta(pattern=r"^[1-9][0-9]{0,8}/(second|minute)$", description="changes one address may ask for")
    ] = "100/second"
    work: Annotated[
        str,
        Meta(
            pattern=r"^[0-9]{1,4}/[0-9]{1,4}/[0-9]{1,4}$",
            description="hundredths of a processor for each guest, each address, lookers-on at each table; 0: no end",
        ),
    ] = "30/80/50"
    tables: Annotated[
        str, Meta(pattern=r"^[0-9]{1,6}/[0-9]{1,6}/[0-9]{1,6}$", description="tables at once a guest/account/network")
    ] = "30/100/200"
    table_bytes: Annotated[int, Meta(ge=0, le=65536, description="bytes a table is laid with; 0: no end")] = 40_000
    sent: Annotated[int, Meta(ge=0, le=1_000_000, description="megabytes of a network in a day; 0: no end")] = 400
    sweep: Annotated[int, Meta(ge=0, le=3650, description="days until a table nobody came to goes; 0: never")] = 30
    base_url: Annotated[
        str, Meta(pattern=r"^(https?://[^/\s]+)?$", description="how people reach it, for links in mail")
    ] = ""
    cors: Annotated[
        str,
        Meta(
            pattern=r"^(\*|https?://[^/\s]+( https?://[^/\s]+)*)?$",
            description="other sites whose pages may call the API with a token, parted by spaces; *: all; empty: none",
        ),
    ] = ""
    smtp_url: Annotated[str, Meta(description="smtp:// or smtps:// address of a mail relay; empty: no mail")] = ""
    mail_from: Annotated[str, Meta(description="sender of mail")] = "gunbai@localhost"
    log: Annotated[Level, Meta(description="least level that is logged")] = "info"
    log_format: Annotated[Format, Meta(description="lines for a terminal, or JSON for machines")] = "plain"
    trace_url: Annotated[
        str, Meta(pattern=r"^(https?://[^/\s]\S*)?$", description="OTLP/HTTP address for traces; empty: none")
    ] = ""

    def __repr__(self) -> str:
        """Without the key and the addresses, which may hold passwords: safe to log."""
        return f"Settings(data={self.data!r}, host={self.host!r}, port={self.port}, workers={self.workers})"

    @property
    def folder(self) -> Path:
        """The data folder."""
        return Path(self.data)

    @property
    def database(self) -> str:
        """The address of the database, never empty."""
        return self.database_url or f"sqlite:///{self.folder.resolve() / 'gunbai.sqlite3'}"

    @property
    def is_sqlite(self) -> bool:
        """Whether the games lie in one file, written by one process."""
        return self.database.startswith("sqlite")


def read_settings(environ: Mapping[str, str]) -> Settings:
    """The settings the environment asks for; a SettingsError names the variable that is wrong."""
    given = {name: value for name, value in environ.items() if name.startswith(PREFIX) and value != ""}
    for name in given:
        _check_name(name)
    try:
        settings = msgspec.convert({field_of(name): value for name, value in given.items()}, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(_reword(str(error))) from None
    _check_together(settings)
    return settings


def variable_of(field: str) -> str:
    """The environment variable of a field."""
    return PREFIX + field.upper()


def field_of(variable: str) -> str:
    """The field of an environment variable."""
    return variable.removeprefix(PREFIX).lower()


def load_secret(settings: Settings) -> bytes:
    """The server's key: the one given, else one kept in a file that only this user can read."""
    if settings.secret:
        return settings.secret.encode()
    path = settings.folder / KEY_FILE
    settings.folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        _write_key(path)
    return bytes.fromhex(path.read_text(encoding="ascii").strip())


def _write_key(path: Path) -> None:
    """A whole key lies at ``path``, whoever of several processes was first."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        claim(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink(missing_ok=True)


def claim(draft: Path, path: Path) -> None:
    """What the draft holds lies at ``path``; ``FileExistsError`` if something does."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # files have one name alone there: a stick, a folder of another machine
        if path.exists():
            raise FileExistsError(path) from None
        draft.rename(path)


def _check_name(name: str) -> None:
    known = [variable_of(field) for field in Settings.__struct_fields__]
    if name not in known:
        near = difflib.get_close_matches(name, known, 1, cutoff=0.8)
        hint = f"did you mean {near[0]}?" if near else f"the settings are {', '.join(known)}"
        raise SettingsError(f"{name} is not a setting; {hint}")


def _check_together(settings: Settings) -> None:
    if settings.is_sqlite and settings.workers > 1:
        raise SettingsError("GUNBAI_WORKERS must be 1 with SQLite; set GUNBAI_DATABASE_URL to a PostgreSQL address")
    if not settings.database.startswith(("sqlite:", "postgresql+psycopg:")):
        raise SettingsError("GUNBAI_DATABASE_URL must begin with sqlite: or postgresql+psycopg:")
    if settings.valkey_url and not settings.valkey_url.startswith(("redis://", "rediss://", "unix://")):
        raise SettingsError("GUNBAI_VALKEY_URL must begin with redis://, rediss:// or unix://")
    if settings.smtp_url and not settings.smtp_url.startswith(("smtp://", "smtps://")):
        raise SettingsError("GUNBAI_SMTP_URL must begin with smtp:// or smtps://")
    if settings.secret and len(settings.secret) < 32:
        raise SettingsError("GUNBAI_SECRET must have 32 characters or more")
    _check_addresses(settings)


def _check_addresses(settings: Settings) -> None:
    """Every address given can be read; what is said about one that cannot never shows it, for its password."""
    readers: dict[str, Callable[[str], bool]] = {
        "database_url": _is_database, "valkey_url": _is_valkey, "base_url": _has_host, "smtp_url": _has_host,
        "trace_url": _has_host,
    }  # fmt: skip
    for field, is_good in readers.items():
        given = getattr(settings, field)
        try:
            good = not given or is_good(given)
        except ValueError:
            good = False
        if not good:
            raise SettingsError(f"{variable_of(field)} cannot be read as an address: check its host, port and path")


def _has_host(url: str) -> bool:
    """Whether it names a host; a ValueError if its host or port is none."""
    parts = urlsplit(url)
    return bool(parts.hostname) and parts.port != 0


def _is_valkey(url: str) -> bool:
    """True; a ValueError from its client if that cannot use it."""
    from redis.asyncio.connection import parse_url  # slow to load, and few need it

    return parse_url(url) is not None


def _is_database(url: str) -> bool:
    """Whether it names a server with a port there can be, or a file."""
    import sqlalchemy as sa  # half of the commands do without

    try:
        made = sa.make_url(url)
    except sa.exc.ArgumentError:
        return False
    if made.get_backend_name() == "sqlite":
        return made.database not in (None, "", ":memory:")
    return made.port is None or 0 < made.port <= 65535


def _reword(message: str) -> str:
    """``Expected … - at `$.port` `` as a sentence that names the variable."""
    expected, _, at = message.partition(" - at `$.")
    return f"{variable_of(at.rstrip('`'))}: {expected[0].lower()}{expected[1:]}"
