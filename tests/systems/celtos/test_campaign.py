"""The campaign: honour, the fallen, experience, income, the next battle (section CAM)."""

from __future__ import annotations

import pytest

from app.engine.events import Seat
from app.systems.celtos.campaign import figures as campaign
from app.systems.celtos.cases.reckoning import RECKONS

RED, BLUE = Seat("red"), Seat("blue")


@pytest.mark.parametrize(("battles", "clause"), [(3, ""), (5, ""), (7, ""), (4, "CEL-CAM-01"), (1, "CEL-CAM-01")])
def test_a_campaign_has_three_five_or_seven_battles(battles: int, clause: str) -> None:
    no = campaign.refuse_length(battles)
    assert (no.clause if no else "") == clause


def test_honour_decides_and_battle_points_break_a_tie() -> None:
    won = [RED, None, BLUE]
    assert (campaign.honour(won, RED), campaign.honour([RED, None], BLUE)) == (4, 1)
    assert campaign.winner(won, {RED: 100, BLUE: 101}) == BLUE
    assert campaign.winner(won, {RED: 100, BLUE: 100}) is None
    assert campaign.winner([RED, None, None], {RED: 0, BLUE: 500}) == RED


@pytest.mark.parametrize(("question", "answer"), [
    ("shield weapons=nagae", "nagae"), ("shield weapons=yari,yumi", "free"),
    ("returns die=4", "dead"), ("returns die=5", "returns"),
    ("fallen die=1", "dead"), ("fallen die=2", "hurt"), ("fallen die=3", "hurt"), ("fallen die=4", "unharmed"),
    ("injured die=3", "in"), ("injured die=4", "ds"), ("injured die=7", "as"), ("injured die=10", "again"),
    ("after-injury figure=4", "3"), ("after-injury figure=1", "1"),
    ("experience fate=destroyed destroyed=1", "0"), ("experience destroyed=2", "2"), ("experience fate=left", "1"),
    ("advances before=2 after=3", "1"), ("advances before=3 after=5", "0"), ("advances before=0 after=10", "3"),
    ("raise skill=mn now=8", "legal"), ("raise skill=mn now=9", "campaign.highest CEL-CAM-04"),
    ("raise skill=as raised=as,in now=5", "campaign.raised CEL-CAM-04"),
    ("raise skill=rs now=5", "campaign.no-skill CEL-CAM-04"),
    ("income result=winner", "30"), ("income result=loser", "40"), ("income result=draw", "35"),
    ("chooser won=red", "blue"), ("chooser won=blue", "red"), ("chooser won=draw", "nobody"),
    ("draws scenario=ford", "legal"), ("draws scenario=vanguards", "campaign.scenario CEL-CAM-08"),
    ("mercenaries mine=240 theirs=300", "0"), ("mercenaries mine=239 theirs=300", "1"),
    ("band sample=black-pass limit=400", "legal"),
    ("band sample=black-pass limit=400 P=2", "roster.unit-size CEL-ARM-03"),
    ("band sample=black-pass limit=400 P=2 T=0 veterans=yes", "legal"),
    ("band sample=black-pass limit=300 filled=97", "roster.points CEL-ARM-02"),
    ("layout dice=6,1,5,10,3,6,9,10 places=10,2,4,10,5,5,2,2,8", "pieces=8 apart=105mm zone=2"),
    ("total sample=black-pass", "397"), ("total sample=black-pass P=6 G=0", "274"),
    ("honour won=red,draw,blue seat=red", "4"), ("winner won=red,blue red=10 blue=20", "blue"),
    ("winner won=red,blue red=10 blue=10", "draw"), ("length battles=6", "campaign.length CEL-CAM-01"),
    ("profile-cost mv=10 in=3 ds=2 as=2 fu=4 rs=3 mn=2", "3"),
    ("profile-cost mv=20 in=7 ds=5 as=7 fu=5 rs=8 hr=3 mn=8", "48"),
    ("ability-cost ability=parry n=2", "6"), ("ability-cost ability=parry n=2 individual=yes", "10"),
    ("ability-cost ability=extra-attacks n=3", "12"), ("ability-cost ability=shield", "4"),
    ("command-cost command=leader,standard,musician", "18"),
    ("tells sample=black-pass member=m1 skill=in m1.due=1", "advance advanced who=m1 skill=in now=7"),
    ("cost list=kurogane entry=pikes models=10 command=leader,standard", "113"),
])  # fmt: skip
def test_what_is_reckoned(question: str, answer: str) -> None:
    name, *facts = question.split()
    assert str(RECKONS[name](dict(fact.split("=") for fact in facts))) == answer


def test_every_question_is_asked_above() -> None:
    assert len(RECKONS) == 29


def test_a_ready_band_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="nobody"):
        RECKONS["total"]({"sample": "nobody"})
