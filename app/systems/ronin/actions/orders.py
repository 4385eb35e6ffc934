"""What a model may be ordered in the Action Phase, each order declared once, and how it is carried out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from app.engine.domains import Pick, Place, Spot
from app.engine.flow import Game
from app.engine.geometry import Base, within
from app.engine.orders import Order, Orders, both
from app.engine.paths import Path
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.views import Mark, Preview
from app.systems.ronin.actions.events import GotOff, GotOn, HeadTaken, Looted, PickedUp, Reloaded, Rested
from app.systems.ronin.actions.objects import offer_exit
from app.systems.ronin.book import CONTACT, FOOT, MOUNTED, c, inches, table
from app.systems.ronin.ground.terrain import place_is_free
from app.systems.ronin.ideas.proposals import spots_around
from app.systems.ronin.measure import engaged_with, is_engaged, is_routing, touch
from app.systems.ronin.moving.orders import DROPS, walk, walking
from app.systems.ronin.scenarios.figures import refuse_order
from app.systems.ronin.shooting.orders import NO_SHOT, SHOOT
from app.systems.ronin.shooting.rules import MISSILES
from app.systems.ronin.state import Body, Horse, Model, State
from app.systems.ronin.turn.activation import holding

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


def bodies(state: State, me: Model) -> list[Body]:
    """Dead enemies at its feet."""
    return [b for b in state.bodies if touch(me.base, Base(b.at, b.radius)) and state.model(b.model).seat != me.seat]


def stripping(what: str, do: Callable[[Game[State], Model, str], None]) -> Order[State, Model]:
    """Loot a body, or take its head (RON-ACT-12)."""

    def barred(state: State, me: Model) -> Refusal | None:
        found = bodies(state, me)
        no = refuse_hands(state, me, what) or (None if found else refuse("body.none", BODY))
        return no or (None if any(getattr(b, what) for b in found) else refuse(f"body.no-{what}", BODY))

    def below(state: State, me: Model) -> Pick:
        found = bodies(state, me)
        return Pick({b.id: bare(b, what) for b in found}, {b.id: b.id for b in found})

    return Order(key=what, about=f"option.{what}", clause=BODY, barred=barred, below=below, gesture="click", do=do)


def bare(body: Body, what: str) -> Refusal | None:
    """Why this body has nothing more of the kind to give."""
    return None if getattr(body, what) else refuse(f"body.no-{what}", BODY)


def refuse_hands(state: State, me: Model, order: str) -> Refusal | None:
    """Why this model may take nothing up (RON-ACT-17)."""
    return refuse("action.mounted", RIDERS_NOT) if me.mounted else refuse_order(state, me, order, None)


def at_hand(state: State, me: Model) -> list[str]:
    """Objects that lie at the model's base (RON-ACT-13)."""
    return [i.id for i in state.items if not i.carrier and touch(me.base, i.base)]


def in_friendly_hands(state: State, me: Model) -> list[str]:
    """Objects that friends in base contact carry (RON-SCN-32)."""
    near = {friend.id for friend in state.friends_of(me) if touch(me.base, friend.base)}
    return [i.id for i in state.items if i.carrier in near]


def taking(key: str, clause: Clause, found: Callable[[State, Model], list[str]]) -> Order[State, Model]:
    """To take one of some objects, closed where there is none."""

    def barred(state: State, me: Model) -> Refusal | None:
        return refuse_hands(state, me, key) or (None if found(state, me) else refuse(f"{key}.none", clause))

    def below(state: State, me: Model) -> Pick:
        return Pick(dict.fromkeys(known := found(state, me)), {id: id for id in known})

    def do(game: Game[State], me: Model, item: str) -> None:
        giver = next(i.carrier for i in game.state.items if i.id == item)
        game.emit(PickedUp(clause=TAKE_OVER if giver else PICK_UP, model=me.id, item=item, giver=giver))

    return Order(key=key, about=f"option.{key}", clause=clause, barred=barred, below=below, gesture="click", do=do)


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


def foot_spots(me: Model) -> tuple[Spot, ...]:
    """Places beside a rider, all round."""
    return tuple(Spot(at) for at in spots_around(me.at, me.radius + FOOT + CONTACT // 2))


def legal_spots(state: State, me: Model) -> tuple[Spot, ...]:
    """Those where it may stand."""
    return tuple(spot for spot in foot_spots(me) if refuse_foot_spot(state, me, spot) is None)


def no_room_beside(_: State, __: Model, place: Place) -> Refusal | None:
    """Why a rider may not get off."""
    return None if place.sure else refuse("mount.no-room", MOUNT)


def beside(state: State, me: Model) -> Place:
    """Where it stands when it has got off."""

    def shown(spot: Spot) -> Preview:
        return Preview(marks=(Mark(kind="ghost", points=(spot.at,), radius=FOOT),))

    return Place(
        radius=FOOT, zones=(), test=lambda spot: refuse_foot_spot(state, me, spot),
        propose=lambda rng: rng.choice(foot_spots(me)), sure=legal_spots(state, me), look=shown, piece=me.id,
    )  # fmt: skip


def get_on(game: Game[State], me: Model, _: None) -> None:
    """The model sits on its horse."""
    horse = horse_of(game.state, me)
    game.emit(GotOn(clause=MOUNT, model=me.id, at=horse.at if horse else me.at))


def get_off(game: Game[State], me: Model, spot: Spot) -> None:
    """The model stands beside its horse."""
    game.emit(GotOff(clause=MOUNT, model=me.id, at=spot.at, horse=me.at))


# -- the orders ----------------------------------------------------------------------


def loot(game: Game[State], me: Model, id: str) -> None:
    """The loot of a body is the model's."""
    body = next(b for b in game.state.bodies if b.id == id)
    game.emit(Looted(clause=BODY, model=me.id, body=id, of=body.model, loot=me.loot + 1))


def take_head(game: Game[State], me: Model, id: str) -> None:
    """The head of a body is the model's."""
    body = next(b for b in game.state.bodies if b.id == id)
    rank = game.state.model(body.model).rank
    game.emit(HeadTaken(clause=BODY, model=me.id, body=id, of=body.model, rank=rank, heads=(*me.heads, rank)))


async def ride_on(game: Game[State], me: Model, path: Path) -> None:
    """The rest of a ride-by has been ridden (RON-ACT-10)."""
    await walk(game, me, path, "ride-by-2")
    await offer_exit(game, me.id)


def may_act(state: State, me: Model) -> bool:
    """Whether the usual actions are this model's to take."""
    return refuse_action(state, me) is None


def may_not(state: State, me: Model) -> bool:
    """Whether they are not."""
    return refuse_action(state, me) is not None


def refuse_rest(state: State, me: Model) -> Refusal | None:
    """Why this model may not rest; one that Routs may (RON-ACT-15)."""
    barred = refuse_action(state, me)
    return barred if barred and barred.code != "action.routing" else None


DISMOUNT: Order[State, Model] = Order(
    key="dismount", about="option.dismount", clause=MOUNT, concerns=lambda _, me: me.mounted, below=beside,
    nothing=no_room_beside, firm=True, gesture="drag", do=get_off,
)  # fmt: skip
ACTIONS: tuple[Order[State, Model], ...] = (
    SHOOT,
    NO_SHOT,
    Order(key="reload", about="option.reload", clause=RELOAD, barred=lambda _, me: refuse_reload(me), gesture="self",
          do=lambda game, me, _: game.emit(Reloaded(clause=RELOAD, model=me.id))),
    stripping("loot", loot),
    stripping("head", take_head),
    taking("pick-up", PICK_UP, at_hand),
    taking("take-over", TAKE_OVER, in_friendly_hands),
    Order(key="mount", about="option.mount", clause=MOUNT, barred=refuse_mount, gesture="click", do=get_on),
    DISMOUNT,
    replace(DISMOUNT, concerns=lambda _, me: not me.mounted, below=None, nothing=None,
            barred=lambda *_: refuse("dismount.on-foot", MOUNT)),
)  # fmt: skip
"""What a model may do that is neither engaged, nor Routing, nor in the midst of a ride-by."""

ORDERS = Orders(
    replace(holding(), clause=NOTHING),
    *(replace(order, concerns=both(may_act, order.concerns)) for order in ACTIONS),
    *(replace(order, concerns=may_not, clause=NOTHING, barred=refuse_action, below=None, nothing=None)
      for order in {order.key: order for order in ACTIONS}.values()),
    Order(key="rest", about="option.rest", clause=REST, barred=refuse_rest, gesture="self",
          do=lambda game, me, _: game.emit(Rested(clause=REST, model=me.id))),
    replace(walking("ride-by", "ride-by-2", lambda _, me: me.moved == "ride-by"), do=ride_on),
    DROPS,
)  # fmt: skip
