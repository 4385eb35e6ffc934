"""Every English sentence of campaigns by key, apart from those of their rule systems."""

from __future__ import annotations

from app.campaigns import words_general

TOPICS = (words_general,)
SENTENCES: dict[str, str] = {key: text for topic in TOPICS for key, text in topic.SENTENCES.items()}
