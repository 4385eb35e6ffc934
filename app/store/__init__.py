"""The database: JSON in, JSON out; it knows no rule."""

from app.store.db import Conflict, StorageAway, StorageBusy, StorageFull, Store, Unstorable, migrate

__all__ = ["Conflict", "StorageAway", "StorageBusy", "StorageFull", "Store", "Unstorable", "migrate"]
