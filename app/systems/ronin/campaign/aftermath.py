"""What becomes of a warband after a battle: experience, the fallen, wounds, loot, advances (RON-CAM-05 to 09)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from app.engine.campaigns import (
    DEAD,
    FIT,
    GONE,
    OUT,
    Band,
    Choice,
    Deed,
    Delta,
    Member,
    Step,
    Throw,
    apply_all,
    recorded,
)
from app.engine.dice import Dice
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.systems.ronin.book import c, table
from app.systems.ronin.campaign.figures import (
    RULES,
    SURVIVED,
    advances,
    captured_returns,
    earned,
    killed,
    loot_worth,
    may_rise,
    misses,
    refuse_advance,
)
from app.systems.ronin.campaign.market import refuse_cost
from app.systems.ronin.campaign.members import LIGHT, RISEN, made_of, roster_of
from app.systems.ronin.warband.builder import is_free
from app.systems.ronin.warband.muster import campaign_faults
from app.systems.ronin.warband.own import dearer
from app.systems.ronin.warband.recruits import refuse_learned
from app.systems.ronin.warband.roster import MOST_RANK, cost

EXPERIENCE, ADVANCE, FALLEN, HEALING, SPOILS = (
    c("RON-CAM-05"), c("RON-CAM-06"), c("RON-CAM-07"), c("RON-CAM-08"), c("RON-CAM-09"),
)  # fmt: skip
DIE = Dice(1, 6)
SKILLS: tuple[str, ...] = tuple(RULES["advances"]["raises"])
DEFAULTS = ("fight", "initiative", "shoot")
RISE, STAY, RANK = "rise", "stay", "rank"
"""Both answers to the question of the next Rank, and the note that it is asked."""
SHOWN = 40
"""So much of what somebody wrote is shown to him again."""
Steps = Iterator[Step]
Pair = tuple[Member, Deed]


def aftermath(band: Band, deeds: Sequence[Deed], result: str, throw: Throw) -> tuple[Step, ...]:
    """All that follows from a battle ``won``, ``lost`` or ``drew``; who is not among the deeds did not fight."""
    done = {one.id: one for one in deeds}
    fought = [(m, done[m.id]) for m in band.living() if m.id in done]
    steps = [*recoveries(band, done), *battle(fought)]
    for pair in fought:
        steps += experience(*pair, won=result == "won")
    steps += [
        s for pair in fought for s in (*fallen(*pair, throw), *taken(*pair, result), *wounds(*pair, result, throw))
    ]
    steps += loot(fought)
    return (*steps, *ranks(apply_all(band, [d for s in steps for d in s.deltas])))


# -- one thing after another ---------------------------------------------------------


def recoveries(band: Band, done: dict[str, Deed]) -> Steps:
    """Who has missed this battle is fit, and the wounds that were brought into it have healed (RON-CAM-08)."""
    for m in band.living():
        if m.state == OUT and m.id not in done:
            yield Step("recovery", HEALING, "campaign.missed", {"who": m.id}, (Delta("state", m.id, put=FIT),))
        if LIGHT in m.injuries:
            yield Step("recovery", HEALING, "campaign.healed", {"who": m.id}, (Delta("injuries", m.id, less=LIGHT),))


def battle(fought: Sequence[Pair]) -> Steps:
    """Who took the field, and how many enemies they brought down."""
    came = [deed for _, deed in fought if deed.fate != "reserve"]
    if came:
        facts: dict[str, Fact] = {"models": len(came), "taken": sum(deed.kills for deed in came)}
        yield Step("battle", EXPERIENCE, "campaign.fought", facts, recorded(came))


def experience(m: Member, deed: Deed, *, won: bool) -> Steps:
    """What a survivor has learnt, and the advances that fall due (RON-CAM-05, RON-CAM-06, RON-CAM-09)."""
    if deed.fate not in SURVIVED:
        return
    heads = deed.facts.get("heads", 0)
    gained = earned(deed.kills, heads, won=won)
    total = m.experience + gained
    facts: dict[str, Fact] = {"who": m.id, "gained": gained, "total": total, "taken": deed.kills, "heads": heads}
    deltas = [Delta("experience", m.id, add=gained), *[Delta("honours", m.id, more="head")] * heads]
    yield Step("experience", EXPERIENCE, "campaign.experience", facts, tuple(deltas))
    if due := advances(m.experience, total):
        about: dict[str, Fact] = {"who": m.id, "total": total, "due": due}
        yield Step("advance", ADVANCE, "campaign.due", about, (Delta("due", m.id, add=due),))


def fallen(m: Member, deed: Deed, throw: Throw) -> Steps:
    """What the die says of a killed model (RON-CAM-07)."""
    if deed.fate != "dead":
        return
    faces = throw(DIE)
    fate = killed(sum(faces))
    deltas = {"dead": (Delta("state", m.id, put=DEAD),), "returns-lightly-wounded": (lasting(m),)}.get(fate, ())
    kind = {"dead": "death", "returns-lightly-wounded": "wound"}.get(fate, "recovery")
    yield Step(kind, FALLEN, f"campaign.killed.{fate}", {"who": m.id}, deltas, DIE, faces)


def lasting(m: Member) -> Delta:
    """The Light wound that lasts the next game (RON-CAM-07)."""
    return Delta("injuries", m.id, more=LIGHT)


def taken(m: Member, deed: Deed, result: str) -> Steps:
    """A captive is dead if his side lost, and comes back otherwise (RON-CAM-07)."""
    if deed.fate == "captured" and captured_returns(lost=result == "lost"):
        yield Step("recovery", FALLEN, "campaign.captured.returns", {"who": m.id})
    elif deed.fate == "captured":
        yield Step("death", FALLEN, "campaign.captured.dead", {"who": m.id}, (Delta("state", m.id, put=DEAD),))


def wounds(m: Member, deed: Deed, result: str, throw: Throw) -> Steps:
    """Wounds heal; the die says whether a Grievous one keeps its bearer from the next game (RON-CAM-08).

    Who was killed has had his die; a captive who comes back brings his wounds home.
    """
    lost = deed.fate == "captured" and not captured_returns(lost=result == "lost")
    if not deed.facts.get("grievous") or deed.fate == "dead" or lost:
        return
    faces = throw(DIE)
    out = misses(sum(faces))
    deltas = (Delta("state", m.id, put=OUT),) if out else ()
    about = "campaign.misses" if out else "campaign.recovers"
    yield Step("wound" if out else "recovery", HEALING, about, {"who": m.id}, deltas, DIE, faces)


def loot(fought: Sequence[Pair]) -> Steps:
    """Points for the loot that the living and free have brought off (RON-CAM-09)."""
    tokens = sum(deed.facts.get("loot", 0) for _, deed in fought if deed.fate in SURVIVED)
    if tokens:
        facts: dict[str, Fact] = {"tokens": tokens, "points": loot_worth(tokens)}
        yield Step("income", SPOILS, "campaign.loot", facts, (Delta("purse", add=loot_worth(tokens)),))


def ranks(band: Band) -> Steps:
    """Who may now be bought anew at the next Rank, if the purse pays for it (RON-CAM-06)."""
    for m in band.living():
        if not m.notes.get(RANK) and refuse_rank(band, m) is None:
            facts: dict[str, Fact] = {"who": m.id, "total": m.experience, **next_rank(band, m)}
            deltas = (Delta("due", m.id, add=1), Delta(f"notes.{RANK}", m.id, add=1))
            yield Step("advance", ADVANCE, "campaign.rank-due", facts, deltas)


# -- choices -------------------------------------------------------------------------


def choices(band: Band) -> tuple[Choice, ...]:
    """What is still to be chosen: an advance, and the next Rank, each once for a member at a time (RON-CAM-06)."""
    living = band.living()
    return (
        *(advance(band, m) for m in living if open_advances(m) and options_of(band, m)),
        *(rise(band, m) for m in living if asks_rank(m)),
    )


def open_advances(m: Member) -> int:
    """The advances a member has still to choose."""
    return max(0, m.due - m.notes.get(RANK, 0))


def asks_rank(m: Member) -> bool:
    """Whether its player is asked about the next Rank."""
    return m.due > 0 and m.notes.get(RANK, 0) > 0


def advance(band: Band, m: Member) -> Choice:
    """The question what a member gains."""
    options = options_of(band, m)
    default = next(key for key in (*DEFAULTS, *options) if key in options)
    say = [f"campaign.raise.{key}" if key in SKILLS else f"word.{key}" for key in options]
    facts: dict[str, Fact] = {"who": m.id, "total": m.experience}
    return Choice(
        member=m.id, clause=ADVANCE, about="campaign.choose-advance", options=tuple(options), say=tuple(say),
        default=default, facts=facts,
    )  # fmt: skip


def options_of(band: Band, m: Member) -> list[str]:
    """All a member may still gain."""
    return [*(s for s in SKILLS if s not in m.gained), *attributes(band, m)]


def attributes(band: Band, m: Member) -> list[str]:
    """The attributes a member may gain (RON-ARM-18)."""
    one = made_of(band, m)
    return [key for key in table("attributes") if one and is_free(key) and not any(refuse_learned(one, key))]


def rise(band: Band, m: Member) -> Choice:
    """The question whether a member is bought anew; only to stay is left where that cannot be done any more."""
    facts: dict[str, Fact] = {"who": m.id, "purse": band.purse, **next_rank(band, m)}
    options = (STAY,) if refuse_rank(band, m) else (RISE, STAY)
    return Choice(
        member=m.id, clause=ADVANCE, about="campaign.choose-rank", options=options,
        say=tuple(f"campaign.{option}" for option in options), default=STAY, facts=facts,
    )  # fmt: skip


def choose(band: Band, id: str, option: str) -> Step | Refusal:
    """What follows from a choice, or why it is not open (RON-CAM-06)."""
    m, id, option = band.members.get(id), id[:SHOWN], option[:SHOWN]
    if m is None or m.state in GONE:
        return refuse("campaign.no-member", ADVANCE, who=id)
    if option in (RISE, STAY):
        return chosen_rank(band, m, option) if asks_rank(m) else refuse("campaign.no-choice", ADVANCE, who=id)
    if not open_advances(m):
        return refuse("campaign.no-choice", ADVANCE, who=id)
    return refuse_gain(band, m, option) or gain(m, option)


def refuse_gain(band: Band, m: Member, option: str) -> Refusal | None:
    """Why a member may not gain a skill or attribute by an advance (RON-CAM-06, RON-ARM-18)."""
    if option in attributes(band, m):
        return None
    one = made_of(band, m)
    if one and option in table("attributes"):
        return next(refuse_learned(one, option))
    return refuse_advance(m.gained, option)


def gain(m: Member, option: str) -> Step:
    """The line of the ledger of an advance."""
    about = "campaign.advanced" if option in SKILLS else "campaign.learned"
    deltas = (Delta("gained", m.id, more=option), Delta("due", m.id, add=-1))
    return Step("advance", ADVANCE, about, {"who": m.id, "what": option}, deltas)


# -- the next Rank -------------------------------------------------------------------


def chosen_rank(band: Band, m: Member, option: str) -> Step | Refusal:
    """The member is bought anew for the difference in points, or keeps its Rank for now (RON-CAM-06)."""
    asked = (Delta("due", m.id, add=-1), Delta(f"notes.{RANK}", m.id, add=-1))
    if option == STAY:
        return Step("advance", ADVANCE, "campaign.stays", {"who": m.id}, asked)
    if no := refuse_rank(band, m):
        return no
    figures = next_rank(band, m)
    deltas = (Delta("gained", m.id, more=RISEN), Delta("cost", m.id, add=figures["cost"]),
              Delta("purse", add=-figures["cost"]), *asked)  # fmt: skip
    return Step("advance", ADVANCE, "campaign.risen", {"who": m.id, **figures}, deltas)


def next_rank(band: Band, m: Member) -> dict[str, int]:
    """The Rank above a member's, and the difference in points (RON-ARM-06)."""
    one = made_of(band, m)
    if one is None or one.rank >= MOST_RANK:
        return {"rank": MOST_RANK, "cost": 0}
    recruit = one.recruit
    above = cost(one.rank + 1, recruit.armour, recruit.weapons, recruit.warhorse, recruit.banner)
    above += dearer(one.row["rank"], recruit.changed)
    return {"rank": one.rank + 1, "cost": above - one.points}


def refuse_rank(band: Band, m: Member) -> Refusal | None:
    """Why a member may not be bought anew at the next Rank (RON-CAM-06, RON-ARM-13)."""
    one = made_of(band, m)
    if not may_rise(m.experience):
        least = int(RULES["advances"]["new_rank_at"])
        return refuse("campaign.too-green", ADVANCE, who=m.id, experience=m.experience, least=least)
    if one is None or one.hired or one.rank >= MOST_RANK or RISEN in m.gained:
        return refuse("campaign.no-rank", ADVANCE, who=m.id)
    return refuse_cost_of(band, m, ADVANCE) or refuse_crowd(band, m)


def refuse_cost_of(band: Band, m: Member, clause: Clause) -> Refusal | None:
    """Why the purse does not pay for the next Rank."""
    no = refuse_cost(band, next_rank(band, m)["cost"])
    return replace(no, clause=clause) if no else None


def refuse_crowd(band: Band, m: Member) -> Refusal | None:
    """Which limit of its list the warband would break with one more of the next Rank (RON-ARM-13)."""
    risen = replace(m, gained=(*m.gained, RISEN))
    after = roster_of(band, [risen if one.id == m.id else one for one in band.living()])
    before = [no.code for no in campaign_faults(roster_of(band, band.living()))]
    return next((no for no in campaign_faults(after) if no.code not in (*before, "roster.leader-rank")), None)
