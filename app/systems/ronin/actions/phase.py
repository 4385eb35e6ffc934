"""The Action Phase: one model after another takes an action, or none (RON-ACT-01 to 18)."""

from __future__ import annotations

from collections.abc import Iterable

from app.engine.domains import Choice, Menu, Option, Pick, Place, Spot
from app.engine.flow import Game
from app.engine.geometry import Base, within
from app.engine.luck import Luck
from app.engine.refusals import Refusal, refuse
from app.engine.views import Mark, Preview
from app.systems.ronin.actions.events import GotOff, GotOn, HeadTaken, Looted, PickedUp, Reloaded, Rested
from app.systems.ronin.actions.objects import offer_exit
from app.systems.ronin.book import CONTACT, FOOT, MOUNTED, c, inches, table
from app.systems.ronin.ground.terrain import place_is_free
from app.systems.ronin.ideas.proposals import spots_around
from app.systems.ronin.measure import engaged_with, is_engaged, is_routing, touch
from app.systems.ronin.moving.phase import carry_out_shot, drops, option, shots, walk, way
from app.systems.ronin.scenarios.figures import refuse_order
from app.systems.ronin.shooting.rules import MISSILES
from app.systems.ronin.state import Body, Horse, Model, ModelId, State
from app.systems.ronin.turn.activation import HOLD, Round, alternate
from app.systems.ronin.turn.events import PhaseBegan
from app.systems.ronin.turn.orders import Orders

PHASE = c("RON-PRI-01")
NOTHING = c("RON-ACT-08")
ENGAGED = c("RON-ACT-09")
RIDE_BY = c("RON-ACT-10")
ROUTING = c("RON-MOR-26")
STANDS_STILL = c("RON-SHO-32")
RELOAD = c("RON-ACT-02")
BODY = c("RON-ACT-12")
PICK_UP = c("RON-ACT-13")
TAKE_OVER = c("RON-SCN-32")
MOUNT = c("RON-ACT-14")
REST = c("RON-ACT-15")
RIDERS_NOT = c("RON-ACT-17")
MOUNT_REACH = inches(table("actions")["mount"]["reach"])


async def action(game: Game[State]) -> None:
    """Every model has had its go in the Action Phase."""
    game.emit(PhaseBegan(clause=PHASE, phase="action"))
    await alternate(game, ROUND)


def is_ready(_: State, me: Model) -> bool:
    """Whether this model may still act in this phase."""
    return me.on_table and not me.acted


def orders(state: State, me: Model) -> Menu:
    """Every action, and why those that are closed are."""
    barred = refuse_action(state, me)
    rest = option("rest", REST, barred if barred and barred.code != "action.routing" else None)
    others = {
        **shots(state, me), "reload": option("reload", RELOAD, refuse_reload(me)), "loot": strip(state, me, "loot"),
        "head": strip(state, me, "head"), "pick-up": pick_up(state, me), "take-over": take_over(state, me),
        "mount": option("mount", MOUNT, refuse_mount(state, me)), "dismount": dismount(state, me),
    } if barred is None else {}  # fmt: skip
    closed = {} if barred is None else {key: option(key, NOTHING, barred) for key in ACTIONS}
    found = {HOLD: option(HOLD, NOTHING), **others, **closed, "rest": rest}
    if me.moved == "ride-by":
        found["ride-by"] = way(state, me, "ride-by", "ride-by-2")
    return Orders({**found, **drops(me)})


ACTIONS = ("shoot", "reload", "loot", "head", "pick-up", "take-over", "mount", "dismount")


def refuse_action(state: State, me: Model) -> Refusal | None:
    """Why this model may take no action of the usual kinds (RON-ACT-09, RON-ACT-10, RON-MOR-26)."""
    if me.moved == "ride-by":
        return refuse("action.ride-by", RIDE_BY)
    if is_engaged(state, me):
        return refuse("action.engaged", ENGAGED, enemy=engaged_with(state, me)[0].id)
    return refuse("action.routing", ROUTING) if is_routing(state, me) else None


def refuse_reload(me: Model) -> Refusal | None:
    """Why there is nothing to reload, or why it may not be (RON-SHO-32)."""
    if not any(w in MISSILES and MISSILES[w]["loads"] for w in me.weapons):
        return refuse("reload.no-teppo", RELOAD)
    if me.loaded:
        return refuse("reload.loaded", RELOAD)
    return refuse("reload.moved", STANDS_STILL, how=me.moved) if me.moved != "none" else None


# -- bodies and objects ---------------------------------------------------------------


def strip(state: State, me: Model, what: str) -> Option:
    """Loot a body, or take its head (RON-ACT-12)."""
    found = [b for b in state.bodies if touch(me.base, Base(b.at, b.radius)) and state.model(b.model).seat != me.seat]
    no = refuse_hands(state, me, what)
    no = no or (None if found else refuse("body.none", BODY))
    no = no or (None if any(getattr(b, what) for b in found) else refuse(f"body.no-{what}", BODY))
    return option(what, BODY, no, lambda: Pick({b.id: bare(b, what) for b in found}, {b.id: b.id for b in found}))


def bare(body: Body, what: str) -> Refusal | None:
    """Why this body has nothing more of the kind to give."""
    return None if getattr(body, what) else refuse(f"body.no-{what}", BODY)


def refuse_hands(state: State, me: Model, order: str) -> Refusal | None:
    """Why this model may take nothing up (RON-ACT-17)."""
    return refuse("action.mounted", RIDERS_NOT) if me.mounted else refuse_order(state, me, order, None)


def things(key: str, ids: Iterable[str], no: Refusal | None) -> Option:
    """An order to take one of some objects, closed where there is none."""
    known = tuple(ids)
    clause = PICK_UP if key == "pick-up" else TAKE_OVER
    no = no or (None if known else refuse(f"{key}.none", clause))
    return option(key, clause, no, lambda: Pick(dict.fromkeys(known), {id: id for id in known}))


def pick_up(state: State, me: Model) -> Option:
    """Take up an object that lies at the model's base (RON-ACT-13)."""
    ids = [i.id for i in state.items if not i.carrier and touch(me.base, i.base)]
    return things("pick-up", ids, refuse_hands(state, me, "pick-up"))


def take_over(state: State, me: Model) -> Option:
    """Take an object out of the hands of a friend in base contact (RON-SCN-32)."""
    near = {friend.id for friend in state.friends_of(me) if touch(me.base, friend.base)}
    return things("take-over", [i.id for i in state.items if i.carrier in near], refuse_hands(state, me, "take-over"))


# -- horses ---------------------------------------------------------------------------


def horse_of(state: State, me: Model) -> Horse | None:
    """The riderless horse of this model."""
    return next((h for h in state.horses if h.rider == me.id), None)


def refuse_mount(state: State, me: Model) -> Refusal | None:
    """Why this model may not mount (RON-ACT-14)."""
    horse = horse_of(state, me)
    if me.mounted or horse is None:
        return refuse("mount.no-horse", MOUNT)
    if not within(me.base, horse.base, MOUNT_REACH):
        return refuse("mount.too-far", MOUNT, reach=MOUNT_REACH)
    return refuse_order(state, me, "mount", None) or refuse_placing(state, me, Base(horse.at, MOUNTED))


def refuse_placing(state: State, me: Model, base: Base) -> Refusal | None:
    """Why the model's new base may not be laid here: not free, or against an enemy."""
    foe = next((foe for foe in state.foes_of(me) if touch(base, foe.base)), None)
    if foe is not None:
        return refuse("mount.contact", MOUNT, enemy=foe.id)
    return None if place_is_free(state, base, me.id) else refuse("mount.no-room", MOUNT)


def refuse_foot_spot(state: State, me: Model, spot: Spot) -> Refusal | None:
    """Why a rider may not stand here when it dismounts."""
    base = Base(spot.at, FOOT)
    if not touch(base, me.base):
        return refuse("dismount.not-beside", MOUNT)
    return refuse_placing(state, me, base)


def dismount(state: State, me: Model) -> Option:
    """Get off the horse and stand beside it."""
    if not me.mounted:
        return option("dismount", MOUNT, refuse("dismount.on-foot", MOUNT))
    spots = tuple(Spot(at) for at in spots_around(me.at, me.radius + FOOT + CONTACT // 2))
    legal = tuple(spot for spot in spots if refuse_foot_spot(state, me, spot) is None)

    def propose(rng: Luck) -> Spot:
        return rng.choice(spots)

    def shown(spot: Spot) -> Preview:
        return Preview(marks=(Mark(kind="ghost", points=(spot.at,), radius=FOOT),))

    no = None if legal else refuse("mount.no-room", MOUNT)
    return option("dismount", MOUNT, no, lambda: Place(
        radius=FOOT, zones=(), test=lambda spot: refuse_foot_spot(state, me, spot), propose=propose, sure=legal,
        look=shown, piece=me.id,
    ))  # fmt: skip


# -- carrying out ---------------------------------------------------------------------


async def carry_out(game: Game[State], id: ModelId, order: Choice) -> None:
    """The action has been taken."""
    if order.key == "shoot":
        await carry_out_shot(game, id, order.then)
    elif order.key == "ride-by":
        await walk(game, id, order.then, "ride-by-2")
        await offer_exit(game, id)
    else:
        deed(game, game.state.model(id), order)


def deed(game: Game[State], me: Model, order: Choice) -> None:
    """An action without dice has been told."""
    match order.key:
        case "reload":
            game.emit(Reloaded(clause=RELOAD, model=me.id))
        case "rest":
            game.emit(Rested(clause=REST, model=me.id))
        case "loot" | "head":
            take_token(game, me, order)
        case "pick-up" | "take-over":
            giver = next(i.carrier for i in game.state.items if i.id == order.then)
            clause = TAKE_OVER if giver else PICK_UP
            game.emit(PickedUp(clause=clause, model=me.id, item=order.then, giver=giver))
        case "mount":
            horse = horse_of(game.state, me)
            game.emit(GotOn(clause=MOUNT, model=me.id, at=horse.at if horse else me.at))
        case "dismount":
            game.emit(GotOff(clause=MOUNT, model=me.id, at=order.then.at, horse=me.at))


def take_token(game: Game[State], me: Model, order: Choice) -> None:
    """The loot or the head of a body is the model's."""
    body = next(b for b in game.state.bodies if b.id == order.then)
    if order.key == "loot":
        game.emit(Looted(clause=BODY, model=me.id, body=body.id, of=body.model, loot=me.loot + 1))
        return
    rank = game.state.model(body.model).rank
    game.emit(HeadTaken(clause=BODY, model=me.id, body=body.id, of=body.model, rank=rank, heads=(*me.heads, rank)))


ROUND = Round("action", is_ready, orders, carry_out)
