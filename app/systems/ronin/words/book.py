"""What the pages call the system, its scenarios, table rules and topics of its rulebook."""

from app.systems.ronin.words import N_

SENTENCES: dict[str, str] = {
    "scenario.skirmish": N_("Skirmish"),
    "scenario.skirmish.line": N_("Two bands meet by chance; each has a secret goal"),
    "scenario.capture": N_("Capture"),
    "scenario.capture.line": N_("Carry the chest in the middle off your own edge"),
    "scenario.escort": N_("Escort"),
    "scenario.escort.line": N_("Bring a civilian through a town at dusk"),
    "scenario.hold-the-bridge": N_("Hold the Bridge"),
    "scenario.hold-the-bridge.line": N_("A river, one bridge, and an attacker with a fifth more"),
    "scenario.seize-the-shrine": N_("Seize the Shrine"),
    "scenario.seize-the-shrine.line": N_("Who stands at the shrine when time runs out?"),
    "scenario.defence": N_("Defence"),
    "scenario.defence.line": N_("Half the points, dug in; the rest of the attackers are on their way"),
    "scenario.duel": N_("Duel"),
    "scenario.duel.line": N_("Two Leaders fight; the others must wait for blood"),
    "topic.PRI": N_("The turn and Priority"),
    "topic.MOR": N_("Morale"),
    "topic.MOV": N_("Movement"),
    "topic.SHO": N_("Shooting"),
    "topic.CBT": N_("Combat"),
    "topic.WPN": N_("Melee weapons"),
    "topic.WND": N_("Wounds"),
    "topic.ACT": N_("The Action Phase"),
    "topic.END": N_("The End Phase"),
    "topic.SET": N_("Set-up"),
    "topic.ARM": N_("Building a Buntai"),
    "topic.ATT": N_("Attributes"),
    "topic.TER": N_("Terrain"),
    "topic.SCN": N_("Scenarios and victory"),
    "topic.CAM": N_("Campaigns"),
    "system.name": N_("Ronin"),
    "system.tagline": N_("4 to 20 swords a side"),
    "system.compatible": N_(
        "To be played beside the skirmish game Ronin and its printed rulebook. Unofficial: neither made nor approved "
        "by its authors or publisher."
    ),
    "rule.defence_adds_fight": N_("Fight helps the defence"),
    "rule.defence_adds_fight.line": N_("Fight is added to Defence Rolls too: {clause}"),
    "rule.building": N_("A building"),
    "rule.building.line": N_("A house stands in the middle of the table"),
    "rule.attacker": N_("Who attacks"),
    "rule.escort": N_("Who escorts"),
}
