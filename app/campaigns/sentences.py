"""Every English sentence of campaigns by key, apart from those of their rule systems."""

from __future__ import annotations

from app.campaigns.ledger import words as words_core
from app.campaigns.map import words as map_words
from app.campaigns.map import words_seasons
from app.campaigns.people import words as words_people
from app.campaigns.rounds import words as words_rounds
from app.campaigns.warbands import words as words_general

TOPICS = (words_core, words_general, words_people, words_rounds, words_seasons)
SENTENCES: dict[str, str] = {
    **{key: text for topic in TOPICS for key, text in topic.SENTENCES.items()},
    **map_words.REFUSALS,
}
