"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "challenge.offer": N_("Shall {leader:model} call out {foe:model}?"),
    "challenge.answer": N_("{foe:model} calls out {leader:model}: does he accept?"),
    "leader.moved": N_("{leader:model} has moved."),
    "leader.no-charge": N_("A leader never charges by himself: {leader:model} goes along when his unit charges."),
    "leader.no-room": N_("{leader:model} has nowhere to go."),
    "leader.starts-elsewhere": N_("The path does not start where {leader:model} stands."),
    "leader.stays": N_("{leader:model} stays where he is."),
    "leader.off-table": N_("{leader:model} would leave the table."),
    "leader.barred": N_("{leader:model} cannot enter this ground: {kind:word}."),
    "leader.too-far": N_("{leader:model} would use {used:len}; he has {allowed:len}."),
    "leader.too-near": N_("{leader:model} must stay more than {clear:len} from {enemy:model}; that is {gap:len}."),
    "leader.with-it": N_("{leader:model} is with {unit:model}."),
    "leader.not-touching": N_("{leader:model} has moved and does not touch {unit:model}."),
    "leader.nobody": N_("There is no unit that {leader:model} may join."),
    "leader.no-general": N_("{leader:model} is not the General."),
    "leader.sits-active": N_("{leader:model} takes his seat only while he is active himself."),
    "leader.seated": N_("{leader:model} is seated."),
    "leader.moved-no-seat": N_("{leader:model} has moved in this activation and cannot sit down."),
    "leader.not-at-hq": N_("{leader:model} is not at his headquarters."),
    "leaders.used": N_("{leader:model}: {used:len} of {allowed:len}"),
    "leader.held-routing": N_("{leader:model} cannot leave {unit:model} while it routs."),
    "leader.held-pursuing": N_("{leader:model} cannot leave {unit:model} while it pursues."),
    "leader.held-melee": N_("{leader:model} cannot leave {unit:model} while it is in melee."),
    "leader.not-his": N_("{leader:model} does not lead {unit:model}."),
    "leader.full": N_("{unit:model} has its leaders already: at most {most}, and only one of them the General."),
    "topic.LDR": N_("Leaders"),
    "daimyo.challenge-made.accepted": N_("{leader:model} calls out {foe:model}, who accepts."),
    "daimyo.challenge-made.refused": N_(
        "{leader:model} calls out {foe:model}, who refuses: the leaders of {unit:model} add nothing this round."
    ),
    "daimyo.challenge-made.declined": N_(
        "{leader:model} calls out {foe:model}: a General need not answer a mere Daimyo."
    ),
    "daimyo.challenge-rolled": N_("{leader:model} fights: {total}."),
    "daimyo.challenge-ended.won": N_("{winner:model} kills {loser:model} in single combat."),
    "daimyo.challenge-ended.level": N_("The single combat ends without a victor."),
    "daimyo.leader-moved": N_("{leader:model} goes {used:len} of {allowed:len}."),
    "daimyo.leader-attached": N_("{leader:model} joins {unit:model}."),
    "daimyo.general-sat": N_("{leader:model} takes his seat at {hq:model}."),
    "daimyo.leader-diced": N_("Leaders in danger"),
    "daimyo.leader-diced.killed": N_("{leader:model} is in danger: {face}."),
    "daimyo.leader-diced.spared": N_("{leader:model} is in danger and comes through: {face}."),
    "daimyo.leader-killed": N_("{leader:model} is killed."),
    "daimyo.leader-escaped": N_("{leader:model} makes his way to {unit:model}."),
}
