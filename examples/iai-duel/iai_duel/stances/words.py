"""What is said of stances."""

from __future__ import annotations

SENTENCES = {
    "topic.STN": "Stances",
    "stance.choose": "Which stance does {duellist:model} take? Nobody sees it before both have chosen.",
    "option.high": "High",
    "option.middle": "Middle",
    "option.low": "Low",
    "word.high": "high",
    "word.middle": "middle",
    "word.low": "low",
    "word.stance": "stance",
    "iai.stances-shown": "Stances: {red:word} and {blue:word}.",
}
