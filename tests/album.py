"""A picture of every page, wide and narrow, and the document that shows them side by side."""

from __future__ import annotations

from pathlib import Path

from tests.browser.house import PAGES
from tests.browser.server import ROOT
from tests.sketches import SKETCHES, Sketch

FOLDER, INDEX = ROOT / "docs" / "pages", ROOT / "docs" / "pages.md"
SIZES = {1440: 900, 390: 844}
"""The widths of the pictures, each with the least height of its window."""
WIDTHS = {1440: 640, 390: 190}
"""How wide the document shows them."""
HALVES = {1440: 320, 390: 95}
"""And where four stand side by side."""
STAGED = ("hand", "lesson")
"""What is pictured of pages besides themselves: something is done there first."""
SYSTEMS = {"ronin": "Ronin", "celtos": "Celtos", "daimyo": "Daimyo", "kensei": "Kensei"}
ABOUT = {
    "front": "The front page, to somebody who comes for the first time: a battle that was fought, told again beat by "
    "beat (`lessons/battle.film` of its system; `python -m tests.film` fights and records it), and three ways on.",
    "home": "The front page to Hana: a challenge, games that wait for her, tables to watch and to join.",
    "lobby": "Tables at which anybody may sit down.",
    "lobby-live": "Games that anybody may watch.",
    "my-games": "One's own games, by how they stand.",
    **{f"new-{key}": f"Setting up a battle of {name}." for key, name in SYSTEMS.items()},
    "open-seat": "A seat at a table of the lobby.",
    "join": "A seat kept for whoever has the link.",
    "lead": "A side that is led by several, for whoever has its general's link.",
    "challenge": "A seat kept for somebody who was challenged, who brings a roster.",
    "wait": "Waiting for the other player, with the link to send.",
    **{f"play-{key}": f"A game of {name} in play." for key, name in SYSTEMS.items()},
    "play-other-side": "The same game of Ronin from the other side.",
    "play-plain": "The same game without script: questions are answered by plain forms.",
    "consent": "An umpire is proposed in the middle of a game: Mika is asked whether she agrees.",
    "consent-asked": "The same game to Hana, who proposed: who is still waited for.",
    "watch": "A game from the watchers' benches.",
    "watch-delayed": "A table whose watchers see all, but ten minutes late: not yet.",
    "over": "A battle is over.",
    "replay": "A battle looked back at, moment by moment.",
    "report": "The report of a battle.",
    "analysis": "A battle told again: how it stood, where it turned, and what would have been better.",
    "umpire": "The umpire's desk.",
    "umpire-asked": "The same page to a player, who asks for a ruling.",
    "replace": "A seat in a game in play that is offered to somebody else.",
    "rosters": "One's rosters, and the ready ones.",
    **{f"roster-{key}": f"Building a roster of {name}." for key, name in SYSTEMS.items()},
    "roster-print": "A roster to be read and printed.",
    "roster-shared": "A roster of somebody who shared its link.",
    "roster-import": "Bringing in a roster as text or JSON.",
    "terrain": "The drawing board for tables, empty.",
    "terrain-kept": "A table that was drawn and kept.",
    "scenarios": "A scenario of one's own is begun from a printed one.",
    "scenario-kept": "One that Hana keeps: what is changed, who judges it, and how it is tried, set up and shared.",
    "learn": "The paths of lessons, and puzzles.",
    "rules": "The rulebooks.",
    "rules-ronin": "The rulebook of Ronin, clause by clause.",
    "dice": "How the dice fall: the formula in words and an example worked by hand.",
    "campaigns": "One's campaigns and what waits in each, an invitation, those anybody may read.",
    "campaign-new": "A new campaign.",
    "campaign-all-rules": "The clauses of campaigns, whatever the system.",
    "campaign": "A campaign to one of its players: what waits for her, standings, news, the battles of the round.",
    "campaign-map": "A war on a map, orders being given.",
    "campaign-join": "A campaign that still gathers, to somebody who may join.",
    "campaign-battle": "A battle before it is fought: a date, and who is sent.",
    "campaign-battle-over": "A battle that was fought, and all that followed from it.",
    "campaign-warband": "A warband: its members whole, its worth, its story, its books.",
    "campaign-standings": "The standings with every tie-break.",
    "campaign-chronicle": "The chronicle: each battle told from its events, and what people say of it.",
    "campaign-ledger": "The ledger: everything that ever happened.",
    "campaign-rules": "The clauses a campaign is played by.",
    "campaign-verify": "How a campaign is checked, and what a check found.",
    "campaign-host": "What a host and an umpire do.",
    "campaign-draw": "The drawing board for a campaign's map.",
    "people": "Friends, and those one has blocked or muted.",
    "person": "What everybody may know of an account.",
    "signup": "Signing up.",
    "signup-guest": "Signing up as a guest, who takes games and rosters along.",
    "signin": "Signing in.",
    "forgot": "A password that was forgotten, on a server that sends no mail.",
    "account": "One's account: looks, password, sessions, tokens, leaving.",
    "account-guest": "The same to a guest.",
    "notices": "Where and of what one is told.",
    "admin": "The host's pages: how the server does.",
    "admin-errors": "Rules that broke, each kept as a case.",
    "admin-reports": "Reports of people.",
    "admin-accounts": "Accounts.",
    "admin-games": "All games.",
    "admin-settings": "Registration, invitations and what the front page says.",
    "admin-webhooks": "Which other programs are told what anybody here may know.",
    "not-found": "An address that leads nowhere.",
}
ROOMS = {
    "page": "what all pages share: frame, symbols, refusals, drawings of ground and counters; words and helpers",
    "learn": "paths and lessons, and the strip of a lesson at its table",
    "table": "the room of a game, and the umpire's desk: puts together what its own rooms hold",
    "table/line": "talking to the server: answers, previews, the socket",
    "table/space": "lengths, points, ways and formations: numbers alone, as the server has them",
    "table/board": "what lies on the table: ground, counters, units, marks, where one looks, and all of it in words",
    "table/pointing": "measuring, and what people show each other on the table",
    "table/panels": "what stands beside the table: mast, bands, clocks, cards, rolls, log, talk",
    "table/question": "what the panel asks: who may answer and why not, forms, consents, what a seat lets pass",
    "table/hand": "answers given on the table: pressing, dragging, ways, places, directions, loose units",
    "table/manoeuvre": "formations that are dragged: steps, handles, what they cost",
    "table/eye": "what happens, shown on the table line by line: beats, what is lent of the board, who was away",
    "lobby": "front page, the door for newcomers, open tables, one's own games, setting up, sitting down",
    "rosters": "lists, the builder, the sheet that is read and printed, bringing one in, what counters wear",
    "terrain": "the drawing board of tables",
    "scenarios": "making scenarios of one's own",
    "rules": "rulebooks, clauses seen played, quick sheets, and how the dice fall",
    "campaigns": "a campaign as its players see it: what is now, battles, warbands",
    "campaigns/map": "the map, marches on it, the board it is drawn on",
    "campaigns/hosting": "a new campaign, its settings, what a host does",
    "campaigns/book": "what is only read: rules, standings, ledger, check",
    "people": "accounts, friends, notices",
    "people/entry": "signing up and in, passwords that were forgotten",
    "host": "what only the host of the server sees",
    "replay": "looking back at a battle: moment by moment, its report, and told again",
}
"""Every folder of templates, scripts and style sheets, and what it is for; one name in all three."""
HEAD = """# Every page

Taken by `python -m tests.pictures pages` in a furnished house (`tests/browser/house.py`): 1440 and 390 pixels wide, by
day, tall pages cut off at 1600 pixels. At its end stand those of which there was a sketch, by night too.

A template names a file by `file('css/…')` and a module by `module('js/…')`. The address holds a mark of the whole set
of files (`app/web/page/files.py`): browsers keep it for good, a page never mixes two versions, and all that a module
imports is fetched at once. Files and pages are sent packed (gzip).

**Without script** a browser is led from the table to `/play/{id}/plain` (`app/web/table/plain.py`, `typed.py`): the
question as plain forms, each level of a menu a page, places and paths typed in the unit of the game; below it the
drawing, the table in words and the log. A page that waits has a link to look again.

**What is confirmed** stands at the table's body as `data-confirm`: `always`, `final` (only what cannot be taken back)
or `never`. It is the preference `confirm` of the account, else of the browser (the cookie `gunbai-confirm`); who has
chosen nothing has `always` where one plays by letter and `final` elsewhere (`app/accounts/prefs.py`).

**What happens is shown** (`static/js/table/eye`): each new line of the log that has a picture (`data-picture`,
[events](engine/events.md)) is a beat, played over the table, oldest first. The board itself is at once what the
server says: a counter that moved is only shown where it was until its beat, one that is gone by a likeness, and
nothing of that is left once the beats end or are skipped: by `.`, a press on the table, an answer. Of
more than eighty that wait the last forty are played; headings that follow each other
are read as one. Who moves without a line of his own goes with the card that told him to. How quickly, or not at all,
is the preference `pictures` (`data-pictures` of the body; the cookie `gunbai-pictures`), chosen in the menu of the
table or with the account. While a beat is shown its sentence stands at the edge of the table. Where less motion is
wanted its marks stand still. A tab that nobody sees plays nothing; who comes back is offered what he missed. A line
of the log shows its picture on hover or focus, with the way that was gone in it while the page was open, and is
played again on a click; a line that comes under a pointer that rests is not looked at. A roll in which both sides
strike is a beat for each, with his dice (`staged` in `app/web/table/entries.py`). Crosses stay where counters fell
until the turn after next. Each move of a turn leaves a trail until somebody moves in the next, those before the last
fainter; where one is asked, until one has answered besides (`static/js/table/board/trails.js`).

**What was done since one's last go** stands above the question (`eye/since.js`): the version at which he last began a
go himself, not the clock, a bot or a standing order, is told with the panel (`data-answered`; 0, since the battle
began, before his first; what a seat has set up as offered begins with an answer of its own), and the lines of the log
after it are deeds (`eye/deeds.js`), each with who did it and what came of it. A go begins with every answer but one to
a question that is put in the middle of a deed, to defend, to throw again, to react: a system names those (`midway`).
Such an answer begins nothing anew: all that stands there was done since one's last go, and none of it is marked as
newer than the rest. Of one's own those are told of which something came or that were done to others, and what was
rolled. A charge is one deed with who comes to meet it and who is driven back, a walk one with where it led, a rout one
with what began it, dice for who begins one with what they decide; who is told to act in the go of another does a deed
of his own. Of several orders that is done which the deed carries out (`Picture.order`), of several of a
kind that at whom it is done to, else the first that stands; one that does not come to be stands with why
(`Picture.why`), and nothing done later is of it. What another phase came between is no deed of the same.
Where no line says what came of a deed the dice thrown for it last do; the same sentence is told once with
how often, and where the same is told of several who follow each other, or did nothing, they are named in one line
(`eye/told.js`). **How much a deed matters**: a system names in `graves` which events are grave (`GRAVES`: somebody
dies, flees, is hurt, fails in his nerve, is in another state); then come charges, shots and blows of which nothing
came, moves, rolls, what is only said, set up, ordered and not done yet, what a side rolls, and who does nothing.
Folded, deeds are rows (`eye/rows.js`): a fight is one, from what led up to it to its last stroke, with who struck whom
and what came of it (or who let pass, where nobody struck), and so are moves that differ in nothing but how far they
led, as far as nothing was rolled or said of a side between them: who goes by another activation stands after that.
Where another turn begins that stands between. Five rows are not folded; of more as many stand there as have room (on a
phone one), from what matters most on. In a row who was named is told by his code (with a figure or a small letter for
one, by that and the first word of his name), unless another who is named there bears the same, and nothing stands in
brackets: there a system's sentences say how it was reckoned. Who took how many wounds is told of each unit after what
led to it, where dice wound (`Sketch.hurt`). Where the rows have no room those that are longest say less, step by step,
down to one line: not how far it led, fewer of what came of it, strokes of which nothing came only counted; the gravest
stays to the last, and what is longer than five lines still says who did it in one line, cut with an ellipsis, and what
came of it in as many as it needs: a row is never cut in its result (on a phone, where a row has one line for it, the
list says the rest). Where anything is cut or left out a button opens the list and says how much more there is of what
kind. Names bear the colour and emblem of their side, and a deed those of who did it. Opened, all stand there in the
order in which they were done, the first on top, each stroke with what was spent on it and how it was met, of a duel
too (what is spent, thrown or said once it is told what came of a stroke is of the next); the list takes room of the
log and lies over nothing, on a phone over the question until one goes on to that. On the table a thin line from who
did it to whom stays for each but what is given to one's own, which ends full where it came off and hollow where not.
**A number means one deed**, in the list and on the table (`eye/numbers.js`): once all is shown and the reader is asked,
of each row that stands the foremost deed that is to be seen there has one, beside the end of its line, off all that is
drawn or written; opened, folded, near or far it keeps that until he answers, and where it has no room on the table it
has none in the list. A move under half an inch or a centimetre leaves no line. With an answer go the
trails of before it and the card of what was read last, too. Only what has been shown is told: a question that runs
ahead of its pictures can be answered at once, and looks quiet until they are over. All that has come is shown in about
eight seconds (`eye/queue.js`), the quicker the more it is, up to ten times; where nothing moves up to four, and the
oldest of more is not played. Where time is short those of a side who go after each other go together, and are looked
at together. Listeners hear what has come in one sentence, what comes of it later too, and the lines that are no deeds.
What is offered to who was away is made of the same deeds, grows until he answers (for a watcher not at all), begins
anew when he was away again, and stays until he answers or puts it away. While others are asked the panel keeps its
height.

**A clause explains itself**, and so does an option that goes by it: on hover, on focus and on a long press its own text
stands beside it (`static/js/page/explain.js`, from `/rules/{system}/{clause}`); the `?` of a question shows that of the
clause it is asked under. At a table and in a replay a click holds it there, with the way to its place in the rulebook,
which opens in a tab of its own: a game is never left by reading.

**What a piece is** stands on its card, in a strip below the table that is always there, so that nothing moves when one
comes: pointed at, chosen or reached by key a piece shows it, `I` or its lock holds it, and two stand side by side.
Beside its name is the ladder from unhurt to gone, where its system has one (`Inspection.ladder`). What
is held survives a reload in its tab. Each figure is explained by its clause. Beside the pointer the same stands in
short. On a phone the card lies on the sheet of the models, for the table is needed while one plays.

**Where one looks** is one's own: zoom and place survive a reload of the page in its tab (`Camera.resume`). Who has come
near sees a small map with what he sees of it, and goes by it; it lies in the left corner in which fewer pieces stand.

**A counter shows its arm**, which its system declares (`Piece.arm`, one of `ARMS` in `app/engine/views.py`): a
silhouette, over the code from near, beside that on a body, alone from afar, with the code beside it where there is
room. A stone of one man is no larger than reaches half way to the next, nor smaller than its base, nor than twelve
pixels across where it laps over no more than a quarter of the next (`stones.js`); where nothing can be read on it, or
its code has no room beside it, men who stand beside each other and bear the same
have a tag with their sign and codes, two of them one each where there is room, tied to them, and each still his sign
on his stone, as large as that allows; all tags choose their places together, and those of either side have corners of
their own, as signs have. Whatever the zoom, the larger of a silhouette on its stone and on its tag is at least 11.5
pixels wide. The name of a unit of loose models that has met another says how many they are. The outline of a unit of
loose models lies close about them, and where another of its side stands against it a line parts them, and sign, its
line and the edge of its men have one hue, which nobody else has, of neither side, as long as there are others; where
nobody measures only where they touch (`hugged.js`). A sign and those
it stands for light each other up where the pointer is, or was tapped last (`light.js`). The key has each sign that is
on the table. On a wide screen it stands in the strip of the cards, beside one card with each arm, beneath two, and
takes nothing of the lists; on a phone it is under Models, and what of it is on the table now stands at the foot of
the sheet in three low rows, of the log where one looks back: the rest where it is asked for, nothing once it has been
put away; its tool lays all of it over the table, however low the sheet stands (`key.js`). In it too is what each kind
of ground does that lies on this table, from the tables of the rules
(`app/web/table/board/ground.py`), which the table in words says too. The bar of lengths stands in a corner where
nobody does (`scalebar.js`). Who has acted keeps his side's colour and has a tick.

**What a player made for his counters** ([likenesses](likenesses.md)) lies on stone or tag in place of the silhouette,
within the rim of the side; `K` or the menu shows silhouettes (`panels/faces.js`), as chosen last in this browser.

**Ground is drawn as it grew** (`app/web/page/outlines.py`): a wood, a hill with its contours, a river wind along the
edge the rules know, the same piece always alike, never off it by more than a tenth of how thick the piece is. That
edge itself is shown over it while something is in the hand, drawn or aimed. What was built has its edge exactly there
and a roof that tells what it is (`roofs.py`). All stamps of a kind on a piece are the bends of one path with a marker.

**What is written on the table gives way** (`static/js/table/board/labels.js`, of bodies `ranks.js`): the code of a
formation stands where
it lies on nobody else, else it is left out until one comes nearer or points at it; a leader among his men is drawn
beside them where the table is small, tied to his place; a stone too small for its code has it at its side; names of
ground take the next of their lines that is free. Of what is written for a moment the lesser is left out (`yields.js`):
what is drawn goes before what one reaches, that before names of areas, and those before names of ground. The whole
table leaves the tools their edge.

**From afar a formation is a block** in the hue of its side. What it bears is told before all else: a silhouette on it
beside its code, or with its code on a tag that is tied to it (`ranks.js`, `places.js`).

**Those of a force that stand together are gathered** where one of them is too small to bear that (`musters.js`), and
beside them stands one sign of their side with who leads at its head, their name where there is room, the short of it
where there is less (`named.js`; where one of all has no room for it, none has a name), how many bear which arm, and
what befalls them. Where each of several arms has room
for its silhouette it bears that (`own.js`); else a row of one shape lies on each body, what it bears, and on the sign
each arm stands over its shape, as in the key (`borne.js`): then a line binds them where all of them end, and a
thinner one parts them (`borders.js`). A shape that would be less than seven pixels wide is not drawn: then they are
one counter, their ground filled in their side's colour, which looks where those of them do who look out of it.
Ground, the line of the sign and its rim have the hue of their clan, and an edge in the colour of the table parts it
from others. The name of a force stands once: others of it who
stand apart are told by the code of who leads them. Signs, and the names of units of loose models, choose their places
together (`choice.js`): on nothing that is drawn or written, near to their own and not to others, no tie on another or
on an enemy, none under a sign, and all over what is drawn, ending in a dot on one of their own; a sign stays where it
was as long as that is no worse; who is asked has the better place, figures at the edge of the table give way, and
roofs are kept free where there is other room. Where there is no room for a sign its formations are not gathered: each
bears what it can by itself. A press on one leads to its formations, which part as soon as each can bear its own.
Clans have seven hues, none of which is like that of a side; near by, each has a standard with the sign of its leader
where there is room.

**On a phone the whole table has all the room**: its tool lowers the sheet to its title (`panels/sheet.js`). A tap on
that, on a tab or on the grip, or a drag of it, brings the sheet back over the table, which stays as it is, at another
height of the screen too. A sheet that was low is so after a reload; where it stands beside the table it is not sunk.

**On a tall screen a wide table lies turned** by a quarter (`Camera.turn`), where the whole of it is seen a fifth larger
so. Its drawings are turned as a whole; `at`, `spot`, `inward` and `outward` of the camera are the only ways between
screen and table, and what is written stands upright by `--upright`, notes by `turned.js`. The tools stand beside any
table that is larger so (`taken.js`), and figures along the edge, of which every other is left out,
and names of ground are never smaller than can be read.

**A quick sheet** (`/rules/{system}/sheet`, and from the keys of a table, `?`) holds no figure of its own:
`page/sheet.toml` of a system names the parts and where in its tables their figures stand (`app/web/rules/sheet.py`).
On paper it is one page of A4, by day whatever the theme.

**Kept as an app** the site has a page for when there is no net (`/offline`). Its service worker (`static/sw.js`)
keeps that page with its style sheets and nothing else, so that nobody is shown an old table; a browser is given it
only where the site is kept as an app, or pushes are wanted. Nobody is asked to keep it: `/manifest.webmanifest` is
there for those who want to.

What they are made of stands in rooms, which have the same names in `templates`, `static/js` and `static/css`:

"""


def picture(name: str, wide: int, dark: bool = False) -> Path:
    """Where the picture of a page lies."""
    return FOLDER / f"{name}-{wide}{'-dark' if dark else ''}.webp"


def pictured() -> list[tuple[str, bool]]:
    """Every page there is a picture of, and whether by night: all by day, those of the sketches by night too."""
    drawn = dict.fromkeys(one.page for one in SKETCHES if one.page)
    return [
        *((name, False) for name, _, _ in PAGES),
        *((name, False) for name in STAGED),
        *((name, True) for name in drawn),
    ]


def document() -> str:
    """The pictures side by side, a line for each page."""
    return "\n".join([HEAD + rooms(), *(part(name) for name, _, _ in PAGES), COMPARED, *map(beside, SKETCHES)])


COMPARED = """# Beside the sketches

Before the pages were built they were sketched. What the sketches ask for, point by point: reached, surpassed, or not
and why. Pictures are ours, by day and by night.
"""


def beside(sketch: Sketch) -> str:
    """What a sketch asks for, and our pictures beside it."""
    lines = "\n".join(f"- **{mark}**: {text}" for mark, text in sketch.points)
    if not sketch.page:
        return f"## The sketch of {sketch.of}\n\n{lines}\n"
    names = [(picture(sketch.page, wide, dark).name, shown) for dark in (False, True) for wide, shown in HALVES.items()]
    cells = "".join(f'<td valign="top"><img src="pages/{name}" width="{n}" alt="{name}"></td>' for name, n in names)
    return f"## The sketch of {sketch.of}\n\n{lines}\n\n<table><tr>{cells}</tr></table>\n"


def rooms() -> str:
    """A line for each folder."""
    return "".join(f"- `{name}`: {purpose}.\n" for name, purpose in ROOMS.items())


def part(name: str) -> str:
    """A page of the document."""
    images = [f'<img src="pages/{name}-{w}.webp" width="{n}" alt="{name}, {w} pixels wide">' for w, n in WIDTHS.items()]
    cells = "".join(f'<td valign="top">{image}</td>' for image in images)
    return f"## {name}\n\n{ABOUT[name]}\n\n<table><tr>{cells}</tr></table>\n"
