"""Sentences of maps and marches: what is refused, and the words of a map."""

from __future__ import annotations

from app.engine.words import N_

REFUSALS = {
    "map.unreadable": N_("This is no map: {why}."),
    "map.id": N_("An id has 1 to {most} lower-case letters, figures and hyphens; {got} does not."),
    "map.name": N_("A name has 1 to {most} letters; “{got}” does not."),
    "map.sheet": N_("A sheet is {least} to {most} units wide and high, not {width} by {height}."),
    "map.twice": N_("Two provinces have the id {province}."),
    "map.provinces": N_("This map has {provinces} provinces; it takes {least} to {most}."),
    "map.corners": N_("This map has {corners} corners in all; it takes {most} at most."),
    "map.koku": N_("{province:model} yields {koku} koku; a province yields {least} to {most}."),
    "map.castle": N_("{province:model} has a castle of level {castle}; a castle has {least} to {most}."),
    "map.terrain": N_("{province:model} is said to be {got}, which is no terrain of a map."),
    "map.polygon": N_("{province:model} has {corners} corners; a province has {least} to {most}."),
    "map.outside": N_("{province:model} goes beyond the sheet of {width} by {height}."),
    "map.crosses": N_("The rim of {province:model} meets itself."),
    "map.seat": N_("The name of {province:model} stands outside it."),
    "map.overlap": N_("{province:model} and {other:model} overlap."),
    "map.borders": N_("This map has {borders} borders; it takes {most} at most."),
    "map.border-unknown": N_("There is no border between {province:model} and {other:model}: one of them is missing."),
    "map.border-twice": N_("The border between {province:model} and {other:model} is named twice."),
    "map.border-apart": N_("{province:model} and {other:model} do not touch; only a ferry can join them."),
    "map.ferry": N_("The ferry between {province:model} and {other:model} has no road and no river."),
    "map.cut-off": N_("{province:model} cannot be reached from {other:model}."),
    "map.starts": N_("This map has {starts} starts; it takes {least} to {most}."),
    "map.uneven": N_("Starts have the same number of provinces each; these have {sizes}."),
    "map.starts-many": N_("The starts name {named} provinces; the map has {provinces}."),
    "map.start-unknown": N_("Start {house} names {province}, which is no province."),
    "map.start-twice": N_("Start {house} names {province:model}, which is named twice."),
    "map.start-far": N_("Start {house} names {province:model}, which is not next to {seat:model}."),
    "map.capitals": N_("There is one capital of the realm at most; this map has {capitals}."),
    "map.capital-owned": N_("{province:model} is the capital of the realm; no house begins with it."),
    "march.unknown": N_("{province} is no province of this map."),
    "march.border": N_("There is no border between {province:model} and {other:model}."),
    "march.twice": N_("A march comes to {province:model} twice."),
    "march.nowhere": N_("This army is nowhere on the map."),
    "march.far": N_("A warband marches {most} province a round, not {provinces}."),
}

TERRAIN = {
    "plain": N_("plain"), "hills": N_("hills"), "forest": N_("forest"), "marsh": N_("marsh"),
    "river": N_("river"), "coast": N_("coast"), "town": N_("town"), "mountains": N_("mountains"),
}  # fmt: skip
