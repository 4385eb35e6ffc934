"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "move.indoors": N_("{unit:model} is in a building and has to come out first."),
    "topic.ACT": N_("Clan activation"),
    "clan.choose": N_("Name a clan to activate, or your General."),
    "clan.roll": N_("{clan:model} becomes active on {needed}+ with two dice, {adds:sign}"),
    "card.put-back": N_("{card:model} is drawn. Put the card back once and shuffle?"),
    "clan.tried": N_("{clan:model} has had its attempt this turn."),
    "daimyo.order-given.move": N_("{unit:model} is ordered to move."),
    "daimyo.order-given.charge": N_("{unit:model} is ordered to charge {target:model}."),
    "daimyo.order-given.stay": N_("{unit:model} is ordered to stay."),
    "daimyo.order-given.enter": N_("{unit:model} is ordered into a building."),
    "daimyo.order-given.leave": N_("{unit:model} is ordered out of its building."),
    "daimyo.order-given.work": N_("{unit:model} is ordered to the palisade."),
    "daimyo.order-given.exit": N_("{unit:model} is ordered off the table."),
    "daimyo.order-given.frenzy": N_("{unit:model} is frenzied and needs no orders."),
    "daimyo.activation-rolled.active": N_("{clan:model} becomes active: {total} against {needed}+."),
    "daimyo.activation-rolled.failed": N_("{clan:model} does not act: {total} against {needed}+."),
    "daimyo.general-activated": N_("The General of {seat:seat} and his household are active."),
    "daimyo.attempt-declined": N_("No roll is made for {clan:model}: it does not act."),
    "daimyo.activation-ended": N_("The attempt is over."),
    "daimyo.stance-taken.hold": N_("{clan:model} holds and only fires."),
    "daimyo.stance-taken.advance": N_("{clan:model} advances to effective range."),
    "daimyo.stance-taken.attack": N_("{clan:model} attacks."),
    "daimyo.cards-shuffled": N_("{cards} cards are shuffled; nobody knows their order."),
    "daimyo.card-drawn.taken": N_("The card of {clan:model} is drawn: it is active."),
    "daimyo.card-drawn.lost": N_("The card of {clan:model} is drawn, but nobody leads it: it does not act."),
    "daimyo.card-drawn.drum": N_("A Night-drum card is drawn (number {drums})."),
    "daimyo.card-put-back": N_("{seat:seat} puts a drawn card back and the deck is shuffled."),
}
