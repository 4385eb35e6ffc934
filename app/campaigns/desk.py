"""Where commands are decided: what is known, who asks, and the dice; and the list of all commands.

A command becomes entries or a refusal and touches nothing else, so that it can be tried, refused and repeated at will.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import unwrap
from typing import Any, TypeVar, cast

from msgspec import Struct

from app.campaigns.book import c
from app.campaigns.ledger.books import Books
from app.campaigns.ledger.events import Entry
from app.campaigns.model import Campaign, Round
from app.engine.campaigns import CampaignRules, Deed
from app.engine.dice import Dice, Faces
from app.engine.refusals import Refusal, refuse
from app.engine.system import RuleSystem
from app.games.vault import Vault, commitment

MAY = c("CPN-PEO-01")
HOST, UMPIRE, LEADER, PLAYER, ANYBODY, SERVER = "host", "umpire", "leader", "player", "anybody", "server"


class Command(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What somebody wants."""


STRANGER = "-"
"""The id of whoever came without any."""


class Actor(Struct, frozen=True, kw_only=True):
    """Who asks: a guest with an account or without; the server itself has no id."""

    id: str = ""
    name: str = ""
    account: bool = False
    invited: bool = False
    """Whether he came by the link that invites."""


class Past(Struct, frozen=True, kw_only=True):
    """What a decision about a battle of the past needs besides: the whole ledger, and what was done at its table."""

    ledger: tuple[Entry, ...] = ()
    deeds: Mapping[str, Sequence[Deed]] = {}
    facts: Mapping[str, int] = {}
    at: int = 0
    """When its result, or a ruling on it, was written; or since when there is such a battle."""
    back: tuple[str, ...] = ()
    """The sides for which no bot answers at its table."""
    told: bool = True
    """Whether all may know whose go it is at its table."""
    books: Books | None = None
    """The lines of all warbands."""
    elsewhere: Campaign | None = None
    """Another campaign that the decision is about."""


@dataclass
class Desk:
    """A campaign as it stands, the rules of its system, who asks, and when (milliseconds since 1970).

    ``seeds`` of rounds by number; a decision that opens a round adds one.
    """

    now: Campaign
    rules: CampaignRules[Any]
    by: Actor
    clock: int
    seeds: dict[str, str] = field(default_factory=dict)
    past: Past = field(default_factory=Past)
    missed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By battle that is past its time the sides whose players never came to its table."""
    system: RuleSystem[Any] | None = None
    """The system itself, where it is asked what can be played."""

    def new_id(self) -> str:
        """Eight characters for a warband, a fixture or a trade that this campaign does not have yet."""
        return secrets.token_hex(4)

    def commit(self, number: int) -> str:
        """The hash of a new seed for a round, which is published when it opens."""
        seed = secrets.token_bytes(32)
        self.seeds[str(number)] = seed.hex()
        return commitment(seed)

    def seed(self, number: int) -> str:
        """The seed of a round, which is shown when it closes."""
        return self.seeds[str(number)]

    def dice(self, number: int) -> Thrower:
        """The dice of a round, from the next throw on."""
        of = next(r for r in self.now.rounds if r.number == number)
        return Thrower(vault_of(self.now.id, of, self.seeds[str(number)]), of.throws)


def vault_of(campaign: str, of: Round, seed: str) -> Vault:
    """What throws the dice of a round; with its seed anybody can throw them again."""
    return Vault(bytes.fromhex(seed), f"{campaign}/{of.number}", of.entropy)


class Thrower:
    """Throws one after another; ``faces`` are the throws made: number, dice, how they fell."""

    def __init__(self, vault: Vault, next_: int) -> None:
        self._vault, self._next = vault, next_
        self.faces: list[tuple[int, Dice, Faces]] = []

    def __call__(self, dice: Dice) -> Faces:
        """The faces of the next throw."""
        faces = self._vault.throw(self._next, dice)
        self.faces.append((self._next, dice, faces))
        self._next += 1
        return faces


Decided = Sequence[Entry] | Refusal
C = TypeVar("C", bound=Command)
Decide = Callable[[Desk, Any], Decided]


@dataclass(frozen=True)
class Rule:
    """A command: who may give it, and what decides it."""

    command: type[Command]
    who: tuple[str, ...]
    decide: Decide


COMMANDS: dict[str, Rule] = {}


def command(*who: str) -> Callable[[Callable[[Desk, C], Decided]], Callable[[Desk, C], Decided]]:
    """The decision that follows is the one of the command it takes; these may give it.

    ``leader``: who leads the warband named in the command; ``player``: any player; ``anybody`` who may read it.
    The host may do what an umpire may; the server may do everything.
    """

    def register(decide: Callable[[Desk, C], Decided]) -> Callable[[Desk, C], Decided]:
        made = taken_by(decide)
        COMMANDS[tag_of(made)] = Rule(made, who, decide)
        return decide

    return register


def taken_by(decide: Callable[[Desk, C], Decided]) -> type[C]:
    """The command that a decision takes."""
    bare = unwrap(decide)
    _, kind, _ = bare.__annotations__.values()
    return cast(type[C], bare.__globals__[kind] if isinstance(kind, str) else kind)


def tag_of(given: Command | type[Command]) -> str:
    """The name of a command."""
    return str(given.__struct_config__.tag)


def refuse_actor(desk: Desk, rule: Rule, given: Command) -> Refusal | None:
    """Why somebody may not give this command, or ``None``."""
    if not desk.by.id or any(holds(desk, one, given) for one in rule.who):
        return None
    return refuse("campaign.not-yours", MAY, who=", ".join(rule.who))


def holds(desk: Desk, role: str, given: Command) -> bool:
    """Whether who asks is what a command needs."""
    now, by = desk.now, desk.by
    if role == ANYBODY:
        return True
    if role == LEADER:
        mine = now.warbands.get(getattr(given, "warband", ""))
        return mine is not None and mine.guest == by.id and now.has(by.id, PLAYER)
    return now.has(by.id, role, *((HOST,) if role == UMPIRE else ()))


def leads(now: Campaign, warband: str, guest: str) -> bool:
    """Whether a warband is somebody's own."""
    one = now.warbands.get(warband)
    return one is not None and bool(guest) and one.guest == guest
