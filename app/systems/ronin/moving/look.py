"""What a drawn path would do, made visible by the very figures that judge it."""

from __future__ import annotations

from app.engine.paths import Path, at_length, legs, split_at
from app.engine.views import Mark, Note, Preview
from app.systems.ronin.moving.walk import CLEAR, CONTACT_ENDS, allowance, first_fault, limit, touched_at, walked
from app.systems.ronin.shooting.sight import COVER, LINES, Line, Sight
from app.systems.ronin.state import Model, State


def look(state: State, me: Model, path: Path, how: str) -> Preview:
    """The path by legs, its base swept along it, whom it touches, and where it stops being legal."""
    fault = first_fault(state, me, path, how)
    if not path:
        return Preview()
    allowed, causes = allowance(state, me.id, how, path)
    used = walked(path)
    notes = [Note("walk.used", {"used": used, "allowed": allowed}, limit(me, how))]
    notes += [Note(f"walk.halved.{cause.id}", {"piece": cause.piece}, cause.clause) for cause in causes]
    notes += [
        Note("walk.leg", {"leg": n, "length": walked(leg)}, limit(me, how)) for n, leg in enumerate(legs(path), 1)
    ]
    touches = touched_at(state, me, path)
    met = [Note("walk.touches", {"enemy": foe.id}, CONTACT_ENDS) for foe in touches]
    notes += met
    at = min(fault.after, used) if fault else used
    good, bad = split_at(path, at) if fault else (path, ())
    label = Mark(kind="label-no" if fault else "label", points=(path[-1],), note=notes[0])
    marks = [Mark(kind="path", points=good), Mark(kind="swept", points=path, radius=me.radius)]
    if how in ("run", "gallop"):
        marks.append(Mark(kind="ring", points=(path[-1],), radius=me.radius + CLEAR))
    if fault:
        stop = at_length(path, at)
        why = Note(fault.no.code, dict(fault.no.facts), fault.no.clause)
        marks += [Mark(kind="path-no", points=bad), Mark(kind="ring-no", points=(stop,), radius=me.radius, note=why)]
    marks.append(Mark(kind="ghost-no" if fault else "ghost", points=(path[-1],), radius=me.radius))
    marks += [
        Mark(kind="touch", points=(foe.at,), radius=foe.radius, note=note)
        for foe, note in zip(touches, met, strict=True)
    ]
    return Preview(no=fault.no if fault else None, notes=tuple(notes), marks=(*marks, label))


def rays(state: State, seen: Sight) -> tuple[Mark, ...]:
    """The lines as they were judged, and the pieces that give cover."""
    found = [ray(line) for line in seen.lines]
    giving = dict.fromkeys(line.of for line in seen.lines if line.of)
    for piece in state.table.pieces:
        if piece.id in giving:
            found.append(
                Mark(kind="cover", points=piece.outline, note=Note(f"cover.{seen.cover}", {"piece": piece.id}, COVER))
            )
    return tuple(found)


def ray(line: Line) -> Mark:
    """One line to be drawn, with what blocks it."""
    note = Note("ray.blocked", {"by": line.by}, LINES) if line.by else Note("ray.clear", {}, LINES)
    return Mark(kind="ray-blocked" if line.by else "ray", points=(line.start, line.end), note=note)
