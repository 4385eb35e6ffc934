"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "activation.unit": N_("Choose a unit to activate and its first order."),
    "activation.order": N_("{unit:model}: the next order?"),
    "option.unit": N_("{unit:model}"),
    "option.move": N_("Normal move ({reach:len})"),
    "option.run": N_("Move at a run ({reach:len})"),
    "option.reaction": N_("Put in Reaction"),
    "option.shoot": N_("Shoot"),
    "option.assault": N_("Assault"),
    "option.end": N_("End the activation"),
    "word.move": N_("Movement order"),
    "word.run": N_("Movement order at a run"),
    "word.reaction": N_("Reaction order"),
    "word.shoot": N_("Shooting order"),
    "word.assault": N_("Assault order"),
    "celtos.unit-activated": N_("{seat:seat} activates {unit:model}."),
    "celtos.order-given": N_("{unit:model} is given an order."),
    "celtos.order-given.move": N_("{unit:model}: Movement, a normal move."),
    "celtos.order-given.run": N_("{unit:model}: Movement, a run."),
    "celtos.order-given.reaction": N_("{unit:model}: Reaction."),
    "celtos.order-given.shoot.target": N_("{unit:model}: Shooting at {target:model}."),
    "celtos.order-given.assault": N_("{unit:model}: Assault in the combat it is in."),
    "celtos.order-given.assault.target": N_("{unit:model}: Assault on {target:model}."),
    "celtos.activation-ended": N_("The activation of {unit:model} is over; {go:seat} is next."),
    "activate.done": N_("{unit:model} has already been activated this turn."),
    "order.again": N_("It has had its {given:word}: each order is given once in an activation."),
    "order.too-late": N_("It has had its {given:word}, and this order would have to come before that one."),
    "order.contact": N_("It is in contact with {enemy:model}: only Assault, or no order."),
    "order.panic": N_("It is in Panic: only Movement, or no order."),
    "order.fury": N_("A unit with Fury cannot be put in Reaction."),
    "order.coherency": N_("It is out of coherency: it may neither shoot nor assault."),
    "shoot.nobody": N_("There is no enemy to shoot at."),
    "assault.nobody": N_("There is no enemy to assault."),
    "topic.ACT": N_("The Activation Phase"),
    "topic.ORD": N_("Orders"),
    "celtos.unit-waits": N_("{unit:model} stays off the table and will enter later."),
    "celtos.unit-left-out": N_("There is no place left for {unit:model}: it counts as destroyed."),
}
