"""What is asked of whoever solves a puzzle, by the kind of its question, in English and in Spanish."""

from __future__ import annotations

from typing import NamedTuple

Both = tuple[str, str]


class Task(NamedTuple):
    """The kind under which a puzzle stands, how it is called, what it asks, and what helps."""

    kind: str
    title: Both
    says: Both
    hint: Both


ROLL = ("Look what helps and hinders each throw: range, cover, armour, what was done before.",
        "Mira qué ayuda y qué estorba a cada tirada: alcance, cobertura, armadura, lo hecho antes.")  # fmt: skip
FIGHT = ("Weigh numbers, weapons, armour and who strikes first.",
         "Sopesa números, armas, armadura y quién golpea primero.")  # fmt: skip
LEFT = ("Ask what is still to come: who strikes next, and what is kept for it.",
        "Pregúntate qué falta por venir: quién golpea después y qué queda para ello.")  # fmt: skip
STAND = ("Compare standing, striking first and getting away; the cards of both tell their figures.",
         "Compara aguantar, golpear primero y escapar; las fichas de ambos dan sus cifras.")  # fmt: skip
HEAD = ("Look at each one's figures and who stands near enough to help.",
        "Mira las cifras de cada uno y quién está bastante cerca para ayudar.")  # fmt: skip

SHOT = Task("shot", ("The surest shot", "El disparo más seguro"),
            ("Choose who shoots, and at whom.", "Elige quién dispara y a quién."), ROLL)  # fmt: skip
CHARGE = Task("charge", ("The best charge", "La mejor carga"),
              ("Choose who charges, and whom.", "Elige quién carga y contra quién."), FIGHT)  # fmt: skip
ANSWER = Task("answer", ("Under attack", "Bajo ataque"),
              ("You are attacked: choose what your warriors do.",
               "Te atacan: elige qué hacen tus guerreros."), STAND)  # fmt: skip
ORDER = Task("order", ("The right order", "La orden justa"),
             ("Choose who is to act, and what he is to do.", "Elige quién actúa y qué hace."), HEAD)  # fmt: skip

TASKS: dict[str, Task] = {
    # Ronin
    "activate.action/*/shoot": SHOT, "activate.move/*/shoot": SHOT,
    "activate.action/*/shoot/*": SHOT, "activate.move/*/shoot/*": SHOT,
    "combat.split": Task("blow", ("How to split", "Cómo repartir"),
                         ("Split the pool into Attack and Defence for this combat.",
                          "Reparte la reserva en Ataque y Defensa para este combate."), LEFT),
    "combat.turn": Task("blow", ("Turned over", "Darle la vuelta"),
                        ("You may turn counters over: choose how.",
                         "Puedes dar la vuelta a fichas: elige cómo."), LEFT),
    "combat.weapon": Task("blow", ("Which weapon?", "¿Qué arma?"),
                          ("Choose the weapon for this combat.", "Elige el arma para este combate."), FIGHT),
    "combat.go/attack": Task("blow", ("Whom to strike", "A quién golpear"),
                             ("Choose whom the blow is for.", "Elige a quién va el golpe."), FIGHT),
    "combat.go/subdue": Task("blow", ("Taken alive", "Vivo"),
                             ("Choose whom to take alive.", "Elige a quién capturar vivo."), FIGHT),
    "combat.enhance-attack": Task("blow", ("Everything on it?", "¿Todo al golpe?"),
                                  ("Spend counters on this attack, or keep them?",
                                   "¿Gastas fichas en este ataque o las guardas?"), LEFT),
    "combat.enhance-defence": Task("blow", ("On guard?", "¿En guardia?"),
                                   ("Spend counters on this defence, or keep them?",
                                    "¿Gastas fichas en esta defensa o las guardas?"), LEFT),
    "combat.reroll": Task("blow", ("Once more", "Otra vez"),
                          ("Choose which die to throw again, if any.", "Elige qué dado repetir, si alguno."), LEFT),
    "shot.reroll": Task("shot", ("Once more, archer", "Otra vez, arquero"),
                        ("Choose which die of the shot to throw again, if any.",
                         "Elige qué dado del disparo repetir, si alguno."), LEFT),
    "withdraw.answer": ANSWER,
    # Celtos
    "activation.unit/*/shoot": SHOT, "activation.order/shoot": SHOT,
    "activation.unit/*/assault": CHARGE, "activation.order/assault": CHARGE,
    "activation.unit/*": ORDER, "activation.order": ORDER,
    "activation.unit": Task("order", ("Who first?", "¿Quién primero?"),
                            ("Choose the unit that goes first.", "Elige la unidad que va primero."), HEAD),
    "reaction.use": Task("answer", ("Who reacts?", "¿Quién reacciona?"),
                         ("Choose who uses a reaction marker, if anybody.",
                          "Elige quién usa un marcador de reacción, si alguno."), STAND),
    "reaction.act": ANSWER, "response.assault": ANSWER, "response.return-fire": ANSWER,
    # Daimyo
    "rally.unit": Task("order", ("Who rallies?", "¿Quién se reagrupa?"),
                       ("Choose the unit to rally.", "Elige la unidad que se reagrupa."), HEAD),
    "fire.unit": Task("shot", ("Who fires?", "¿Quién tira?"),
                      ("Choose the unit whose fire counts most.", "Elige la unidad cuyo fuego vale más."), ROLL),
    "fire.defend": Task("shot", ("Fire at the charge", "Fuego a la carga"),
                        ("You are charged: choose who fires.", "Te cargan: elige quién tira."), ROLL),
    "move.unit/*/charge": CHARGE, "move.unit/*": ORDER,
    "charge.answer": ANSWER,
    "melee.group": Task("blow", ("Which melee?", "¿Qué melé?"),
                        ("Choose the melee that is fought first.", "Elige la melé que se combate primero."), FIGHT),
    "challenge.offer": Task("blow", ("A challenge", "Un desafío"),
                            ("Choose whom to challenge, if anybody.", "Elige a quién desafiar, si alguno."), FIGHT),
    "challenge.answer": Task("answer", ("Challenged", "Desafiado"),
                             ("You are challenged: choose what to answer.",
                              "Te desafían: elige qué responder."), STAND),
    "rout.after": Task("answer", ("In flight", "En fuga"),
                       ("Choose what becomes of those who run.", "Elige qué pasa con los que huyen."), HEAD),
    # Kensei
    "orders.declare/*/shoot": SHOT, "orders.declare/*/precise": SHOT,
    "orders.declare/*/charge": CHARGE, "orders.declare/*/march_charge": CHARGE, "orders.declare/*/run_charge": CHARGE,
    "act.shooting": Task("shot", ("Who shoots first?", "¿Quién dispara primero?"),
                         ("Choose the unit that shoots first.", "Elige la unidad que dispara primero."), ROLL),
    "act.charges": Task("charge", ("Who charges first?", "¿Quién carga primero?"),
                        ("Choose the charge that is carried out first.", "Elige la carga que se hace primero."), FIGHT),
    "charge.reaction": ANSWER,
    "opportunity.use": Task("answer", ("A chance", "Una ocasión"),
                            ("An opportunity: choose what to do with it.",
                             "Una oportunidad: elige qué hacer con ella."), STAND),
    "opportunity.use/*": Task("answer", ("A chance", "Una ocasión"),
                              ("An opportunity: choose who takes it, and how.",
                               "Una oportunidad: elige quién la aprovecha y cómo."), STAND),
    "combat.next": Task("blow", ("Which combat?", "¿Qué combate?"),
                        ("Choose the combat that is fought first.", "Elige el combate que se libra primero."), FIGHT),
    "special.regroup": Task("order", ("Who regroups?", "¿Quién se reagrupa?"),
                            ("Choose the unit to regroup.", "Elige la unidad que se reagrupa."), HEAD),
    "challenge.make/*": Task("blow", ("A challenge", "Un desafío"),
                             ("Choose who challenges, and whom.", "Elige quién desafía y a quién."), FIGHT),
    "duel.round": Task("blow", ("In the duel", "En el duelo"),
                       ("Choose how this round of the duel is fought.",
                        "Elige cómo se libra esta ronda del duelo."), LEFT),
    "chase.unit": Task("order", ("After them", "Tras ellos"),
                       ("Choose whom to run after.", "Elige a quién perseguir."), HEAD),
}  # fmt: skip


def task_of(kind: str) -> Task | None:
    """What a question of this kind asks; ``None`` for one that no puzzle is made of."""
    return TASKS.get(kind)
