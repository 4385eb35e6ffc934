"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "daimyo.followed-up": N_("{unit:model} follows {target:model} up."),
    "daimyo.routers-passed": N_("{routers:model} runs through {unit:model}."),
    "topic.PUR": N_("Rout and pursuit"),
    "daimyo.after-rout.hold": N_("{unit:model} holds its ground."),
    "daimyo.after-rout.advance": N_("{unit:model} advances."),
    "daimyo.after-rout.pursue": N_("{unit:model} pursues {target:model}."),
    "daimyo.pursuit-rolled": N_("{unit:model} rolls for its pursuit: {distance:len}."),
    "daimyo.pursuit-met": N_("{unit:model} runs into {target:model}: they fight from next turn on."),
    "daimyo.pursuit-attack": N_("{unit:model} strikes at the backs of {target:model}; stands: {stands}."),
    "rout.after": N_("{target:model} has fled: what does {unit:model} do?"),
    "option.hold": N_("Hold"),
    "option.advance": N_("Advance"),
    "option.pursue": N_("Pursue"),
    "pursuit.frenzied": N_("{unit:model} is frenzied and must pursue."),
    "pursuit.no-troops": N_("Neither guns nor headquarters go after an enemy."),
    "pursuit.halted": N_("{unit:model} is halted until the end of turn {until} and stays."),
    "pursuit.inside": N_("{unit:model} keeps its building."),
    "pursuit.gone": N_("{target:model} is not on the table any more."),
    "daimyo.rout-rolled": N_("{unit:model} rolls for its rout move: {distance:len}."),
    "daimyo.rout-moved": N_("{unit:model} runs {distance:len}."),
    "daimyo.rout-moved.off": N_("{unit:model} runs off the table."),
    "daimyo.rout-moved.barred": N_("{unit:model} has nowhere to run and surrenders."),
}
