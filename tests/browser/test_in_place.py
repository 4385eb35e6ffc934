"""What changes in place: no page is loaded anew, the keys stay where they were, and what was typed elsewhere stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.house import House, Who, furnish
from tests.browser.player import WIDE, counted, until
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FIELDS = "form => JSON.stringify([...new FormData(form)].filter(([name]) => name !== 'command'))"
BURST = 6
"""Lines that are more than anybody may say at once."""


@pytest.fixture
def house(server: Server) -> House:
    """The furnished house."""
    return furnish(server)


@contextmanager
def opened(browser: Browser, house: House, who: Who, path: str, **more: Any) -> Iterator[Page]:
    """A page of the house, which is never loaded anew and breaks nothing."""
    with house.context(browser, who, **{"viewport": WIDE["viewport"], **more}) as context:
        page, trouble = context.new_page(), list[str]()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(path)
        page.evaluate("() => { window.same = true; }")
        yield page
        assert page.evaluate("() => window.same"), "the page was loaded anew"
        assert not trouble


def told(page: Page, text: str, within: str = "main") -> None:
    """A live region that stood there before says so."""
    expect(page.locator(f"{within} [role=status]").filter(has_text=text).first).to_be_attached()


# -- rosters ---------------------------------------------------------------------------


def test_a_roster_is_built_by_the_keys(browser: Browser, house: House) -> None:
    with opened(browser, house, "stranger", "/roster?system=ronin") as page:
        add = page.locator("[name=add]:enabled")
        add.nth(1).focus()
        page.keyboard.press("Enter")
        expect(page.locator("article.unit")).to_have_count(1)
        told(page, "Not lawful yet.")
        focused = page.locator(":focus")
        expect(focused).to_have_attribute("name", "add") if focused.get_attribute("name") else expect(
            focused
        ).to_have_id("enlisted")
        page.locator("article summary").focus()
        page.keyboard.press("Enter")
        choice = page.locator("article select:has(option:nth-child(2))").first
        other = choice.evaluate("el => [...el.options].find((one) => !one.selected).value")
        choice.focus()
        with page.expect_response(re.compile("/roster")):
            choice.select_option(other)
        expect(choice.locator(f"option[value='{other}']")).to_have_attribute("selected", "")
        expect(choice).to_have_value(other)
        expect(choice).to_be_focused()
        expect(page.locator("article details")).to_have_attribute("open", "")
        page.locator("[name=remove]").focus()
        page.keyboard.press("Enter")
        expect(page.locator("article.unit")).to_have_count(0)
        expect(page.locator("#enlisted")).to_be_focused()


def test_a_roster_that_is_asked_faster_than_it_answers_loses_nothing(browser: Browser, house: House) -> None:
    with opened(browser, house, "stranger", "/roster?system=ronin") as page:
        page.locator("[name=limit]").fill("500")
        page.evaluate("""() => {
            const add = [...document.querySelectorAll('[name=add]:enabled')].at(-1);
            for (const _ of 'four') add.click();
        }""")
        expect(page.locator("article.unit")).to_have_count(4)
        page.get_by_role("button", name="Keep it").click()
        expect(page.locator(".against .refusal").first).to_contain_text("Give the roster a name")
        expect(page.locator("article.unit")).to_have_count(4)


def test_rosters_are_renamed_and_forgotten_in_their_rows(browser: Browser, house: House) -> None:
    with opened(browser, house, "guest", "/rosters") as page:
        row = page.locator("li.kept").first
        old = row.locator(".kept-name").inner_text()
        row.locator("summary").click()
        row.locator("[name=name]").fill("Winter bell")
        row.locator("[name=name]").press("Enter")
        expect(row.locator(".kept-name")).to_have_text("Winter bell")
        expect(row.locator("[name=name]")).to_be_focused()
        row.locator("[name=name]").fill(old)
        row.get_by_role("button", name="Rename").click()
        expect(row.locator(".kept-name")).to_have_text(old)


# -- the lobby -------------------------------------------------------------------------


def test_what_is_chosen_changes_what_a_new_table_offers(browser: Browser, house: House) -> None:
    with opened(browser, house, "hana", "/new") as page:
        page.locator("[name=name]").fill("Aki")
        page.locator("details.more > summary").click()
        page.locator("[name=scenario]").nth(1).check(force=True)
        expect(page).to_have_url(re.compile("scenario="))
        page.locator("[name=system][value=ronin]").focus()
        page.keyboard.press("ArrowDown")
        other = page.locator("[name=system]:checked")
        expect(page).to_have_url(re.compile(f"system={other.get_attribute('value')}"))
        expect(other).to_be_focused()
        expect(page.locator("[name=name]")).to_have_value("Aki")
        expect(page.locator("details.more")).to_have_attribute("open", "")
        told(page, page.locator(".sys:has(:checked) b").inner_text())
        with house.context(browser, "hana") as context:
            fresh = context.new_page()
            fresh.goto(page.url)
            afresh = fresh.locator("form.steps").evaluate(FIELDS)
        assert page.locator("form.steps").evaluate(FIELDS) == afresh, "old choices give way to what has come"


def test_a_list_is_narrowed_as_one_chooses(browser: Browser, house: House) -> None:
    with opened(browser, house, "stranger", "/lobby?show=live") as page:
        most = page.locator("#tables .live").count()
        assert most > 1
        page.locator("[name=system]").focus()
        page.locator("[name=system]").select_option("kensei")
        expect(page.locator("#tables .live")).to_have_count(1)
        told(page, "1 table")
        expect(page).to_have_url(re.compile(r"show=live&system=kensei"))
        expect(page.locator("[name=system]")).to_be_focused()
        page.locator("[name=system]").select_option("")
        expect(page.locator("#tables .live")).to_have_count(most)


# -- people, and the host --------------------------------------------------------------


def test_an_account_is_changed_in_place(browser: Browser, house: House) -> None:
    with opened(browser, house, "mika", "/account") as page:
        page.locator("#tokens [name=name]").fill("A program")
        page.locator("#name [name=name]").fill("Hana")
        page.locator("#name [name=name]").press("Enter")
        expect(page.locator("#name .refusal")).to_contain_text("Somebody has this name already")
        expect(page.locator("#name [name=name]")).to_be_focused()
        expect(page.locator("#tokens [name=name]")).to_have_value("A program")
        page.locator("#name [name=name]").fill("Mika")
        page.locator("#name button").click()
        told(page, "Saved.", "#name")
        expect(page.locator("#name .refusal")).to_have_count(0)
        page.get_by_role("button", name="Make a token").evaluate("el => { el.click(); el.click(); }")
        expect(page.locator("#tokens .note")).to_contain_text("shown this once")
        expect(page.locator("#tokens form.fields [name=name]")).to_have_value("")
        expect(page.locator("#tokens ul li")).to_have_count(1)
        page.get_by_role("button", name="Revoke: A program").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Revoke: A program")).to_have_count(0)
        expect(page.locator("#h-tokens")).to_be_focused()


def test_bonds_come_and_go_in_place(browser: Browser, house: House) -> None:
    with opened(browser, house, "mika", "/people/yuki") as page:
        page.get_by_role("button", name="Make a friend").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="No longer a friend")).to_be_focused()
    with opened(browser, house, "mika", "/people") as page:
        page.get_by_role("button", name="Remove Yuki").click()
        expect(page.get_by_role("button", name="Remove Yuki")).to_have_count(0)
        expect(page.get_by_role("button", name="Remove Hana")).to_be_visible()
        expect(page.locator("#friends")).to_be_focused()


def test_what_one_is_told_is_chosen_in_place(browser: Browser, house: House) -> None:
    with opened(browser, house, "mika", "/account/notices") as page:
        page.locator("[name=address]").fill("http://nowhere")
        page.locator("[name=address]").press("Enter")
        expect(page.locator(".refusal")).to_contain_text("https://")
        expect(page.locator("[name=address]")).to_have_value("http://nowhere")
        for wanted in (False, True):
            page.locator("[name=kind]").first.set_checked(wanted, force=True)
            with page.expect_response(re.compile("/account/notices$")):
                page.locator("[action$=kinds] button").click()
            expect(page.locator("[name=kind]").first).to_be_checked(checked=wanted)


def test_the_host_finds_as_he_types(browser: Browser, house: House) -> None:
    with opened(browser, house, "host", "/admin/accounts") as page:
        assert page.locator("#accounts tbody tr").count() > 1
        page.locator("[name=q]").press_sequentially("mik")
        expect(page.locator("#accounts tbody tr")).to_have_count(1)
        told(page, "1 account")
        expect(page).to_have_url(re.compile(r"\?q=mik$"))
        expect(page.locator("[name=q]")).to_be_focused()
    with opened(browser, house, "host", "/admin/settings") as page:
        line = page.locator("#house [name=line]")
        old = line.input_value()
        for text in ("We meet on Fridays", old):
            line.fill(text)
            with page.expect_response(re.compile("/admin/settings.done=house")):
                line.press("Enter")
            told(page, "Saved.", "#house")
            expect(line).to_have_value(text)
            expect(line).to_be_focused()


# -- campaigns -------------------------------------------------------------------------


def test_a_form_of_a_campaign_is_done_in_place(browser: Browser, house: House) -> None:
    with opened(browser, house, "host", f"/campaign/{house.camps['ronin']}/host") as page:
        page.locator("#f-close-round [name=reason]").fill("not yet")
        page.locator("#f-announce [name=title]").fill("Rain")
        page.locator("#f-announce [name=text]").fill("It rains on the isle.")
        page.locator("#f-announce button").focus()
        page.keyboard.press("Enter")
        told(page, "Done.", "#announce")
        expect(page.locator("#f-announce [name=title]")).to_have_value("")
        expect(page.locator("#f-announce button")).to_be_focused()
        expect(page.locator("#f-close-round [name=reason]")).to_have_value("not yet")
        page.locator("#f-invite [name=handle]").fill("nobody at all")
        page.locator("#f-invite [name=handle]").press("Enter")
        expect(page.locator("#no-invite")).to_contain_text("nobody of that name")
        expect(page.locator("#f-invite [name=handle]")).to_have_value("nobody at all")


def test_times_and_sums_are_the_readers_own_after_a_change_too(browser: Browser, house: House) -> None:
    path = f"/campaign/{house.camps['ronin']}/battle/{house.camps['open']}"
    with opened(browser, house, "hana", path, timezone_id="Asia/Tokyo") as page:
        expect(page.locator("[data-zone]").first).to_have_text("Asia/Tokyo")
        total = page.locator("[data-total]").inner_text()
        page.locator("#f-muster button").click()
        expect(page.locator("#f-unmuster")).to_be_visible()
        expect(page.locator("#h-muster")).to_be_focused()
        page.locator("#f-unmuster button").click()
        expect(page.locator("[data-total]")).to_have_text(total)
        expect(page.locator("[data-zone]").first).to_have_text("Asia/Tokyo")
        expect(page.locator("time[data-local]")).to_have_count(0)


# -- the table -------------------------------------------------------------------------


def test_older_lines_come_as_one_scrolls(browser: Browser, house: House) -> None:
    for path in (f"/play/{house.games['over']}", f"/replay/{house.games['over']}"):
        with opened(browser, house, "hana", path) as page:
            page.locator("label:has(#sub-log)").click()  # Hana may have turned to what was said
            rows, mark = page.locator("#log [data-seq]"), page.locator("#log .older button")
            expect(mark).to_have_count(1)
            few = rows.count()
            mark.evaluate("el => el.scrollIntoView()")  # it goes as soon as it is seen
            expect(rows.nth(few)).to_be_attached()
            ids = rows.evaluate_all("all => all.map((one) => one.id)")
            assert len(ids) == len(set(ids))
            versions = rows.evaluate_all("all => all.map((one) => Number(one.dataset.seq))")
            assert min(versions) < min(versions[:few])
            if path.startswith("/replay"):
                expect(page.locator("#log .to-moment")).to_have_count(rows.count())


def test_older_lines_come_by_the_keys_and_the_log_keeps_them(browser: Browser, house: House) -> None:
    with opened(browser, house, "hana", f"/play/{house.games['over']}") as page:
        page.locator("label:has(#sub-log)").click()
        few = page.locator("#log [data-seq]").count()
        page.locator("#log .older button").evaluate("el => el.focus({ preventScroll: true })")
        page.keyboard.press("Enter")
        expect(page.locator("#log [data-seq]").nth(few)).to_be_attached()
        expect(page.locator("#log ol").first).to_be_focused()


def test_what_may_not_be_said_stays_in_its_field(browser: Browser, house: House) -> None:
    with opened(browser, house, "mika", f"/play/{house.games['kensei']}") as page:
        page.locator("label:has(#sub-talk)").click()
        field, refused = page.locator(".say [name=text]"), page.locator(".say .no")
        page.locator(".say label").nth(1).click()
        for n in range(BURST):
            field.fill(f"line {n}")
            with page.expect_response(re.compile("/talk$")) as answer:
                field.press("Enter")
            assert (answer.value.status == 200) is (n < BURST - 1), n
            if n < BURST - 1:
                expect(field).to_have_value("")
                expect(page.locator(".talk .said.in-side")).to_have_count(n + 1)
        expect(refused).to_contain_text("That was much in a short time.")
        expect(field).to_have_value(f"line {BURST - 1}")
        expect(field).to_be_focused()
        expect(page.locator(".say [name=scope]:checked")).to_have_value("side")
        expect(page.locator(".talk .said.in-side")).to_have_count(BURST - 1)


SWAPS = """() => {
  window.swaps = 0;
  document.addEventListener('htmx:after:swap', ({ detail }) => (window.swaps += detail.ctx.target?.id === 'say'));
}"""
"""Counts how often the form in which something is said has come anew."""


def test_what_is_typed_while_a_line_is_on_its_way_stays(browser: Browser, house: House) -> None:
    with opened(browser, house, "hana", f"/play/{house.games['daimyo']}") as page:
        page.evaluate(SWAPS)
        page.locator("label:has(#sub-talk)").click()
        field, scope, held = page.locator(".say [name=text]"), page.locator(".say [name=scope]"), list[Route]()
        page.route(re.compile("/talk$"), lambda route: held.append(route))
        for n, (said, typed) in enumerate((("Well", "met"), ("met", "")), 1):
            field.fill(said)
            field.press("Enter")
            until(lambda: page.evaluate("() => true") and bool(held))
            if typed:
                field.fill(typed)
                scope.nth(1).check(force=True)
            held.pop().continue_()
            counted(page, "swaps", n)
            expect(field).to_have_value(typed)
            expect(scope.nth(1)).to_be_checked()
            expect(page.locator(f".talk .said:has-text('{said}')")).to_have_count(1)


# -- all of it -------------------------------------------------------------------------


def test_without_a_script_all_are_plain_forms(browser: Browser, house: House) -> None:
    with house.context(browser, "mika", java_script_enabled=False) as context:
        page = context.new_page()
        page.goto("/roster?system=ronin")
        page.locator("[name=add]:enabled").last.click()
        expect(page.locator("article.unit")).to_have_count(1)
        page.goto("/account")
        page.locator("#name [name=name]").fill("Hana")
        page.locator("#name button").click()
        expect(page.locator("#name .refusal")).to_contain_text("Somebody has this name already")
        expect(page.locator("body > footer")).to_have_count(1)
        page.goto("/lobby?show=live")
        page.locator("[name=system]").select_option("kensei")
        page.get_by_role("button", name="Filter").click()
        expect(page.locator("#tables .live")).to_have_count(1)


def test_a_server_that_cannot_be_reached_is_told_of(browser: Browser, house: House) -> None:
    with opened(browser, house, "mika", "/account") as page:
        page.route("**/account/**", lambda route: route.abort())
        page.locator("#name button").click()
        expect(page.locator("#toast")).to_contain_text("did not answer")
