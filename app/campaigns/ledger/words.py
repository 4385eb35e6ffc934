"""The sentences of what every command of a campaign passes."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES = {
    "campaign.not-yours": N_("This is not yours to do in this campaign."),
    "campaign.no-account": N_("For this you need an account: sign in first."),
    "campaign.no-system": N_("There is no rule system {system}."),
    "campaign.archive": N_("This campaign was read from a file: it can be looked at, not gone on with."),
    "campaign.no-name": N_("A campaign needs a name of at most {most} letters."),
}
