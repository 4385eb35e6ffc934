"""Every sentence, in English by its key and in Spanish by the English."""

from __future__ import annotations

from app.engine.rooms import sentences_in, translations_in

SENTENCES = sentences_in("blank_game")
SPANISH = translations_in("blank_game", "es")
