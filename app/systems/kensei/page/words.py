"""What the pages call the system and the topics of its rulebook."""

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "system.name": N_("Kensei"),
    "system.tagline": N_("Samurai skirmish in ranked units: orders told before they are done, honour, duels, magic"),
    "system.compatible": N_(
        "Unofficial rules text compatible with the first edition of Kensei, the samurai miniatures rules by Zenit"
        " Miniatures. Kensei and its names belong to their owner, who has nothing to do with this table."
    ),
    "topic.STA": N_("Stats, dice and rolls"),
    "topic.TYP": N_("Model types and formations"),
    "topic.LOS": N_("Line of sight"),
    "topic.TER": N_("Terrain"),
    "topic.DEP": N_("Setting up"),
    "topic.TRN": N_("The turn"),
    "topic.SPO": N_("Special Orders"),
    "topic.WRN": N_("Warning Orders"),
    "topic.ORD": N_("Generic Orders"),
    "topic.MOV": N_("Movement"),
    "topic.RNG": N_("Ranged attacks"),
    "topic.SPI": N_("Magic"),
    "topic.ABI": N_("Abilities and traits"),
    "topic.CHG": N_("Charges"),
    "topic.CBT": N_("Combat"),
    "topic.CNF": N_("Characters and duels"),
    "topic.RES": N_("Combat resolution"),
    "topic.RUN": N_("Flight and Chase"),
    "topic.DEF": N_("Destruction"),
    "topic.ARM": N_("Building an army"),
    "topic.SCN": N_("Scenarios and victory"),
}
