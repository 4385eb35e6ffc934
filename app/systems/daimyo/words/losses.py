"""Words of hits, losses, leaders in danger and guns that change hands."""

from __future__ import annotations

from app.systems.daimyo.words import N_

SENTENCES: dict[str, str] = {
    "daimyo.hits-taken": N_("{unit:model} takes hits: {hits}; carried: {carried}."),
    "daimyo.stand-lost": N_("{unit:model} loses a stand; left: {stands}."),
    "daimyo.unit-lost.destroyed": N_("{unit:model} is destroyed."),
    "daimyo.unit-lost.dispersed": N_("{unit:model} disperses and is gone."),
    "daimyo.unit-lost.captured": N_("{unit:model} surrenders."),
    "daimyo.unit-lost.left": N_("{unit:model} leaves the table and is lost."),
    "daimyo.unit-lost.saved": N_("{unit:model} leaves the table in safety."),
    "daimyo.gun-abandoned": N_("The crew of {unit:model} abandons it."),
    "daimyo.gun-taken.captured": N_("{by:model} captures {unit:model}: it belongs to {seat:seat} from now on."),
    "daimyo.gun-taken.crewed": N_("{by:model} takes {unit:model} over."),
    "daimyo.leader-diced": N_("Leaders in danger"),
    "daimyo.leader-diced.killed": N_("{leader:model} is in danger: {face}."),
    "daimyo.leader-diced.spared": N_("{leader:model} is in danger and comes through: {face}."),
    "daimyo.leader-killed": N_("{leader:model} is killed."),
    "daimyo.leader-escaped": N_("{leader:model} makes his way to {unit:model}."),
    "leader.held-routing": N_("{leader:model} cannot leave {unit:model} while it routs."),
    "leader.held-pursuing": N_("{leader:model} cannot leave {unit:model} while it pursues."),
    "leader.held-melee": N_("{leader:model} cannot leave {unit:model} while it is in melee."),
    "leader.not-his": N_("{leader:model} does not lead {unit:model}."),
    "leader.full": N_("{unit:model} has its leaders already: at most {most}, and only one of them the General."),
    "word.destroyed": N_("Destroyed"),
    "word.dispersed": N_("Dispersed"),
    "word.captured": N_("Captured"),
    "word.left": N_("Left the table"),
    "word.saved": N_("Saved"),
    "word.abandoned": N_("Abandoned"),
}
