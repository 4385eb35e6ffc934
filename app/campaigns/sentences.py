"""Every English sentence of campaigns by key, apart from those of their rule systems."""

from __future__ import annotations

from app.engine.rooms import sentences_in

SENTENCES: dict[str, str] = sentences_in("app.campaigns")
