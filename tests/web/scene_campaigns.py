"""Campaigns of the scene: anybody reads the ``public`` one, ``shut`` is open to who is in it, ``plan`` is to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.web.campaigns.calls import key_of

if TYPE_CHECKING:
    from tests.web.scene import Scene

MAP = {"pairing": "map", "map": "heron-bay", "points": 300}
BANDS = {"R": "red-devils", "H": "river-league"}
"""Who plays: R, who is its host as well, and H."""


def campaign(scene: Scene, name: str) -> dict[str, str]:
    """What stands for one of them in a path: its id, red's warband, a battle that is open, and the key of its link."""
    is_plan = name == "plan"
    body = {"name": name.title(), "system": "daimyo" if is_plan else "ronin",
            "settings": {"open": True, "public": name != "shut", **(MAP if is_plan else {"points": 200})}}  # fmt: skip
    id = scene.done("R", "/campaigns", body)["id"]
    key = key_of(scene.site, scene.house.run(scene.site.campaigns.read, id)) if name == "shut" else ""
    return {"id": id, "invitation": key, **({} if is_plan else begun(scene, id, key))}


def begun(scene: Scene, id: str, key: str) -> dict[str, str]:
    """Both have joined, and it has begun: red's warband, and the battle of the first round."""
    for mark, (role, roster) in enumerate(BANDS.items(), 1):
        give(scene, role, id, key, do="join", name=role * 3)
        give(scene, role, id, key, do="raise", name=role * 3, emblem=mark, hue=mark, roster={"sample": roster})
    give(scene, "R", id, key, do="start")
    now = read(scene, id)
    (warband,) = (one for one, w in now["warbands"].items() if w["guest"] == scene.red.id)
    return {"warband": warband, "fixture": next(iter(now["fixtures"]))}


def read(scene: Scene, id: str) -> Any:
    """A campaign as red sees it."""
    return scene.who["R"].get(f"/api/v1/campaigns/{id}").json()


def give(scene: Scene, role: str, id: str, key: str, **command: Any) -> None:
    """Somebody has given a command."""
    scene.done(role, f"/campaigns/{id}/commands?key={key}", {"give": command})
