"""Points, scales and the campaign as they are reckoned by name (sections ARM and CAM)."""

from __future__ import annotations

import pytest

from app.systems.daimyo.cases.reckoning import RECKONS
from app.systems.daimyo.sentences import SENTENCES

ASKED = [
    ("metres cm=15", "150"), ("men stands=6", "900-1800"), ("minutes turns=3", "60"),
    ("rating die=1", "0"), ("rating die=2", "1"), ("rating die=3", "1"), ("rating die=4", "2"), ("rating die=6", "3"),
    ("stand-cost profile=SB", "15"), ("stand-cost profile=AS quality=raw", "4"), ("unit-cost unit=AG:veteran:6", "54"),
    ("unit-cost unit=HA", "18"), ("leader-cost rank=general cr=2", "35"), ("leader-cost rank=daimyo cr=0", "5"),
    ("recalibrated wins=121 games=200", "1"), ("recalibrated wins=120 games=200", "0"),
    ("limit limit=600", "legal"), ("limit limit=400", "roster.limit DAI-ARM-04"),
    ("points sample=hojo", "600"), ("stands sample=uesugi", "47"), ("weight sample=oda", "14"),
    ("points general=1 hq=1 c1=1,SF,AS:raw:8 c2=0,SY", "209"),
    ("army sample=takeda limit=600", "legal"), ("army sample=takeda limit=300", "roster.points DAI-ARM-04"),
    ("army general=1 limit=600 c1=1,SF,AS c2=1,SY,AB", "legal"),
    ("army limit=600 c1=1,SF:veteran:5,AS c2=1,SY,AB", "roster.no-general DAI-ORG-13"),
    ("army general=1 limit=600 c1=1,SF,AS c2=guns,LA household=HF", "legal"),
    ("army sample=takeda limit=600 worn=AS:0,SC:1", "legal"),
    ("weather season=spring", "spring-autumn"), ("weather season=autumn", "spring-autumn"),
    ("weather season=summer", "summer"), ("weather season=winter", "winter"),
    ("map provinces=12", "legal"), ("map provinces=20", "legal"), ("map provinces=11", "campaign.provinces DAI-CAM-03"),
    ("map provinces=21", "campaign.provinces DAI-CAM-03"), ("province koku=4 castle=2", "legal"),
    ("province koku=0 castle=0", "campaign.koku DAI-CAM-03"),
    ("province koku=1 castle=3", "campaign.castle DAI-CAM-03"),
    ("season", "income, recruiting, orders, movement, battles, recovery"),
    ("income season=autumn koku=7", "350"), ("income season=spring koku=7", "0"),
    ("march season=spring cr=0 provinces=1", "legal"),
    ("march season=spring road=yes provinces=2", "campaign.march DAI-CAM-05"),
    ("march season=summer road=yes provinces=2", "legal"),
    ("march season=summer provinces=2", "campaign.march DAI-CAM-05"),
    ("march season=winter cr=1 provinces=1", "campaign.winter DAI-CAM-05"),
    ("march season=winter cr=2 provinces=1", "legal"),
    ("march season=winter cr=3 provinces=2", "campaign.march DAI-CAM-05"),
    ("meets one=owari,mino other=omi,mino", "mino"), ("meets one=owari,mino other=mino,owari", "border"),
    ("meets one=owari,mino other=mino,omi", "nowhere"),
    ("defender place=mino owner=oda totals=oda:1,saito:6", "oda"),
    ("defender place=border owner=oda totals=oda:4,saito:6", "saito"),
    ("defender place=border owner=oda totals=oda:5,saito:5", "again"),
    ("battle die=1", "meeting"), ("battle die=3", "meeting"), ("battle die=4", "fords"), ("battle die=5", "rearguard"),
    ("battle die=6", "temple"), ("daylight season=summer", "30"), ("daylight season=spring", "24"),
    ("daylight season=autumn", "24"), ("daylight season=winter", "18"),
    ("recovered start=6 left=3", "4"), ("recovered start=6 left=6", "6"), ("recovered start=5 left=1 won=yes", "3"),
    ("recovered start=5 fate=left won=yes", "2"), ("recovered start=6 fate=dispersed won=yes", "3"),
    ("recovered start=6 fate=destroyed won=yes", "0"), ("recovered start=6 fate=dispersed", "0"),
    ("replaced season=spring", "yes"), ("replaced season=summer", "no"),
    ("retreat beside=mino,omi own=omi,owari", "omi"), ("retreat beside=mino own=owari", "disbanded"),
    ("deserves won=yes start=6 left=4", "yes"), ("deserves won=yes start=6 left=3", "no"),
    ("deserves start=6 left=6", "no"),
    ("risen profile=AS quality=seasoned battles=1", "seasoned"),
    ("risen profile=AS quality=seasoned battles=2", "veteran"),
    ("risen profile=AS quality=veteran battles=2", "veteran"), ("risen profile=HC quality=elite battles=4", "elite"),
    ("besieged level=2 seasons=2", "holds"), ("besieged level=2 seasons=3", "surrenders"),
    ("besieged level=1 seasons=2 relieved=yes", "relieved"), ("besieged level=0 seasons=1", "surrenders"),
    ("winner koku=oda:7,takeda:9 years=4 capital=oda:3", "takeda"), ("winner koku=oda:7,takeda:9 years=3", "nobody"),
    ("winner koku=oda:7,takeda:9 years=1 capital=oda:4", "oda"), ("winner koku=oda:7,takeda:7 years=4", "draw"),
    ("winner koku=oda:7,takeda:9 years=4 agreed=6", "nobody"),
    ("winner koku=oda:7,takeda:9 years=2 agreed=2", "takeda"),
    ("begins houses=3 provinces=2,2,2", "legal"), ("begins houses=1 provinces=2", "campaign.houses DAI-CAM-11"),
    ("begins houses=7", "campaign.houses DAI-CAM-11"), ("begins houses=2 provinces=2,3", "campaign.uneven DAI-CAM-11"),
    ("list house=yes", "600"), ("list", "300"), ("purse kept=10 income=50 spent=60", "0"),
    ("purse kept=10 income=50 spent=61", "campaign.purse DAI-CAM-11"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "answer"), ASKED)
def test_what_is_reckoned(question: str, answer: str) -> None:
    name, *facts = question.split()
    assert str(RECKONS[name](dict(fact.split("=") for fact in facts))) == answer


def test_every_question_is_asked_above() -> None:
    assert sorted(RECKONS) == sorted({question.split()[0] for question, _ in ASKED})


def test_every_refusal_is_worded() -> None:
    said = {word for _, answer in ASKED for word in answer.split() if word.startswith(("roster.", "campaign."))}
    assert len(said) > 10
    assert [code for code in sorted(said) if code not in SENTENCES] == []


def test_an_army_that_cannot_be_read_is_no_army() -> None:
    with pytest.raises(ValueError, match=r"roster\.no-sample"):
        RECKONS["points"]({"sample": "nobody"})
