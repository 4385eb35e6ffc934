"""Every English sentence of campaigns by key, apart from those of their rule systems."""

from __future__ import annotations

from app.campaigns import map_words, words_core, words_general, words_people, words_rounds, words_seasons

TOPICS = (words_core, words_general, words_people, words_rounds, words_seasons)
SENTENCES: dict[str, str] = {
    **{key: text for topic in TOPICS for key, text in topic.SENTENCES.items()},
    **map_words.REFUSALS,
}
