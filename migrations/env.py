"""Runs the migrations on a connection that the program hands over."""

from __future__ import annotations

from alembic import context

from app.store import campaign_tables, house_tables
from app.store.tables import metadata

assert house_tables.account is not None  # its tables are in the metadata
assert campaign_tables.campaign is not None

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=connection.dialect.name == "sqlite",
    compare_type=True,
    compare_server_default=True,
)
with context.begin_transaction():
    context.run_migrations()
