"""Somebody who goes for the enemy by the mouse alone, with as few gestures as the table lets him."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from math import dist
from time import monotonic
from typing import NamedTuple, TypeVar

from playwright.sync_api import Error, Locator, expect

from tests.browser.player import DOUBLE, MOMENT, PATIENCE, Json, Player, until

HITS = {
    "ronin": ("ronin.shot", "ronin.attack-declared"), "celtos": ("celtos.volley-aimed", "celtos.charged"),
    "daimyo": ("daimyo.volley-fired", "daimyo.charge-declared"),
    "kensei": ("kensei.volley-fired", "kensei.charge-declared", "kensei.attack-rolled"),
}  # fmt: skip
"""Events by which a battle has come to shots or blows."""
WAY, STROKE = re.compile(r"\bRun\b(?! and)"), re.compile("charge|shoot|fight|attack|assault", re.IGNORECASE)
"""What is chosen to go, or to strike, where both stand at an enemy."""
MARCHES = ("activate.move", "activation.unit", "move.unit", "orders.declare", "act.movement")
"""Questions by which pieces are moved."""
Place = tuple[int, int]
NEAR, FAR = 30_000, 1_000_000
"""So near an enemy is charged where nobody may measure; how far anybody is."""
MOST_CLICKS = 6
"""Of the clicks that confirm one answer."""
MOST_TABS, UPON, SEEN, DRAGGED = 200, 2_000, 600, 8
STOOD = 1.0
"""Seconds after which what stands somewhere does not go by itself."""


class Aim(NamedTuple):
    """A piece that strikes somebody, and where both stand."""

    piece: str
    start: Place
    end: Place


class Mouse(Player):
    """Somebody whose gestures are counted: a click is one, and so is a drag."""

    gestures = 0

    def press(self, place: str, text: str = "") -> None:
        """One click on something of the page."""
        self.gestures += 1
        self.page.locator(place, has_text=text).first.click()

    def hit(self, what: Locator) -> None:
        """One click on what may be gone a moment later."""
        with suppress(Error):
            what.click(timeout=MOMENT)
            self.gestures += 1

    def pull(self, piece: str, start: Place, end: Place) -> None:
        """One drag over the table."""
        self.gestures += 1
        self.rest()
        self.drag(start, end)

    def aim(self, aim: Aim) -> None:
        """The piece is pulled on to whom it is to strike."""
        self.pull(aim.piece, aim.start, aim.end)

    def wait(self) -> Json:
        """The next question that is put to this seat."""
        found: list[Json] = []

        def is_asked() -> bool:
            found[:] = [question] if (question := self.question()) else []
            return bool(found)

        self.until(is_asked)
        self.ready()
        return found[0]

    def grasp(self, piece: str) -> list[Json]:
        """The orders of a piece, as the page is told of them."""
        given = self.page.request.get(f"{self.url}/play/{self.game}/grasp?seat={self.seat}&piece={piece}")
        orders: list[Json] = given.json()["orders"]
        return orders

    def places(self) -> dict[str, Place]:
        """Where every piece stands."""
        return {p["id"]: (p["x"], p["y"]) for p in self.look()["view"]["pieces"]}

    def stands(self, id: str, found: dict[str, Place]) -> Place | None:
        """Where a piece is ``found``, or of a unit the counter nearest to its middle that nothing else lies upon."""
        unit = {key: at for key, at in found.items() if key == id or key.startswith(f"{id}-")}
        others = [at for key, at in found.items() if key not in unit]
        free = [at for at in unit.values() if all(dist(at, other) > UPON for other in others)] or [*unit.values()]
        middle = [sum(at[n] for at in unit.values()) / max(1, len(unit)) for n in (0, 1)]
        return min(free, key=lambda at: dist(at, middle), default=None)

    def is_over(self, question: Json) -> bool:
        """Whether a question is asked no more."""
        return bool((self.question() or {}).get("id") != question["id"])


OFFERED = "#prompt [data-act=offered]:visible"
IN_SIGHT = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('#table, #tools'))"
"""Whether a point of the screen shows the table once a piece is in the hand: the tools give way to it."""
AnyMouse = TypeVar("AnyMouse", bound=Mouse)


class Finger(Mouse):
    """Somebody who taps and drags with one finger."""

    def press(self, place: str, text: str = "") -> None:
        """One tap on something of the page, once it has been seen: who scrolls to what is new has it kept off anew."""
        self.gestures += 1
        found = self.page.locator(place, has_text=text).first
        expect(found).not_to_have_class(re.compile(r"\bis-new\b"), timeout=1000 * PATIENCE)
        found.tap()

    def hit(self, what: Locator) -> None:
        """One tap."""
        with suppress(Error):
            what.tap(timeout=MOMENT)
            self.gestures += 1

    def aim(self, aim: Aim) -> None:
        """The piece is dragged on to him; where he is not seen it is tapped, which brings him near, and then he is."""
        if self.is_seen(aim.end):
            return self.pull(aim.piece, aim.start, aim.end)
        self.gestures += 2
        for place in (aim.start, aim.end):
            self.rest()
            self.page.touchscreen.tap(*self.screen(*place))
            self.page.wait_for_selector("body.is-holding, body.is-drawing, .at-piece button")
        return None

    def is_seen(self, place: Place) -> bool:
        """Whether this point of the table is not off the screen, nor under something."""
        return bool(self.page.evaluate(IN_SIGHT, [*self.screen(*place)]))

    def drag(self, start: Place, *corners: Place) -> None:
        """A finger goes down on the piece, over the table as far as that is seen, and up."""
        (x, y), corner = start, corners[-1]
        ways = ((round(x + (corner[0] - x) * n / 20), round(y + (corner[1] - y) * n / 20)) for n in range(20, 0, -1))
        end = next((way for way in ways if self.is_seen(way)), None)
        assert end, f"nothing of the table is seen towards {corner}: {self.saw()}"
        self.draws(self.screen(*start), self.screen(*end))

    def draws(self, down: tuple[float, float], up: tuple[float, float]) -> None:
        """A finger goes down here on the screen, over to there, and up."""
        hand = self.context.new_cdp_session(self.page)
        for n in range(DRAGGED + 1):
            at = {key: down[k] + (up[k] - down[k]) * n / DRAGGED for k, key in enumerate("xy")}
            hand.send("Input.dispatchTouchEvent", {"type": "touchMove" if n else "touchStart", "touchPoints": [at]})
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        hand.detach()


class Keys(Mouse):
    """Somebody who has no mouse: what he chooses he goes to with Tab and presses Enter on; arrows steer."""

    def press(self, place: str, text: str = "") -> None:
        """One press of Enter on something of the page, on what is ticked of Space; on what settles something once it
        has been seen."""
        what = self.page.locator(place, has_text=text).first
        what.wait_for()
        self.to(what)
        if what.get_attribute("data-deed"):
            self.page.wait_for_timeout(SEEN)
        self.strike(" " if what.get_attribute("type") == "checkbox" else "Enter")

    def to(self, what: Locator) -> None:
        """Tab goes on until the focus is there."""
        wanted = what.element_handle(timeout=MOMENT)
        for _ in range(MOST_TABS):
            if self.page.evaluate("one => one === document.activeElement", wanted):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"it cannot be gone to by Tab: {what}\n{self.saw()}")

    def strike(self, name: str) -> None:
        """One press that counts."""
        self.gestures += 1
        self.page.keyboard.press(name)

    def hit(self, what: Locator) -> None:
        """Enter, once it has stood there long enough not to be meant for something else: on the option that waits and
        has the focus, or on what confirms it."""
        with suppress(Error):
            if not self.page.locator("#prompt [aria-pressed=true]:focus").count():
                self.to(what)
            self.page.wait_for_timeout(SEEN)
            self.strike("Enter")

    def pull(self, piece: str, start: Place, end: Place) -> None:
        """The piece is gone to, and goes for the nearest enemy."""
        self.towards(piece)

    def aim(self, aim: Aim) -> None:
        """The same: what may be done to him stands there."""
        self.towards(aim.piece)

    def towards(self, piece: str) -> None:
        """One key for the piece that has the focus."""
        self.to(self.page.locator(f"#prompt button[data-piece='{piece}']").first)
        self.page.wait_for_timeout(SEEN)  # a key that comes sooner after a new question counts for nothing
        self.strike("e")
        self.page.locator(".at-piece button:visible").first.wait_for()


def is_there(one: Mouse) -> bool:
    """Whether the front page has come; a server that has just been started may cut its first line."""
    with suppress(Error):
        one.page.goto(one.url)
    return one.page.url.startswith(one.url)


def begun(one: AnyMouse, system: str, by_hand: bool = False) -> AnyMouse:
    """A battle against the bot, begun from the front page; ``by_hand``: with the armies still to be set up."""
    until(lambda: is_there(one))
    if by_hand:
        one.press("form.quick input[type=checkbox][value=own]:not(:checked)")
    one.press(f"form.quick button[value={system}]")
    one.page.wait_for_url(re.compile("/play/"))
    one.game = re.split("[/?#]", one.page.url.split("/play/")[1])[0]
    one.seat = one.page.locator("body").get_attribute("data-you") or ""
    return one


# -- what is clicked --------------------------------------------------------------------


STANDS = """() => document.querySelector('#prompt .is-busy') ? ''
  : [...document.querySelectorAll('.at-piece button, #prompt [data-act=confirm]')]
    .filter((one) => !one.disabled && one.offsetParent).map((one) => one.textContent).join()"""
"""What can be confirmed, at the piece and in the panel; nothing while an answer is on its way."""


FREE = """(all) => all.findIndex((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})"""
"""Which of several one sees first."""


def confirmed(one: Mouse, question: Json, wanted: re.Pattern[str] | None = None) -> None:
    """What stands at the piece or in the panel is clicked until the question is over: what is ``wanted`` first."""
    known = [""]
    while (stood := settled(one, question, known[-1])) is not None:
        known.append(stood)
        assert len(known) <= MOST_CLICKS, f"{question['about']} is never over: {known}\n{one.saw()}"
        place = ".at-piece button:enabled:visible, #prompt [data-act=confirm]:enabled:visible"
        liked = one.page.locator(place, has_text=wanted) if wanted else one.page.locator(place)
        one.hit(reached(liked if liked.count() else one.page.locator(place)))


def reached(found: Locator) -> Locator:
    """The first of them that nothing lies over: on a phone the sheet may cover what stands at the piece."""
    return found.nth(max(0, found.evaluate_all(FREE)))


def settled(one: Mouse, question: Json, known: str) -> str | None:
    """What can be confirmed and is none of what was known, once it has stood there a while: some goes by itself;
    ``None``: the question is over."""
    seen: list[tuple[str, float]] = [(known, 0.0)]

    def has_stood() -> bool:
        stands = one.page.evaluate(STANDS)
        if stands != seen[-1][0]:
            seen.append((stands, monotonic()))
        return stands not in ("", known) and monotonic() - seen[-1][1] > STOOD

    one.until(lambda: one.is_over(question) or has_stood())
    return None if one.is_over(question) else seen[-1][0]


def passed(one: Mouse, question: Json) -> None:
    """What stands if nobody answers is clicked, and confirmed where that is wanted."""
    usual = question["default"]
    if isinstance(usual, str) or "pick" in usual:
        return chosen(one, question, usual if isinstance(usual, str) else usual["pick"])
    one.press("#prompt [data-act=offered]")
    return confirmed(one, question)


def chosen(one: Mouse, question: Json, key: str) -> None:
    """This option is clicked, and confirmed where that is wanted."""
    twice(one, f"#prompt button[data-key='{key}']")
    confirmed(one, question)


def twice(one: Mouse, button: str) -> None:
    """A button is pressed, and once more where it gives away the goes of others, if it has not been given meanwhile."""
    ask = one.page.locator("#prompt > .ask").get_attribute("data-ask")
    one.press(button)
    again = button.replace("#prompt", f"#prompt > .ask[data-ask='{ask}']") + "[data-all][aria-pressed=true]"
    if one.page.locator(again).count():
        one.page.wait_for_timeout(DOUBLE)
        one.hit(one.page.locator(again))


def bulk(one: Mouse, question: Json, key: str = "") -> None:
    """What one press answers is answered: what else is asked of the kind, or that the rest hold."""
    twice(one, f"#prompt [data-deed=rest][data-about={key}]" if key else "#prompt [data-deed=rest]:not([data-about])")
    one.until(lambda: one.is_over(question))


# -- what he wants ----------------------------------------------------------------------


def enemies(one: Mouse, found: dict[str, Place]) -> list[Place]:
    """Where of those places the other side stands."""
    return [at for id, at in found.items() if not id.startswith(one.seat)]


def open_pieces(one: Mouse, question: Json, places: dict[str, Place]) -> list[tuple[str, Place]]:
    """The pieces that may be ordered something now, those nearest to an enemy first."""
    rows = question["domain"].get("options", ())
    keys = [row["piece"] for row in rows if row.get("piece") and row["no"] is None and not row.get("told")]
    found = [(key, at) for key in dict.fromkeys(keys) if (at := one.stands(key, places))]
    foes = enemies(one, places)
    return sorted(found, key=lambda pair: min(dist(pair[1], foe) for foe in foes))


def aimed(one: Mouse, question: Json, vanguard: Sequence[str]) -> Aim | None:
    """Which piece to shoot, charge or strike with at one who is near; nothing where nobody may."""
    near = NEAR if not one.look()["view"].get("measures", True) else FAR
    places = one.places()
    for piece, at in open_pieces(one, question, places):
        if vanguard and piece not in vanguard:
            continue
        for order in one.grasp(piece):
            open_ = [t for t in order["targets"] if t["no"] is None] if order["no"] is None else []
            foes = [t for t in open_ if not t["piece"].startswith(one.seat)]
            spots = [(dist(at, spot), spot) for t in foes if (spot := one.stands(t["piece"], places))]
            if spots and min(spots)[0] <= near:
                return Aim(piece, at, min(spots)[1])
    return None


def is_near(one: Mouse, vanguard: Sequence[str]) -> bool:
    """Whether an enemy is near to one of the vanguard."""
    places = one.places()
    mine = [at for key in vanguard if (at := one.stands(key, places))]
    return min((dist(at, foe) for at in mine for foe in enemies(one, places)), default=NEAR) < NEAR


def advance(one: Mouse, question: Json, vanguard: Sequence[str]) -> tuple[str, Place, Place] | None:
    """Where to drag which piece so that it comes nearer to an enemy."""
    places = one.places()
    for piece, at in sorted(open_pieces(one, question, places), key=lambda pair: pair[0] not in vanguard):
        if any(order["no"] is None and order["domain"] for order in one.grasp(piece)):
            foe = min(enemies(one, places), key=lambda spot: dist(at, spot))
            far = min(1.0, 30_000 / max(1.0, dist(at, foe)))
            return piece, at, (round(at[0] + (foe[0] - at[0]) * far), round(at[1] + (foe[1] - at[1]) * far))
    return None


def has_hit(one: Mouse, system: str) -> bool:
    """Whether a shot, a charge or a blow has come to be."""
    shown = one.page.request.get(f"{one.url}/api/v1/games/{one.game}/events?seat={one.seat}&limit=1000").json()
    mine = (event["body"].get("unit") or event["body"].get("model") or "" for event in shown["events"]
            if event["kind"] in HITS[system])  # fmt: skip
    return any(id.startswith(one.seat) for id in mine)


def has_moved(one: Mouse, before: Json) -> bool:
    """Whether a piece of one's own stands elsewhere than before."""
    return any(before.get(id, at) != at for id, at in one.places().items() if id.startswith(one.seat))


def strikes(one: Mouse, system: str, most: int, vanguard: Sequence[str] = ()) -> int:
    """It comes to a shot, a charge or a blow of one's own in at most so many gestures.

    After how many the first piece of one's own had moved; 0: none has.
    """
    moved, before, first = list[str](), one.places(), 0
    for _ in range(most):
        if has_hit(one, system) or one.gestures > most:
            break
        goes(one, one.wait(), moved, vanguard)
        first = first or (one.gestures if has_moved(one, before) else 0)
    assert has_hit(one, system), f"nobody has struck after {one.gestures} gestures: {one.saw()}"
    assert one.gestures <= most
    one.close()
    assert not [line for line in one.trouble if "409" not in line]
    return first


def goes(one: Mouse, question: Json, moved: list[str], vanguard: Sequence[str] = ()) -> None:
    """One question is answered by who goes for the enemy: he strikes where he may, else one piece a turn advances.

    ``vanguard``: the clan and the pieces he would rather advance with.
    """
    about, bulks = question["about"], question["bulks"]
    if "as-last-turn" in bulks and about != "orders.declare" and not is_near(one, vanguard):
        return bulk(one, question, "as-last-turn")
    if "no-special" in bulks or "as-told" in bulks:
        return bulk(one, question, bulks[0])
    if aim := aimed(one, question, vanguard):
        one.aim(aim)
        return confirmed(one, question, STROKE)
    here = f"{one.look()['view']['turn']} {about}"
    told = any(row.get("told") for row in question["domain"].get("options", ()))
    if about in MARCHES and not told and here not in moved and (found := advance(one, question, vanguard)):
        moved.append(here)
        one.pull(*found)
        return confirmed(one, question, WAY)
    open_ = [row["key"] for row in question["domain"].get("options", ()) if row["no"] is None and not row.get("more")]
    liked = next((key for key in vanguard if key in open_), "")
    if "nobody-else" in bulks and (here in moved or not liked):
        return bulk(one, question, "nobody-else")
    if question["rest"] == "hold" and one.page.locator("#prompt [data-deed=rest]:not([data-about])").count():
        return bulk(one, question)
    return chosen(one, question, liked) if liked else passed(one, question)
