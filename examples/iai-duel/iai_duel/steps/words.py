"""What is said of steps."""

from __future__ import annotations

SENTENCES = {
    "topic.STP": "Steps",
    "step.choose": "Does {duellist:model} step?",
    "option.step": "Step",
    "option.stand": "Stand still",
    "step.too-far": "This step is {length:len} long; {duellist:model} steps {most:len} at most.",
    "step.edge": "{duellist:model} would leave the yard.",
    "step.over": "This step leads over {enemy:model}.",
    "step.look": "{length:len} of {most:len}",
    "iai.stepped": "{seat:seat} steps {length:len}.",
    "iai.stood": "{seat:seat} stands still.",
}
