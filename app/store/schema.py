"""Which revision a database stands at, and which one this program wants."""

from __future__ import annotations

from functools import cache

import sqlalchemy as sa
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from app.store.db import MIGRATIONS


@cache
def steps() -> ScriptDirectory:
    """All migrations of this program."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return ScriptDirectory.from_config(config)


@cache
def newest() -> str:
    """The revision this program wants."""
    return steps().get_current_head() or ""


def revision(db: sa.Connection) -> str:
    """The revision the database stands at, or empty."""
    return MigrationContext.configure(db).get_current_revision() or ""
