"""Somebody who walks the paths of lessons: each step is done by hand, by mouse, by keys or with a finger."""

from __future__ import annotations

import json
import re
from contextlib import suppress

from playwright.sync_api import Error, Locator, expect

from app.engine.staging import read_spot
from app.lessons.coach import Script
from app.lessons.library import library
from app.lessons.reading import Step
from app.systems import SYSTEMS
from tests.browser.general import SEEN, Aim, Finger, Keys, Mouse, Place, confirmed

BOOKS = library(SYSTEMS)
SPANISH = BOOKS.translations()["es"]
OTHER, AHEAD = {"Right": "Left", "Up": "Down"}, 4
"""The arrow against another; how often one is pressed for a point ahead."""
STEPS, TURNS = re.compile(r"(forward|slide)=(-?\d+(?:\.\d+)?)"), re.compile(r"(wheel|face)=")
HALF, AS_FAR, A_PRESS = 180, 0.4, 5
"""Degrees from which on the left is nearer; by which part of the front a corner is drawn; degrees of a key."""
WHOLE = ".at-piece button:enabled:visible, #prompt [data-act=confirm]:enabled:visible"
"""What confirms an answer that is whole."""
CONFIRMS = "#prompt [data-act=confirm]:enabled"
IN_VIEW = """(place) => {
  const one = [...document.querySelectorAll(place)].find((node) => node.offsetParent);
  if (!one) return `${place} is not there`;
  const { left, top, right, bottom } = one.getBoundingClientRect();
  if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
    return `cut off: ${[left, top, right, bottom].map(Math.round)} of ${innerWidth} x ${innerHeight}`;
  for (const [x, y] of [[0.5, 0.5], [0.1, 0.2], [0.9, 0.8]]) {
    const over = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
    if (!over || !(one.contains(over) || over.contains(one))) return `covered by ${over?.outerHTML.slice(0, 120)}`;
  }
  return '';
}"""
"""What keeps one from seeing a thing of the page whole; empty if nothing does."""
STEP = "() => document.querySelector('#lesson .coach')?.dataset.step ?? ''"
FOCUS = "() => document.activeElement.closest('#lesson, #prompt, #table') !== null"
"""Whether the focus lies on what is said or asked, or on the table."""


class Learner(Mouse):
    """Somebody at the table of a lesson, who does all with the mouse."""

    spanish = False
    unit = 1

    def come(self, lesson: str) -> Script:
        """The lesson's table is open."""
        expect(self.page.locator("#lesson .coach")).to_be_visible()
        self.page.wait_for_url(f"**/learn/{lesson}")
        self.game = self.page.locator("body").get_attribute("data-game") or ""
        self.seat = self.page.locator("body").get_attribute("data-you") or ""
        found = BOOKS.of(lesson)
        assert found is not None
        self.unit = found.rules.staging.unit
        return found

    def says(self, text: str) -> None:
        """The lesson says this now."""
        expect(self.page.locator("#coach-says")).to_contain_text(text)

    def told(self, english: str) -> str:
        """A text of the lesson in one's language."""
        return SPANISH.get(english, english) if self.spanish else english

    def sees(self, place: str) -> None:
        """This is on the page, whole and under nothing."""
        self.until(lambda: not self.page.evaluate(IN_VIEW, place))

    def saw(self) -> str:
        """With what is hidden of the sentence and of what is wanted."""
        hidden = [
            f"{at}: {no}" for at in ("#coach-says", WHOLE) if (no := self.page.evaluate(IN_VIEW, at.split(":")[0]))
        ]
        return "\n".join([super().saw(), *hidden])

    # -- steps -----------------------------------------------------------------------

    def walks(self, script: Script, since: int = 0, until: int = 0) -> None:
        """Every step of the lesson is done, from the first or one that comes later on, to the end or before another."""
        steps = script.lesson.steps
        for number in range(since, until or len(steps)):
            self.says(self.told(steps[number].says))
            self.sees("#coach-says")
            self.takes(script, steps[number], number)

    def takes(self, script: Script, step: Step, number: int) -> None:
        """One step is done."""
        before = self.page.evaluate(STEP)
        if step.wants is None:
            self.reads()
        else:
            self.does(script, step)
        self.until(lambda: self.page.evaluate(STEP) != before)

    def reads(self) -> None:
        """One reads on, not so fast that it was the second of two quick clicks."""
        self.sees("#coach-next")
        self.page.wait_for_timeout(SEEN)
        self.press("#coach-next")

    def does(self, script: Script, step: Step) -> None:
        """What is wanted is answered as the lesson says, level by level."""
        assert step.right is not None
        question = self.ready()
        words = list(step.right.words[1:])
        at: list[str] = []
        while words and self.page.locator(self.option(words[0])).count():
            at.append(words.pop(0))
            self.picks(at)
        if words:
            self.gives(script, step, words)
        confirmed(self, question)

    def option(self, key: str) -> str:
        """Where an option of the question stands."""
        return f"#prompt button[data-key='{key}']:visible"

    def level(self) -> list[str]:
        """What has been chosen so far."""
        found: list[str] = json.loads(self.page.locator("#prompt section.ask").get_attribute("data-at") or "[]")
        return found

    def picks(self, at: list[str]) -> None:
        """One more option is chosen, if it is not chosen already."""
        place = self.option(at[-1])
        leads_on = self.page.locator(place).first.get_attribute("data-more") is not None
        if self.level()[: len(at)] == at:
            return
        self.press(place)
        if leads_on:
            self.until(lambda: self.level()[: len(at)] == at)

    def gives(self, script: Script, step: Step, words: list[str]) -> None:
        """A place, a way or numbers, as the question takes them."""
        kind = self.page.locator("#prompt section.ask").get_attribute("data-kind")
        if kind in ("split", "assign"):
            for word in words:
                self.fills(*word.split("="))
            return
        wheels, ways = [word for word in words if TURNS.match(word)], [word for word in words if STEPS.match(word)]
        for word in wheels if wheels[:1] == words[:1] else ():
            self.turns(word)
        if ways or not wheels:
            start, end = self.way(script, step, (ways or words)[0])
            (self.points if kind == "place" else self.carries)(start, end)
        for word in wheels if wheels[:1] != words[:1] else ():
            self.turns(word)

    def turns(self, word: str) -> None:
        """A formation wheels about its corner, or faces another way where it stands."""
        name, degrees = word.split("=")
        if name == "face":
            return self.press(f"#prompt [data-act=face-{'left' if float(degrees) > HALF else 'right'}]:visible")
        return self.wheels(float(degrees))

    def wheels(self, degrees: float) -> None:
        """The corner that goes is dragged ahead by half the front or so."""
        self.rest()
        left, right = (self.page.locator(f".drill-handle.is-{one} circle").bounding_box() for one in ("left", "right"))
        assert left
        assert right
        grip = left if degrees > 0 else right
        x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
        across, down = right["x"] - left["x"], right["y"] - left["y"]
        self.swipe((x, y), (x + down * AS_FAR, y - across * AS_FAR))

    def swipe(self, down: tuple[float, float], up: tuple[float, float]) -> None:
        """From there to there on the screen."""
        mouse = self.page.mouse
        mouse.move(*down)
        mouse.down()
        mouse.move(*up, steps=8)
        mouse.up()

    def fills(self, name: str, value: str) -> None:
        """How many of it, or which of several values."""
        row = f"#prompt .split-row[data-item='{name}']"
        if self.page.locator(row).count():
            return self.press(f"{row} label:has(input[value='{value}'])")
        for _ in range(int(value)):
            self.press(f"#prompt [data-part='{name}'] [data-step='1']")
        return None

    def way(self, script: Script, step: Step, word: str) -> tuple[Place, Place]:
        """From where to where on the table: a spot, so far on, or so far ahead to the north."""
        unit, right = self.unit, step.right
        assert right is not None
        piece = next(one for one in self.look()["view"]["pieces"] if one["id"] in self.hand(step))
        x, y = piece["x"], piece["y"]
        if word.startswith("shift="):
            by = read_spot(right, word.partition("=")[2], unit)
            return (x, y), (x + by.x, y + by.y)
        if ahead := STEPS.match(word):
            return (x, y), (x, y - round(float(ahead[2]) * unit))
        spot = read_spot(right, word, unit)
        return (x, y), (spot.x, spot.y)

    def hand(self, step: Step) -> tuple[str, ...]:
        """The piece that goes, as the table calls it: of a unit its first."""
        named = next(iter(step.shows), "").partition(">")[0]
        return named, f"{named}-1"

    def points(self, start: Place, end: Place) -> None:
        """A point of the table is pressed."""
        self.click(*end)

    def carries(self, start: Place, end: Place) -> None:
        """From there to there."""
        self.drag(start, end)


class ByMouseAndKeys(Keys, Learner):
    """Who does every second step without a mouse: arrows steer."""

    by_keys = False

    def pull(self, piece: str, start: Place, end: Place) -> None:
        """With the hand of this step."""
        (Keys if self.by_keys else Mouse).pull(self, piece, start, end)

    def aim(self, aim: Aim) -> None:
        """With the hand of this step."""
        (Keys if self.by_keys else Mouse).aim(self, aim)

    def takes(self, script: Script, step: Step, number: int) -> None:
        """Each step the other way; the focus was brought to what is said or asked."""
        self.by_keys = number % 2 == 1
        if self.by_keys:
            self.until(lambda: bool(self.page.evaluate(FOCUS)))
        super().takes(script, step, number)

    def reads(self) -> None:
        """By a key of its own, or by what stands there."""
        if not self.by_keys:
            return super().reads()
        self.sees("#coach-next")
        return self.strike("n")

    def press(self, place: str, text: str = "") -> None:
        """By Enter, or by the mouse."""
        (Keys if self.by_keys else Mouse).press(self, place, text)

    def hit(self, what: Locator) -> None:
        """By Enter on what confirms it, once it has been seen, or by the mouse."""
        if not self.by_keys:
            return super(Keys, self).hit(what)
        with suppress(Error):
            self.to(what)
            self.page.wait_for_timeout(SEEN)
            self.strike("Enter")
        return None

    def fills(self, name: str, value: str) -> None:
        """A number is counted up; of several values one is gone to by arrows."""
        row = f"#prompt .split-row[data-item='{name}'] input"
        if not self.by_keys or not self.page.locator(row).count():
            return super().fills(name, value)
        values = [one.get_attribute("value") for one in self.page.locator(row).all()]
        self.to(self.page.locator(f"{row}:checked"))
        for _ in range(values.index(value)):
            self.strike("ArrowRight")
        return None

    def points(self, start: Place, end: Place) -> None:
        """By keys a point ahead, from the middle of the table on: which direction does not count."""
        if not self.by_keys:
            return super().points(start, end)
        self.page.wait_for_timeout(SEEN)
        for _ in range(AHEAD):
            self.strike("ArrowUp")
        return None

    def wheels(self, degrees: float) -> None:
        """By so many arrows."""
        if not self.by_keys:
            return super().wheels(degrees)
        self.page.wait_for_timeout(SEEN)
        for _ in range(round(abs(degrees) / A_PRESS)):
            self.strike(f"Arrow{'Right' if degrees > 0 else 'Left'}")
        return None

    def steps(self) -> int:
        """How many arrows make a unit of length: a formation goes by whole ones, who walks by halves."""
        return 2 - self.page.locator("#prompt section[data-kind=manoeuvre]").count()

    def carries(self, start: Place, end: Place) -> None:
        """So many arrows to the side, so many ahead."""
        if not self.by_keys:
            return super().carries(start, end)
        self.page.wait_for_timeout(SEEN)
        for way, length in (("Right", end[0] - start[0]), ("Up", start[1] - end[1])):
            for _ in range(round(abs(length) * self.steps() / self.unit)):
                self.strike(f"Arrow{way if length > 0 else OTHER[way]}")
        return None


class ByFinger(Finger, Learner):
    """Who taps and drags."""

    def hit(self, what: Locator) -> None:
        """One tap on what confirms it; where that lies under the sheet, on the option that waits in it."""
        waits = self.page.locator("#prompt [data-key][aria-pressed=true]:not([data-more]):visible")
        is_hidden = self.page.evaluate(IN_VIEW, ".at-piece button") and self.page.evaluate(IN_VIEW, CONFIRMS)
        super().hit(waits.last if is_hidden and waits.count() else what)

    def points(self, start: Place, end: Place) -> None:
        """One tap on the table."""
        self.rest()
        self.page.touchscreen.tap(*self.screen(*end))

    def swipe(self, down: tuple[float, float], up: tuple[float, float]) -> None:
        """With a finger."""
        self.draws(down, up)

    def carries(self, start: Place, end: Place) -> None:
        """One drag, once the piece stands where it is to be taken."""
        self.rest()
        self.drag(start, end)
