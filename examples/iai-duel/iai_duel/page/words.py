"""What pages say besides."""

from __future__ import annotations

SENTENCES = {
    "word.stone": "Stone",
    "word.water": "Water",
    "word.cm": "cm",
    "army.stone": "Stone",
    "army.water": "Water",
    "band.wounds": "Wounds: {wounds}",
}
