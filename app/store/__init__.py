"""The database: JSON in, JSON out; it knows no rule."""

from app.store.db import Conflict, StorageBusy, StorageFull, Store, migrate

__all__ = ["Conflict", "StorageBusy", "StorageFull", "Store", "migrate"]
