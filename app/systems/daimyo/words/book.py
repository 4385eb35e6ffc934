"""What the pages call the system and the topics of its rulebook."""

from app.systems.daimyo.words import N_

SENTENCES: dict[str, str] = {
    "system.name": N_("Daimyo"),
    "system.tagline": N_("Samurai armies of clans in ranks and files: command, charges, nerve, two dice a stand"),
    "system.compatible": N_(
        "Unofficial rules text compatible with Daimyo, the samurai battle rules by Ian Duncan. Daimyo and its names"
        " belong to their owner, who has nothing to do with this table."
    ),
    "topic.ORG": N_("Organisation"),
    "topic.WEA": N_("Weather"),
    "topic.INI": N_("Turn and initiative"),
    "topic.ACT": N_("Clan activation"),
    "topic.OBE": N_("Obedience"),
    "topic.RAL": N_("Rally"),
    "topic.MOV": N_("Movement and terrain"),
    "topic.CHG": N_("Charges"),
    "topic.DIS": N_("Disorder"),
    "topic.MOR": N_("Morale"),
    "topic.FIR": N_("Firing"),
    "topic.MEL": N_("Melee"),
    "topic.PUR": N_("Rout and pursuit"),
    "topic.ART": N_("Artillery"),
    "topic.LDR": N_("Leaders"),
    "topic.END": N_("End of the turn"),
    "topic.EVT": N_("Random events"),
    "topic.SCN": N_("Scenarios and victory"),
    "topic.ARM": N_("Building an army"),
    "topic.CAM": N_("Campaigns"),
}
