"""The web application: one process, its store, its games, its rooms."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI
from starlette.routing import Mount

from app import VERSION
from app.accounts.attempts import Shared
from app.conformance import unfit
from app.games.opening import open_games
from app.games.results import GameId, What
from app.games.room import Sweep, room_of
from app.live.joining import join
from app.live.rooms import Rooms
from app.settings import Settings, load_secret
from app.web.campaigns import api as campaign_api
from app.web.campaigns import battle as campaign_battle
from app.web.campaigns import broadcast as campaign_broadcast
from app.web.campaigns import chronicle as campaign_chronicle
from app.web.campaigns import cover as campaign_cover
from app.web.campaigns import event as campaign_event
from app.web.campaigns import feeds as campaign_feeds
from app.web.campaigns import files as campaign_files
from app.web.campaigns import host as campaign_host
from app.web.campaigns import list as campaigns
from app.web.campaigns import pages as campaign
from app.web.campaigns import warband
from app.web.campaigns.notices import Told
from app.web.host import api as admin_api
from app.web.host import hooks as admin_hooks
from app.web.host import lists as admin_lists
from app.web.host import pages as admin
from app.web.learn import pages as lessons
from app.web.lobby import api as lobby_api
from app.web.lobby import home, new
from app.web.lobby import pages as lobby
from app.web.page import errors, installed
from app.web.page.deps import Site
from app.web.page.files import Files
from app.web.page.words import learn, taught
from app.web.people import account, notices
from app.web.people import api as me
from app.web.people import pages as people
from app.web.replay import analysis, dice, embed, report
from app.web.replay import api as replays
from app.web.replay import pages as replay
from app.web.rosters import api as rosters
from app.web.rosters import likeness_api, likenesses
from app.web.rosters import pages as roster
from app.web.rosters.houses import honest, profiles_of
from app.web.rules import cases
from app.web.rules import pages as rules
from app.web.scenarios import api as scenarios
from app.web.scenarios import pages as making
from app.web.server import description, tracing, watching
from app.web.server.fresh import OneLook
from app.web.server.heads import Heads
from app.web.server.security import Security
from app.web.server.thrift import Thrift
from app.web.server.warming import warm
from app.web.table import answers as answering
from app.web.table import answers_api as answer_api
from app.web.table import api as game_api
from app.web.table import counsel as counselling
from app.web.table import grasp, log, odds, plain, side_api, sides
from app.web.table import pages as play
from app.web.table import standing as orders
from app.web.table import standing_api as orders_api
from app.web.table import why as whys
from app.web.table.board import acted
from app.web.table.line import live
from app.web.table.line import socket as ws
from app.web.table.line.messages import Messages
from app.web.table.talk import api as talk
from app.web.table.talk import pages as talking
from app.web.table.umpire import api as umpires
from app.web.table.umpire import pages as umpire
from app.web.terrain import api as grounds
from app.web.terrain import pages as terrain

API = (
    answer_api, umpires, talk, replays, lobby_api, orders_api, side_api, live, game_api, grounds, scenarios, rosters,
    likeness_api, me,
    campaign_api, admin_api,
)  # fmt: skip
PAGES = (
    lessons, home, new, lobby, people, replay, analysis, embed, report, umpire, talking, orders, log, plain, odds, whys,
    counselling, grasp, sides, play, roster, likenesses, terrain, making, rules, cases, dice, account, notices,
    admin_hooks, admin_lists, admin, campaigns, campaign_feeds, campaign_files, campaign_battle, campaign_chronicle,
    warband, campaign_event, campaign_broadcast, campaign_cover, campaign_host, campaign, installed,
)  # fmt: skip


def create_app(settings: Settings, *, serves: bool = False) -> FastAPI:
    """The application; its games open when it starts and close when it ends.  ``serves``: strangers will come."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        secret = load_secret(settings)
        settings.folder.mkdir(parents=True, exist_ok=True)

        def told(game: GameId, version: int, what: What) -> None:
            rooms.told(game, version, what)
            others.told(game, version, what)
            app.state.site.notices.told(game)
            app.state.site.campaigns.told(game)

        games = open_games(settings.database, secret, told, unfit=unfit)
        learn(games.systems.values())
        messages = Messages(games)
        rooms = Rooms(messages.render, messages.forget, messages.close)
        others = join(
            games.store, settings.valkey_url, secret, rooms, lambda game, _: app.state.site.campaigns.told(game)
        )
        app.state.site = here = Site(settings, games, rooms, secret, Told, shared)
        here.brought, games.carried.theirs = partial(honest, here), partial(profiles_of, here)
        for lang, texts in here.lessons.translations().items():
            taught(lang, texts)
        here.notices.word = notices.worded(here)
        games.room = room_of(settings.tables, settings.table_bytes, settings.sweep)
        sweep = Sweep(games.store, settings.sweep, lambda game: games.forget(GameId(game)))
        games.set_away(here.people.on_vacation)
        games.absent = rooms.absent
        games.crew.died = here.look_around
        await games.start()
        await here.notices.start()
        await here.campaigns.start()
        await others.start()
        await sweep.start()
        if serves:
            warm(app, games.systems.values(), [partial(acted.shown, here)])
        try:
            async with watching.sampling(here):
                yield
        finally:
            await sweep.close()
            await others.close()
            await here.checks.close()
            await here.campaigns.close()
            await here.notices.close()
            await here.rasters.close()
            await games.close()
            if shared:
                await shared.close()

    shared = Shared(settings.valkey_url) if settings.valkey_url else None
    app = FastAPI(
        title="Gunbai", version=VERSION, lifespan=lifespan,
        docs_url=None, redoc_url=None, openapi_url="/api/v1/openapi.json", telemetry=tracing.telemetry(settings),
    )  # fmt: skip
    app.add_middleware(OneLook)
    app.add_middleware(Thrift, work=settings.work)
    app.add_middleware(Heads)
    app.add_middleware(
        Security, rate=settings.rate, shared=shared, base=settings.base_url, sent=settings.sent, cors=settings.cors
    )
    errors.install(app)
    app.include_router(odds.api)
    app.include_router(answering.router)  # routes are tried in order: those of an answer come first
    for part in API:
        app.include_router(part.router)
    for part in (*PAGES, ws):
        app.include_router(part.router)
    watching.install(app)
    description.install(app)
    app.router.routes.append(Mount("/static", Files()))
    return app
