"""What becomes of a band after a battle: who returns, who is hurt, what was learnt and earned (section CAM)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.engine.campaigns import DEAD, FIT, GONE, OUT, Band, Choice, Deed, Delta, Member, Step, Throw, apply_all
from app.engine.dice import Dice, Faces
from app.engine.refusals import Fact, Refusal, refuse
from app.systems.celtos.bands.lists import ROLES
from app.systems.celtos.book import c
from app.systems.celtos.campaign import figures as campaign
from app.systems.celtos.campaign.figures import ADVANCES, LENGTH, LOST, RULES
from app.systems.celtos.campaign.veterans import entry_of, figure, worth
from app.systems.celtos.checks.score import D10

TROOPERS, INDIVIDUALS, INCOME, KEPT = c("CEL-CAM-02"), c("CEL-CAM-03"), c("CEL-CAM-05"), c("CEL-CAM-08")
RESULTS = {"won": ("win", "winner"), "lost": ("", "loser"), "drew": ("draw", "draw")}
"""What the data call a result: of honour, and of income."""
HONOURS = {"dearest": "honour-dearest", "units": "honour-many"}
MANY = 2
"""Enemy units brought down in one battle that are remembered."""


def aftermath(band: Band, deeds: Sequence[Deed], result: str, throw: Throw) -> tuple[Step, ...]:
    """All that follows from a battle, in the order of the rules (CEL-CAM-01 to CEL-CAM-05)."""
    known = [d for d in deeds if d.id in band.members and band.members[d.id].state not in GONE]
    fought = tuple(d.id for d in known)
    steps = [*rested(band, fought), *(battle(band.members[d.id], d) for d in known)]
    for deed in known:
        member = band.members[deed.id]
        steps += losses(band, member, deed, throw)
    after = apply_all(band, [delta for step in steps for delta in step.deltas])
    steps += [step for deed in known for step in learnt(after, after.members[deed.id], deed)]
    return (*steps, *earned(result))


def losses(band: Band, member: Member, deed: Deed, throw: Throw) -> Iterator[Step]:
    """What becomes of a unit's lost models: an Individual by its own dice, troopers by one each."""
    entry = entry_of(band, member)
    if entry is not None and entry.individual:
        yield from individual(band, member, deed, throw)
    elif lost := min(max(0, deed.start - deed.left), member.models):
        yield troopers(band, member, deed, lost, throw(Dice(lost, D10)))


# -- who was there ----------------------------------------------------------------


def rested(band: Band, fought: Sequence[str]) -> Iterator[Step]:
    """Members that had to miss this battle are back (CEL-CAM-08)."""
    for member in band.members.values():
        if member.state == OUT and member.id not in fought:
            yield Step("recovery", KEPT, "campaign.back", {"who": member.id}, (Delta("state", member.id, put=FIT),))


def battle(member: Member, deed: Deed) -> Step:
    """One battle more, the enemies brought down, and what will be remembered of it (CEL-CAM-04)."""
    felled = deed.facts.get("units", 0)
    names = [name for fact, name in HONOURS.items() if deed.facts.get(fact, 0) >= (MANY if fact == "units" else 1)]
    deltas = [Delta("battles", member.id, add=1), *(Delta("honours", member.id, more=name) for name in names)]
    deltas += [Delta("kills", member.id, add=deed.kills)] if deed.kills else []
    facts: dict[str, Fact] = {"who": member.id, "kills": deed.kills, "units": felled}
    return Step("battle", ADVANCES, "campaign.fought", facts, tuple(deltas))


# -- troopers (CEL-CAM-02) --------------------------------------------------------


def troopers(band: Band, member: Member, deed: Deed, lost: int, faces: Faces) -> Step:
    """Who of a Unit's lost troopers returns, the dice of its command models first (CEL-CAM-02)."""
    command = [role for role in ROLES if role in member.line["command"] and deed.facts.get(role, 0)][:lost]
    fallen = [role for role, face in zip(command, faces, strict=False) if not campaign.returns(face)]
    returned = sum(map(campaign.returns, faces))
    gone, left = lost - returned, member.models - lost + returned
    facts: dict[str, Fact] = {"who": member.id, "lost": lost, "returned": returned, "left": left}
    deltas = taken(band, member, gone, fallen) if gone else ()
    about = "campaign.troopers" if left else "campaign.wiped-out"
    kind = "death" if not left else "wound" if gone else "recovery"
    return Step(kind, TROOPERS, about, facts, deltas, Dice(lost, D10), faces)


def taken(band: Band, member: Member, gone: int, fallen: Sequence[str]) -> tuple[Delta, ...]:
    """The changes of a Unit that loses models for good, and command models among them; without any it is dead."""
    id, left = member.id, member.models - gone
    command = [role for role in member.line["command"] if role not in fallen]
    deltas = [Delta("models", id, add=-gone)]
    if fallen:
        deltas.append(Delta("line", id, put={**member.line, "command": command}))
    if less := member.cost - worth(band, member, left, command):
        deltas.append(Delta("cost", id, add=-less))
    return (*deltas, Delta("state", id, put=DEAD)) if not left else tuple(deltas)


# -- Individuals (CEL-CAM-03) -------------------------------------------------------


def individual(band: Band, member: Member, deed: Deed, throw: Throw) -> Iterator[Step]:
    """Whether an Individual that was destroyed or defeated is dead, hurt or unharmed (CEL-CAM-03)."""
    if deed.fate not in LOST:
        return
    faces = throw(Dice(1, D10))
    what = campaign.fallen(faces[0])
    deltas = (Delta("state", member.id, put=DEAD),) if what == "dead" else ()
    kind = {"dead": "death", "hurt": "wound"}.get(what, "recovery")
    yield Step(kind, INDIVIDUALS, f"campaign.{what}", {"who": member.id}, deltas, Dice(1, D10), faces)
    if what == "hurt":
        yield from injury(band, member, throw)


def injury(band: Band, member: Member, throw: Throw) -> Iterator[Step]:
    """Which characteristic a hurt Individual loses from; one at its least stays (CEL-CAM-03)."""
    facts: dict[str, Fact] = {"who": member.id}
    while (key := campaign.injured((faces := throw(Dice(1, D10)))[0])) == "again":
        yield Step("wound", INDIVIDUALS, "campaign.again", facts, (), Dice(1, D10), faces)
    now = figure(band, member, key)
    after = campaign.after_injury(now)
    deltas = (Delta("injuries", member.id, more=key),) if after < now else ()
    told: dict[str, Fact] = {**facts, "skill": key, "now": now, "after": after}
    about = "campaign.injured" if deltas else "campaign.spared"
    yield Step("wound", INDIVIDUALS, about, told, deltas, Dice(1, D10), faces)


# -- experience (CEL-CAM-04) ----------------------------------------------------------


def learnt(band: Band, member: Member, deed: Deed) -> Iterator[Step]:
    """What a unit that survived has learnt, and the advances that fall due by it (CEL-CAM-04)."""
    felled = deed.facts.get("units", 0)
    gain = campaign.experience(deed.fate, felled)
    if not gain or member.state in GONE:
        return
    total = member.experience + gain
    due = min(campaign.advances(member.experience, total), len(open_skills(band, member)) - member.due)
    deltas = [Delta("experience", member.id, add=gain)]
    deltas += [Delta("due", member.id, add=due)] if due > 0 else []
    facts: dict[str, Fact] = {"who": member.id, "gain": gain, "total": total, "units": felled}
    about = "campaign.learnt-due" if due > 0 else "campaign.learnt"
    yield Step("experience", ADVANCES, about, facts, tuple(deltas))


def open_skills(band: Band, member: Member) -> tuple[str, ...]:
    """The characteristics a member may still raise (CEL-CAM-04)."""
    skills = tuple(RULES["advances"]["raises"]) if entry_of(band, member) else ()
    return tuple(s for s in skills if campaign.refuse_advance(member.gained, s, figure(band, member, s)) is None)


def choices(band: Band) -> tuple[Choice, ...]:
    """One advance of each member that has any to choose; by default its best open characteristic grows (CEL-CAM-04)."""
    return tuple(
        Choice(member=m.id, clause=ADVANCES, about="campaign.advance", options=skills,
               say=tuple(f"campaign.raise.{skill}" for skill in skills), facts={"who": m.id, "due": m.due},
               default=max(skills, key=lambda skill: figure(band, m, skill)))
        for m in band.living() if m.due and (skills := open_skills(band, m))
    )  # fmt: skip


def choose(band: Band, member: str, option: str) -> Step | Refusal:
    """The characteristic is raised by one, or why it may not be (CEL-CAM-04)."""
    one = band.members.get(member)
    if one is None or not one.due or one.state in GONE:
        return refuse("campaign.no-advance", ADVANCES, who=member[:40])
    now = figure(band, one, option) if option in RULES["advances"]["raises"] else 0
    if no := campaign.refuse_advance(one.gained, option[:40], now):
        return no
    deltas = (Delta("gained", member, more=option), Delta("due", member, add=-1))
    facts: dict[str, Fact] = {"who": member, "skill": option, "now": now + RULES["advances"]["adds"]}
    return Step("advance", ADVANCES, "campaign.advanced", facts, deltas)


# -- honour and income (CEL-CAM-01, CEL-CAM-05) ---------------------------------------


def earned(result: str) -> Iterator[Step]:
    """The honour and the points of a result (CEL-CAM-01, CEL-CAM-05)."""
    honour, income = RESULTS[result]
    rule: Mapping[str, Any] = RULES["honour"]
    if points := int(rule.get(honour, 0)):
        yield Step("honour", LENGTH, "campaign.honour", {"honour": points}, (Delta("honour", add=points),))
    points = campaign.income(income)
    yield Step("income", INCOME, f"campaign.income.{income}", {"points": points}, (Delta("purse", add=points),))
