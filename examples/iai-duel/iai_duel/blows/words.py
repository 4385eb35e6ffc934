"""What is said of blows."""

from __future__ import annotations

SENTENCES = {
    "topic.BLW": "Blows",
    "roll.blow": "Blow",
    "word.better": "better stance",
    "word.stood": "stood still",
    "iai.struck": "{seat:seat} strikes: {total}.",
    "iai.wounded": "{seat:seat} is wounded: {wounds} in all.",
    "iai.exchange-done": "The exchange is over.",
}
