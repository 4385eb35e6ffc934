"""Words of warbands: what stands against sending them to battle, what they buy, what campaigns change of them."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    # what stands against a muster
    "campaign.nobody": N_("Somebody must go: the warband has {fit} members that can."),
    "campaign.no-member": N_("The warband has no member {who}."),
    "campaign.twice": N_("{who:model} is sent twice."),
    "campaign.not-fit": N_("{who:model} cannot go to this battle."),
    "campaign.no-taisho": N_("One of the Bushi who can lead must go: the army needs a Taisho."),
    # what is bought
    "campaign.not-offered": N_("This is not for sale to this warband: {offer}."),
    "campaign.purse": N_("This costs {cost} Koku; the purse holds {purse}."),
    "campaign.member-taken": N_("There is a member {who} already."),
    "campaign.bought": N_("{name:word} joins the warband for {cost} Koku."),
    "campaign.refilled": N_("{who:model} takes in one model more for {cost} Koku: {models} of {full}."),
    # what campaigns change
    "campaign.raise.attack": N_("Attack one better"),
    "campaign.raise.defence": N_("Defence one better"),
    "campaign.raise.ki": N_("Ki one better"),
    "campaign.raise.honour": N_("Honour one better"),
    "campaign.raise.initiative": N_("Initiative one better"),
    # fresh models for depleted Units
    "campaign.refill.yari_ashigaru": N_("Yari Ashigaru: one model more"),
    "campaign.refill.heishi": N_("Heishi: one model more"),
    "campaign.refill.yumi_ashigaru": N_("Yumi Ashigaru: one model more"),
    "campaign.refill.ishitsubute": N_("Ishitsubute: one model more"),
    "campaign.refill.katana_samurai": N_("Katana Samurai: one model more"),
    "campaign.refill.yumi_samurai": N_("Yumi Samurai: one model more"),
    "campaign.refill.yari_kiba_musha": N_("Yari Kiba Musha: one model more"),
    "campaign.refill.kiba_musha": N_("Kiba Musha: one model more"),
    "campaign.refill.onna_bushi": N_("Onna-Bushi: one model more"),
    "campaign.refill.teppotai": N_("Teppotai: one model more"),
    "campaign.refill.ninja": N_("Ninja: one model more"),
    "campaign.refill.kuge_great_guard": N_("Kuge Great Guard: one model more"),
    "campaign.refill.no_dachi_samurai": N_("No-dachi Samurai: one model more"),
    "campaign.refill.yari_samurai": N_("Yari Samurai: one model more"),
    "campaign.refill.kengo": N_("Kengo: one model more"),
    "campaign.refill.yumi_kiba_musha": N_("Yumi Kiba Musha: one model more"),
    "campaign.refill.naginata_sohei": N_("Naginata Sohei: one model more"),
    "campaign.refill.ama_kihei": N_("Ama Kihei: one model more"),
    "campaign.refill.ikame_bo": N_("Ikame-Bo: one model more"),
    "campaign.refill.teppo_sohei": N_("Teppo Sohei: one model more"),
    "campaign.refill.katana_ashigaru": N_("Katana Ashigaru: one model more"),
    "campaign.refill.teppo_ronin": N_("Teppo Ronin: one model more"),
    "campaign.refill.kyokaku": N_("Kyokaku: one model more"),
    "campaign.refill.assassins": N_("Assassins: one model more"),
    "campaign.refill.kabukimono": N_("Kabukimono: one model more"),
    "campaign.refill.raiju": N_("Raiju: one model more"),
    "campaign.refill.basan": N_("Basan: one model more"),
    "campaign.refill.tanuki": N_("Tanuki: one model more"),
    "campaign.refill.kappa": N_("Kappa: one model more"),
    "campaign.refill.karasu_tengu": N_("Karasu Tengu: one model more"),
    "campaign.refill.amanojaku": N_("Amanojaku: one model more"),
    "campaign.refill.onibi": N_("Onibi: one model more"),
    "campaign.refill.shikome": N_("Shikome: one model more"),
    "campaign.refill.gaki": N_("Gaki: one model more"),
    "campaign.refill.onryo": N_("Onryo: one model more"),
}
