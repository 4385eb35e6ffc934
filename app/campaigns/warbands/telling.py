"""What is told of a warband by its player: the names of its members, a line about each, the pages of its story."""

from __future__ import annotations

from app.campaigns.book import c
from app.campaigns.desk import LEADER, Command, Decided, Desk, command
from app.campaigns.ledger.events import Written
from app.campaigns.model import Campaign, Chapter, Warband
from app.campaigns.people.members import clean, refuse_text
from app.campaigns.warbands.deeds import RULES, post, refuse_gone
from app.engine.campaigns import Delta, Step
from app.engine.refusals import Fact, Refusal, refuse

NAMING, STORY, DESCRIBING = c("CPN-WAR-05"), c("CPN-WAR-11"), c("CPN-WAR-14")


class NameMember(Command, frozen=True, tag="name-member"):
    """A player names a member of his warband."""

    warband: str
    member: str
    name: str


@command(LEADER)
def name_member(desk: Desk, given: NameMember) -> Decided:
    """The member is called so (CPN-WAR-05)."""
    if no := refuse_gone(desk, given.warband, NAMING) or refuse_text("name", given.name):
        return no
    band, name = desk.now.warbands[given.warband].band, clean(given.name)
    if given.member not in band.members:
        return refuse("warband.no-member", NAMING)
    member = band.members[given.member]
    if member.name == name:
        return []
    facts: dict[str, Fact] = {"who": member.id, "name": name}
    delta = Delta("name", who=member.id, put=name)
    return post(desk, given.warband, Step("naming", NAMING, "warband.named", facts, (delta,)))


class DescribeMember(Command, frozen=True, tag="describe-member"):
    """A player says in a line who a member of his warband is."""

    warband: str
    member: str
    text: str = ""


@command(LEADER)
def describe_member(desk: Desk, given: DescribeMember) -> Decided:
    """The line stands at the member (CPN-WAR-14)."""
    if no := refuse_gone(desk, given.warband, DESCRIBING) or refuse_text("line", given.text, least=0):
        return no
    member, text = desk.now.warbands[given.warband].band.members.get(given.member), clean(given.text)
    if member is None:
        return refuse("warband.no-member", DESCRIBING)
    if member.word == text:
        return []
    delta = Delta("word", who=member.id, put=text)
    facts: dict[str, Fact] = {"who": member.id, "text": text}
    return post(desk, given.warband, Step("naming", DESCRIBING, "warband.told-of", facts, (delta,)))


# -- its story --------------------------------------------------------------------


class Write(Command, frozen=True, tag="write"):
    """A player writes a page about his warband.  ``version``: the moment of the battle it is about."""

    warband: str
    title: str
    text: str
    fixture: str = ""
    version: int = 0


@command(LEADER)
def write(desk: Desk, given: Write) -> Decided:
    """The page stands in the story of the warband (CPN-WAR-11)."""
    if no := refuse_text("title", given.title) or refuse_text("text", given.text):
        return no
    one = desk.now.warbands[given.warband]
    if no := refuse_page(desk.now, one, given):
        return no
    page = Chapter(
        title=clean(given.title), text=clean(given.text), by=desk.by.id, at=desk.clock, fixture=given.fixture,
        version=given.version,
    )  # fmt: skip
    return [Written(clause=STORY, warband=one.id, chapter=page)]


def refuse_page(now: Campaign, one: Warband, given: Write) -> Refusal | None:
    """Why a page is not written so (CPN-WAR-11)."""
    most = int(RULES["chapters"])
    if len(one.chapters) >= most:
        return refuse("warband.pages", STORY, most=most)
    battle = now.fixtures.get(given.fixture)
    if given.fixture and (battle is None or one.id not in battle.sides):
        return refuse("warband.no-battle", STORY, warband=one.name)
    if given.version and (battle is None or not battle.game or given.version < 0):
        return refuse("warband.no-moment", STORY)
    return None
