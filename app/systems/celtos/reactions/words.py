"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "celtos.order-lost": N_("The order of {unit:model} is lost."),
    "celtos.order-lost.shoot": N_("{unit:model} can no longer shoot at {target:model}: the order is lost."),
    "celtos.order-lost.assault": N_("{unit:model} can no longer assault {target:model}: the order is lost."),
    "celtos.reaction-readied": N_("{unit:model} is in Reaction."),
    "celtos.reaction-lost": N_("{unit:model} is in contact and loses its Reaction marker."),
    "celtos.reaction-used": N_("{unit:model} uses its Reaction marker."),
    "celtos.reaction-used.move": N_("{unit:model} uses its Reaction marker: {by:model} has moved."),
    "celtos.reaction-used.shoot": N_("{unit:model} uses its Reaction marker: {by:model} is about to shoot."),
    "celtos.reaction-used.assault": N_("{unit:model} uses its Reaction marker: {by:model} is about to assault."),
    "celtos.reacted": N_("{unit:model} reacts to {by:model}."),
    "celtos.reacted.shoot": N_("{unit:model} chooses to shoot at {by:model}."),
    "celtos.reacted.assault": N_("{unit:model} chooses to assault {by:model}."),
    "celtos.reacted.move": N_("{unit:model} chooses to move."),
    "celtos.reacted.none": N_("{unit:model} does nothing."),
    "celtos.responded": N_("{unit:model} responds to {by:model}."),
    "celtos.responded.return-fire": N_("{unit:model} tries to return the fire of {by:model}."),
    "celtos.responded.counter-charge": N_("{unit:model} tries to counter-charge {by:model}."),
    "celtos.responded.evade": N_("{unit:model} tries to evade {by:model}."),
    "topic.REA": N_("Reaction and responses"),
    "reaction.use": N_("{trigger:word} of {unit:model}: which of your units uses its Reaction marker?"),
    "reaction.act": N_("{unit:model} may react to {enemy:model}: what does it do?"),
    "response.assault": N_(
        "{enemy:model} assaults {unit:model}: how does it respond? Its check needs {needed}+, modifier {adds:sign}."
    ),
    "response.return-fire": N_(
        "{enemy:model} has shot at {unit:model}: return fire? Its check needs {needed}+, modifier {adds:sign}."
    ),
    "counter.moves": N_("{unit:model} counter-charges {enemy:model}: move its models."),
    "evade.moves": N_("{unit:model} evades {enemy:model}: move its models."),
    "option.reaction.shoot": N_("Shoot"),
    "option.reaction.assault": N_("Assault"),
    "option.reaction.move": N_("Make a normal move"),
    "option.reaction.none": N_("Do nothing"),
    "option.none": N_("Do nothing"),
    "option.yes": N_("Yes"),
    "option.no": N_("No"),
    "option.counter-charge": N_("Counter-charge"),
    "option.evade": N_("Evade"),
    "word.none": N_("none"),
    "word.counter-charge": N_("Counter-charge"),
    "word.evade": N_("Evade"),
    "word.return-fire": N_("Return fire"),
    "reaction.panic": N_("{unit:model} is in Panic and cannot react."),
    "reaction.contact": N_("{unit:model} is in contact and cannot react."),
    "reaction.blind": N_("{unit:model} does not see {enemy:model}."),
    "reaction.named": N_(
        "{unit:model} is the unit being assaulted: with its marker it may shoot or move, not assault."
    ),
    "response.panic": N_("A unit in Panic cannot respond."),
    "response.contact": N_("A unit in contact cannot respond."),
    "response.spent": N_("It has already made its one response of this turn."),
    "response.marker-used": N_("It has used its Reaction marker on this already."),
    "response.heavy": N_("A Heavy unit cannot evade."),
    "lost.gone": N_("The unit is gone."),
    "lost.panic": N_("The unit is in Panic."),
    "lost.contact": N_("The unit is in contact with {enemy:model}."),
    "lost.target-gone": N_("{target:model} is gone."),
}
