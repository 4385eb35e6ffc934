"""What the sketches of the pages ask for, point by point, and whether the pages do it: for their document."""

from __future__ import annotations

from typing import NamedTuple

MARKS = ("reached", "surpassed", "not")
Point = tuple[str, str]


class Sketch(NamedTuple):
    """A sketch: ``of`` what, the page of ours that is pictured beside it (none if there is none), each point judged."""

    of: str
    page: str
    points: tuple[Point, ...]


SKETCHES = (
    Sketch("the skirmish", "play-ronin", (
        ("reached", "The table is the page: panels are quieter than the board, ground is quieter than counters."),
        ("surpassed",
         "Ground is a flat wash under a brush line; where something is in the hand, drawn or aimed the "
         "exact edge of the rules lies over it, so the drawing may wind and still hides nothing."),
        ("reached",
         "One thing asks at a time: a headline in serif, the gold bar, one button of ink, the clock, the "
         "sentence of what silence means."),
        ("reached", "A refusal stands where it happens, with figure and clause, and in full in the panel."),
        ("reached",
         "Counters: halo, stone, rim, arm over code, badges on the rim; sides by polarity as well as hue."),
        ("surpassed",
         "Lists name weapons and wounds; no name in them is cut. The card of a piece stands below the "
         "table, two side by side."),
        ("reached", "A walk that is drawn shows its swept ground, what it may not come near, its cost and its end."),
        ("reached", "A shot is drawn with its lines of sight and the place where each meets cover."),
        ("reached", "A hue says one thing; the seat that is called red is red."),
        ("reached",
         "Who may act has a thin gold ring and a dot in his list, who is chosen a thick ring and a gold row, who has "
         "acted is pale and has a tick."),
        ("reached", "Above the table the turn of how many, the phases in full, whose go it is, how many watch."),
        ("reached",
         "The log has emblem, code and name in the hue of the side and its rule at the left, dice as they fell, what "
         "was added, total against needed."),
        ("reached", "Figures along the edge, a bar of lengths where nobody stands; a ruler that the others see."),
        ("reached",
         "On a phone the board, the sheet with question, log, talk and models, and the small map once one is near."),
        ("not",
         "The tip of a heading outside the rim: bases of Ronin have no facing; the trail of the last move "
         "is shown."),
        ("not", "How many of a side are still to move beside whose go it is: the gold dots in the list tell it."),
        ("reached",
         "The key of arms stands in the strip of the cards, where the sketch has it, and takes nothing of the lists; "
         "on a phone three rows of it stand at the foot of the sheet, the rest where it is asked for."),
        ("reached",
         "A key of the ground has each kind that lies there, drawn as it is, with what it does, read from the tables "
         "of the rules; where units are led, and below the question on a phone, it has those alone whose name has no "
         "room on the table, by picture and name; whole it is under Models there."),
        ("reached",
         "Before a move is given the panel says which shots it would open, of three at most what each needs and its "
         "chance, which stands at the enemy too, with the sum of the best."),
    )),
    Sketch("the battle", "play-daimyo", (
        ("reached", "Ranks are drawn stand by stand, foot and horse, with what they bear ahead of the front."),
        ("reached",
         "The front edge and a standard behind tell the clan, by hue and by the sign of its leader, where "
         "there is room."),
        ("surpassed",
         "Seen whole, those of a clan that stand together have one sign: who leads, their name, how many bear "
         "which arm; each body has a row of the shape of its arm, which stands on sign and key too, and ground, "
         "line and sign of a clan have one hue. A test measures in the largest battle, on a phone too, that signs "
         "count each formation by clan, side and arm and that no label lies on another or on a counter."),
        ("reached", "Leaders stand at the head of the sign of those they lead, else beside them, tied to their place."),
        ("reached", "Arcs, command, reach and lanes are drawn as they were computed, each with its name."),
        ("reached",
         "A charge is an arrow with used and needed; a test of morale shows its table with the place that "
         "decided."),
        ("reached", "Both cards side by side, the strip of losses against the breaking point, the small map."),
        ("reached", "What may come of an answer stands on its button as a bar, with the likeliest in words."),
        ("reached",
         "What befell a body is a badge at it, or beside the plate of the sign of several, told in the key: routing, "
         "disordered, halted, in melee."),
        ("reached",
         "Whatever else is drawn is in the key: what came of a deed where its line ends, ways gone, how many of a "
         "unit, empty places, who leads in ranks, who did not act. Deeds are numbered as a list is, and only those "
         "whose number has room on the table."),
        ("surpassed",
         "On a phone a wide table lies turned, its tools beside it, with all that is written upright; half as large "
         "again where the sheet is lowered."),
        ("surpassed",
         "Each thing that happens is played on the table with its dice, and its sentence stands at the edge while it "
         "is shown."),
        ("surpassed",
         "Woods, hills with contours, waters, paddies between dykes and village blocks with their roofs."),
        ("not", "Emblems on the standards: emblems are the sides', a clan bears the sign of its leader."),
        ("not",
         "Disordered ranks drawn ragged: their rim is broken and a wave stands behind them; a headquarters "
         "is a frame like others, not an enclosure of cloth."),
        ("not", "The table of morale as a leaf of its own on a phone: it stands with the throw in the log."),
    )),
    Sketch("a piece in the hand", "hand", (
        ("reached",
         "Reach is where the base may come to lie, worked out along ways; walls, banks and edges bend it."),
        ("reached", "Each order has a band with its figure: one closed, one broken line."),
        ("reached", "What may not be come near is dashed, with one note."),
        ("reached",
         "Let go near an enemy it touches him; let go too far off it stands at the nearest place that is "
         "allowed, and says why, with a cross where the hand let go."),
        ("reached", "The answer stands at the piece and in the panel; on a phone as large as a finger."),
        ("reached", "Enemies bear the chance to hit them; a click on one arms the order."),
        ("surpassed", "Units of many models and formations in ranks are taken, dragged and shaped in the same way."),
        ("reached", "Orders that end something name first who has not acted; the rest that hold are counted."),
        ("reached", "Orders carry their figure before they are chosen; what is closed is struck, with why and clause."),
        ("reached", "A stone shows what it bears, over its code; both cards stand below the table."),
        ("reached",
         "Beside the name on a card is the ladder from unhurt to killed, with where it stands: of a unit of Celtos by "
         "its losses, half and panic, of one of Kensei by its Wounds and flight, of one of Daimyo from good order to "
         "destroyed."),
        ("reached", "A figure that a wound has changed shows the old one struck, with what changed it."),
        ("reached", "What is pressed at the table has what may come as a bar that darkens, as in the panel."),
        ("not", "The same bar at every enemy before one of them is pressed: the chance alone stands there."),
        ("not",
         "Cards whole at 900 pixels of height: of each some four lines are seen, the rest by rolling in the card."),
        ("not", "What is beyond the screen waiting at its edge with an arrow: the small map shows where it stands."),
        ("not",
         "The figures of both bands off the piece wherever it stands: near an edge of the table they may lie on it, as "
         "when this was taken."),
    )),
    Sketch("a lesson", "lesson", (
        ("reached", "One sentence of the coach, in serif, with one clause."),
        ("reached", "The piece that is meant pulses with a ring of gold; where less motion is wanted two rings stand."),
        ("reached", "The arrow is of ink and ends at a dashed stone where the piece should stand."),
        ("reached", "*Show me* plays it, *Hint* says how by hand and by keys; dots for steps done, now and to come."),
        ("reached", "Step back, from the beginning and leaving are there, and quiet; how far one came is kept."),
        ("reached",
         "The clause is quoted as it stands, with what is refused before it and how it is played; *Try it yourself* "
         "lays it out."),
        ("surpassed", "It is an ordinary table, with all that one has there, and each path ends with a battle."),
        ("not", "The length of the way at the arrow: the band and the cost of what is drawn tell it."),
        ("not", "The names of the steps beside their dots: the path has those of the lessons."),
        ("not",
         "A case in four steps with the sum in one column and the wound table as a ladder: the lines of the log tell "
         "it, with dice, what was added and the outcome."),
        ("not",
         "The first wrong try told of beforehand: it is answered like a refusal, by the rules first, then by what the "
         "lesson wants."),
        ("not",
         "A clause that is played in the page itself: beside it stands how it is played, the table to try it is a "
         "page of its own."),
    )),
    Sketch("the front page", "home", (
        ("reached", "Set the table: system, and at once against the bot, by link or on one screen."),
        ("surpassed",
         "Ready scenarios, the strength of the bot and a set-up of one's own begin from the same place."),
        ("reached", "Your turn: each game as a picture with what is asked, the gold bar at what waits."),
        ("reached", "Open games with size and pace; challenges and what friends play stand beside them."),
        ("reached",
         "Live tables as pictures with how many watch, what each side has lost or scored (none was open to Hana when "
         "this was taken)."),
        ("reached", "Campaigns that anybody may read; what one's own ask stands under Your turn, with the hour."),
        ("reached", "The emblems of the houses of each campaign beside its name."),
    )),
    Sketch("a campaign", "campaign-map", (
        ("reached", "Provinces by wash, emblem and inked frontier; castles, koku, roads, rivers, armies."),
        ("reached",
         "Seasons along a line, the present one in gold; orders sealed until their hour, seen by oneself "
         "alone."),
        ("reached", "Standings with one's own line tinted, news with where to see it, the round with its deadline."),
        ("surpassed", "The map is told in words too, and orders are given by lists as well as on it."),
        ("reached", "Battles of the round are numbered signs on the frontier, each the way to its page."),
        ("reached", "Who is awaited, for what and since when, with a reminder once a day."),
        ("reached", "The last chapter of a warband stands on the page of the campaign, the whole story on its own."),
        ("reached",
         "The roll of its band beside the chapter: experience, what was gained, what each is remembered "
         "for (below what is pictured here; the picture of `campaign` has it)."),
    )),
    Sketch("a warband", "campaign-warband", (
        ("reached", "Emblem, name, worth, battles, purse, honour and members at its head."),
        ("reached", "Worth over time against the mean of others, with what each battle brought."),
        ("reached", "Each member is a sheet: stone, profile, weapons in a line with their clause, what he is worth."),
        ("reached", "Experience as a bar with its gates; what each is remembered for."),
        ("reached", "Treasury and ledger are books: each line with its clause and what it comes to."),
        ("reached", "What one must choose comes first, and shows what it would bring."),
        ("reached", "Graves of those who fell (none had when this was taken)."),
        ("not", "Who is waited for beside it: that stands on the page of the campaign."),
        ("reached",
         "The next battle as picture: its table as it stands, before that is laid its place on the map; without a map "
         "the line alone, for its ground is not drawn yet."),
        ("not", "Hours both have free: dates are proposed on the page of the battle."),
    )),
    Sketch("a battle told again", "analysis", (
        ("reached", "Moments in the order of time, each with a picture of the position and the way to see it."),
        ("reached",
         "The curve parts the picture between the two sides, with their names in it; where no chance is known "
         "it shows the worth, and says so."),
        ("reached",
         "A decision is a filled diamond, luck an open die, on the curve, in the key and on the cards; four "
         "moments at most, each with its swing."),
        ("reached", "Luck gives its chance, a decision its consequence; what the moments do not explain is said."),
        ("reached",
         "Better: the dearest decision, played dashed and grey, better solid and green, each with its "
         "chance."),
        ("reached",
         "Beside the curve how the dice of both sides fell against fair ones, and who fell, each side apart; a short "
         "film on the report, one click away."),
        ("not",
         "The dice as bars for each total: their mean against the fair one, and how rare that is; who felled whom "
         "stands in the moments."),
        ("surpassed", "The curve stands in a table too, turn by turn, each turn the way to its moment."),
        ("not",
         "The dashed line of the same game with fair dice: only the luck of the stretches that changed most "
         "is known."),
        ("not", "Playing on from a moment against the bot."),
    )),
)  # fmt: skip
"""All of them."""
