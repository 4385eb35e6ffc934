"""Who may do what: one line a route, one letter a role that is let in.

    H  host of this server, who has no seat         W  watches with the link          r  token of R: read
    U  umpire of the game                           D  the same, the table is late    p  token of R: play
    R  sits at red, has an account; it is all his   C  commentator                    m  token of R: make
    B  sits at blue                                 G  guest with links to sit down   k  token of R: rosters
                                                    S  stranger without a cookie      a  token of R: all of these

Of campaigns H plays in those of R; G has the link that invites to the one that is ``shut``.

``*``: everybody.  ``{name=value}`` is that value of a parameter.  ``~``: a 404 and the way home are answers there as
well, not refusals.  ``!``: the scene is set anew for each who may.  Of the tokens only ``a`` is tried on pages.
"""

from __future__ import annotations

from typing import Any

ROUTES = """
GET    /api/v1/openapi.json                                     * rpmk
GET    /api/v1/systems                                          * rpmk

POST   /api/v1/games                                            * m
GET    /api/v1/games                                            * r
GET    /api/v1/games/{game}                                     HURBWDC r
GET    /api/v1/games/{game}/events                              HURBWDC r
GET    /api/v1/games/{game}/live                                HURBWDC r
WS     /api/v1/games/{game}/live                                HURBWDC r
GET    /api/v1/games/{game}/inspect/{piece}                     HURBWDC r ~
GET    /api/v1/games/{game}/record                              HURBWDC r
GET    /api/v1/games/{game}/timeline                            HURBWDC r
GET    /api/v1/games/{game}/film                                HURBWDC r
GET    /api/v1/games/{game}/frames/{v}                          HURBWDC r
GET    /api/v1/games/{game}/frames/{v}/ground                   HURBWDC r
GET    /api/v1/games/{game}/frames/{v}/inspect/{piece}          HURBWDC r ~
POST   /api/v1/games/{game}/join                                G
POST   /api/v1/games/{game}/answers                             R p ~
POST   /api/v1/games/{game}/preview                             R p ~
GET    /api/v1/games/{game}/odds                                RB r ~
POST   /api/v1/games/{game}/{deed=undo}                         R p
POST   /api/v1/games/{game}/{deed=takeback}                     R p
POST   /api/v1/games/{game}/{deed=consent}                      R p
POST   /api/v1/games/{game}/{deed=draw}                         R p
POST   /api/v1/games/{game}/{deed=pause}                        R p
POST   /api/v1/games/{game}/{deed=resume}                       R p
POST   /api/v1/games/{game}/{deed=checkpoint}                   R p
POST   /api/v1/games/{game}/{deed=stand-in}                     RB p !
POST   /api/v1/games/{game}/{deed=resign}                       R p !

GET    /api/v1/games/{game}/umpire                              HU
POST   /api/v1/games/{game}/umpire/{deed=name}                  HR p
POST   /api/v1/games/{game}/umpire/{deed=dismiss}               HR p
POST   /api/v1/games/{game}/umpire/{deed=time}                  HU
POST   /api/v1/games/{game}/umpire/{deed=rule}                  HU
POST   /api/v1/games/{game}/umpire/{deed=preview}               U
POST   /api/v1/games/{game}/umpire/{deed=amend}                 U
POST   /api/v1/games/{game}/umpire/{deed=back}                  U
POST   /api/v1/games/{game}/umpire/{deed=replace}               HU !
POST   /api/v1/games/{game}/umpire/{deed=dispute}               R p
POST   /api/v1/games/{game}/umpire/{deed=pause}                 HU
POST   /api/v1/games/{game}/umpire/{deed=resume}                HU
POST   /api/v1/games/{game}/umpire/{deed=bot}                   HU !

GET    /api/v1/games/{game}/talk                                HURBWDC r
POST   /api/v1/games/{game}/talk                                HURB p
POST   /api/v1/games/{game}/talk/{line}/{deed=unmute}           HURBWDC p
POST   /api/v1/games/{game}/talk/{line}/{deed=report}           HURBWDC p

GET    /api/v1/games/{game}/orders                              RB r
POST   /api/v1/games/{game}/orders                              R p
GET    /api/v1/games/{game}/side                                RB r

GET    /api/v1/lobby                                            * r
POST   /api/v1/games/{game=over}/rematch                        RB m
POST   /api/v1/games/{game=kept}/challenge/{deed=accept}        R p !

GET    /api/v1/grounds                                          * r
POST   /api/v1/grounds                                          * k
POST   /api/v1/grounds/check                                    * rpmk
POST   /api/v1/grounds/random                                   * rpmk
GET    /api/v1/grounds/{id}                                     R r
PUT    /api/v1/grounds/{id}                                     R k
DELETE /api/v1/grounds/{id}                                     R k !
GET    /api/v1/scenarios                                        * r
POST   /api/v1/scenarios                                        * k
POST   /api/v1/scenarios/check                                  * rpmk
GET    /api/v1/scenarios/printed/{system=ronin}/{base=skirmish} * rpmk
GET    /api/v1/scenarios/{id}                                   R r
PUT    /api/v1/scenarios/{id}                                   R k
DELETE /api/v1/scenarios/{id}                                   R k !
GET    /api/v1/likenesses                                       * r
POST   /api/v1/likenesses                                       * k
DELETE /api/v1/likenesses/{key}                                 R k !
POST   /api/v1/likenesses/{key}/report                          HURBWDCG p
GET    /api/v1/rosters/house                                    * rpmk
GET    /api/v1/rosters/profiles                                 * rpmk
GET    /api/v1/rosters                                          * r
POST   /api/v1/rosters                                          * k
POST   /api/v1/rosters/check                                    * rpmk
GET    /api/v1/rosters/{id}                                     R r
GET    /api/v1/rosters/{id}/text                                R r
PUT    /api/v1/rosters/{id}                                     R k
DELETE /api/v1/rosters/{id}                                     R k !

GET    /api/v1/campaigns                                        * r
POST   /api/v1/campaigns                                        HR m
POST   /api/v1/campaigns/import                                 HR m
GET    /api/v1/campaigns/{id=public}                            * r
GET    /api/v1/campaigns/{id=shut}                              HRG r
GET    /api/v1/campaigns/{id=shut}/entries                      HRG r
GET    /api/v1/campaigns/{id=shut}/standings                    HRG r
GET    /api/v1/campaigns/{id=shut}/export                       HRG r
POST   /api/v1/campaigns/{id=shut}/commands                     R p
POST   /api/v1/campaigns/{id=public}/commands                   R p

GET    /api/v1/people/{handle}                                  * r
GET    /api/v1/me                                               HURBWDCG r
PATCH  /api/v1/me                                               HURBWDCG
GET    /api/v1/me/tokens                                        HR
POST   /api/v1/me/tokens                                        HR
DELETE /api/v1/me/tokens/{token}                                R !
GET    /api/v1/me/export                                        HURBWDCG
GET    /api/v1/me/inbox                                         HURBWDCG
POST   /api/v1/me/inbox                                         HURBWDCG

GET    /                                                        *
POST   /lang                                                    * a
POST   /games                                                   *
GET    /new                                                     *
POST   /new                                                     *
GET    /lobby                                                   *
GET    /games/mine                                              *
GET    /lobby/{game=open}                                       *
GET    /lobby/{game=open}/{seat=blue}                           *
POST   /lobby/{game=open}/{seat=blue}                           *
GET    /wait/{game=open}                                        B
GET    /join/{game}/{seat}/{key}                                G
POST   /join/{game}/{seat}/{key}                                G
POST   /challenge/{game=kept}/{seat=blue}/{deed=accept}         R !
POST   /challenge/{game=kept}/{seat=blue}/{deed=withdraw}       B !
POST   /rematch/{game=over}                                     RB
GET    /people                                                  *
GET    /people/{handle}                                         *
POST   /people/{handle}/report                                  HR
POST   /people/{handle}/{kind=friend}                           HR

GET    /play/{game}                                             HURBWDC
GET    /play/{game}/prompt                                      HURBWDC
GET    /play/{game}/odds                                        RB ~
GET    /play/{game}/grasp                                       HURBWDC
GET    /play/{game}/side                                        RB
POST   /play/{game}/side                                        R
GET    /lead/{game}/{seat}/{key}                                R
POST   /lead/{game}/{seat}/{key}
GET    /play/{game}/reach                                       HURBWDC
GET    /play/{game}/threat                                      HURBWDC
GET    /play/{game}/log                                         HURBWDC
GET    /play/{game}/why                                         RB ~
POST   /play/{game}/advice                                      RB ~
POST   /play/{game}/answers                                     R ~
GET    /play/{game}/plain                                       HURBWDC
POST   /play/{game}/plain                                       R ~
POST   /play/{game}/{deed=undo}                                 R
POST   /play/{game}/talk                                        HURB
POST   /play/{game}/talk/{line}/{deed=report}                   HURBWDC
GET    /play/{game}/orders                                      RB
POST   /play/{game}/orders                                      R
GET    /watch/{game}/{key}                                      WD
GET    /replay/{game}                                           HURBWDC
GET    /replay/{game}/moment.svg                                HURBWDC
GET    /replay/{game}/moment.png                                WD
GET    /embed/{game}                                            WD
GET    /oembed                                                  * a ~
GET    /replay/{game}/log                                       HURBWDC ~
GET    /report/{game}                                           HURBWDC
GET    /replay/{game}/analysis                                  HURBWDC
POST   /replay/{game}/analysis                                  HURBWDC
WS     /ws/games/{game}                                         HURBWDC

GET    /umpire/{game}                                           HURB
POST   /umpire/{game}/edit                                      U
POST   /umpire/{game}/link                                      HU
POST   /umpire/{game}/{deed=time}                               HU
POST   /umpire/{game}/{deed=dispute}                            R
GET    /replace/{game}/{seat}/{key}                             G
POST   /replace/{game}/{seat}/{key}                             G !

GET    /play/{game}/likenesses                                  HURBWDC
GET    /likenesses                                              *
POST   /likenesses                                              *
GET    /likenesses/file                                         *
POST   /likenesses/import                                       *
POST   /likenesses/{key}/forget                                 R !
GET    /likeness/{key}                                          * a
POST   /likeness/{key}/report                                   HURBWDCG
GET    /rosters                                                 *
GET    /rosters/house/{id=listed}/{form}                               * a
GET    /rosters/profile/{id=changed}/toml                       * a
GET    /roster                                                  *
POST   /roster                                                  *
POST   /roster/copy                                             R
GET    /roster/import                                           *
POST   /roster/import                                           *
GET    /roster/{id}                                             R
POST   /roster/{id}                                             R
GET    /roster/{id}/print                                       R
GET    /roster/{id}/{form}                                      R
POST   /roster/{id}/rename                                      R
POST   /roster/{id}/forget                                      R !
GET    /roster/shared/{id}/{key}                                G
GET    /roster/shared/{id}/{key}/{form}                         G
GET    /terrain                                                 *
POST   /terrain                                                 *
GET    /terrain/{id}                                            R
POST   /terrain/{id}/forget                                     R !
GET    /scenarios                                               *
POST   /scenarios                                               *
POST   /scenarios/look                                          *
POST   /scenarios/bring                                         *
GET    /scenarios/{id}                                          R
GET    /scenarios/{id}/file                                     R
POST   /scenarios/{id}/forget                                   R !
GET    /learn                                                   *
GET    /learn/{system=ronin}                                    *
GET    /learn/{system=ronin}/{name=moving}                      *
GET    /learn/{system=ronin}/asked/{about=bodyguard}            *
POST   /learn/{system=ronin}/{name=moving}                      *
POST   /play/{game}/lesson                                      RB ~
GET    /rules                                                   *
GET    /dice                                                    *
GET    /rules/{key=ronin}                                       *
GET    /rules/{key=ronin}/sheet                                 *
GET    /rules/{key=ronin}/{clause=RON-SET-08}                   *
GET    /rules/{key=ronin}/{clause=RON-MOV-02}/played            *
GET    /rules/{key=ronin}/{clause=RON-MOV-02}/cases             *
GET    /rules/{key=ronin}/{clause=RON-MOV-02}/cases/{name=none} * ~

GET    /campaigns                                               *
GET    /campaigns/new                                           *
POST   /campaigns/new                                           HR
POST   /campaigns/import                                        HR
GET    /campaigns/rules                                         *
GET    /campaign/{id=public}                                    *
GET    /campaign/{id=public}/now                                *
GET    /campaign/{id=public}/standings                          *
GET    /campaign/{id=public}/ledger                             *
GET    /campaign/{id=public}/chronicle                          *
GET    /campaign/{id=public}/rules                              *
GET    /campaign/{id=public}/round/{number=1}                   *
GET    /campaign/{id=public}/round/{number=1}/picture.png       * a ~
GET    /embed/campaign/{id=public}/round/{number=1}             * a
GET    /campaign/{id=public}/export                             *
GET    /campaign/{id=public}/verify                             *
GET    /campaign/{id=public}/news.atom                          *
GET    /campaign/{id=public}/calendar.ics                       *
GET    /campaign/{id=public}/battle/{fixture}                   *
GET    /campaign/{id=public}/warband/{warband}                  *
GET    /campaign/{id=public}/warband/{warband}/text             *
GET    /campaign/{id=shut}                                      HRG
GET    /campaign/{id=shut}/now                                  HRG
GET    /campaign/{id=shut}/standings                            HRG
GET    /campaign/{id=shut}/ledger                               HRG
GET    /campaign/{id=shut}/chronicle                            HRG
GET    /campaign/{id=shut}/rules                                HRG
GET    /campaign/{id=shut}/round/{number=1}                     HRG
GET    /embed/campaign/{id=shut}/round/{number=1}               G
GET    /campaign/{id=shut}/export                               HRG
GET    /campaign/{id=shut}/verify                               HRG
GET    /campaign/{id=shut}/news.atom                            HRG
GET    /campaign/{id=shut}/calendar.ics                         HRG
GET    /campaign/{id=shut}/battle/{fixture}                     HRG
GET    /campaign/{id=shut}/warband/{warband}                    HRG
GET    /campaign/{id=shut}/warband/{warband}/text               HRG
POST   /campaign/{id=public}/chronicle                          HR
POST   /campaign/{id=public}                                    HURBWDCG
POST   /campaign/{id=shut}                                      HRG
POST   /campaign/{id=public}/round/{number=1}
POST   /campaign/{id=public}/cover                              R
POST   /campaign/{id=public}/battle/{fixture}                   R
POST   /campaign/{id=public}/warband/{warband}                  R
GET    /campaign/{id=public}/host                               R
POST   /campaign/{id=public}/host                               R
GET    /campaign/{id=plan}/map                                  R
POST   /campaign/{id=plan}/map                                  R

GET    /signup                                                  *
POST   /signup                                                  *
GET    /setup/{key}
POST   /setup/{key}
GET    /signin                                                  *
POST   /signin                                                  *
POST   /signout                                                 * ~ !
GET    /forgot                                                  *
POST   /forgot                                                  *
GET    /reset/{key}
POST   /reset/{key}
GET    /confirm/{key}
POST   /confirm/{key}                                           *
GET    /account                                                 *
POST   /account/name                                            HR
POST   /account/mail                                            HR
POST   /account/password                                        HR
POST   /account/looks                                           *
POST   /account/vacation                                        HR
POST   /account/tokens                                          HR
POST   /account/tokens/{id}/end                                 HR
POST   /account/sessions                                        HR ~ !
POST   /account/sessions/{id}/end                               HR !
POST   /account/delete                                          HR
GET    /account/notices                                         *
GET    /account/notices/bell                                    *
GET    /account/notices/told/{id}                               *
POST   /account/notices/read                                    *
POST   /account/notices/webhook                                 HURBWDCG
POST   /account/notices/push                                    HURBWDCG
POST   /account/notices/mail                                    HURBWDCG
POST   /account/notices/kinds                                   HURBWDCG
POST   /account/notices/quiet                                   HURBWDCG
POST   /account/notices/{id}/switch                             HURBWDCG
POST   /account/notices/{id}/remove                             HURBWDCG
POST   /account/notices/{id}/test                               HURBWDCG

GET    /admin                                                   H
POST   /admin/backup                                            H
GET    /admin/errors                                            H
GET    /admin/errors/{number:case}                               H
GET    /admin/errors/{number:case}.json                          H
GET    /admin/reports                                           H
POST   /admin/reports/{number:case}                              H
GET    /admin/accounts                                          H
POST   /admin/accounts/{id}/{deed=ban}                          H
POST   /admin/accounts/{id}/{deed=end}                          H !
GET    /admin/games                                             H
POST   /admin/games/{game}/{deed=pause}                         H
GET    /admin/settings                                          H
POST   /admin/settings/{what=house}                             H
POST   /admin/invitations                                       H
POST   /admin/invitations/{id=invited}/revoke                         H
GET    /admin/lists                                             H
POST   /admin/lists                                             H
POST   /admin/lists/{id=listed}/remove                                 H !
POST   /admin/lists/profiles                                    H
POST   /admin/lists/profiles/{id=changed}/remove                H !
GET    /admin/likeness/{key}                                    H
GET    /admin/webhooks                                          H
POST   /admin/webhooks                                          H
POST   /admin/webhooks/{id=hooked}/{deed=off}                   H
POST   /api/v1/admin/lists                                      H
DELETE /api/v1/admin/lists/{id=listed}                                 H !
POST   /api/v1/admin/profiles                                   H
DELETE /api/v1/admin/profiles/{id=changed}                      H !
GET    /api/v1/admin/health                                     H
GET    /api/v1/admin/metrics                                    H
GET    /api/v1/admin/cases                                      H
GET    /api/v1/admin/cases/{number}                             H
GET    /api/v1/admin/reports                                    H
POST   /api/v1/admin/reports/{number}                           H
GET    /api/v1/admin/accounts                                   H
PATCH  /api/v1/admin/accounts/{id}                              H
ANY    /admin{rest:path}

GET    /sw.js                                                   * a
GET    /manifest.webmanifest                                    * a
GET    /offline                                                 * a
GET    /healthz                                                 * a
GET    /readyz                                                  * a
GET    /metrics
GET    /static/{file}                                           * a
"""

ANSWER = {"ask": "gone", "answer": "1", "seat": "red"}
RED = {"seat": "red"}
DRAWN: dict[str, Any] = {"table": [36, 36], "pieces": []}
MADE: dict[str, Any] = {"system": "ronin", "base": "skirmish", "name": "Dusk", "changes": {"depth": 9}}
DEED: dict[str, Any] = {"reason": "why", "seat": "red", "text": "why", "seconds": 60, "account": "Hosta", "dispute": 1}
SHEET = {"name": "Herons", "roster": {"sample": "red-devils"}}
BODIES: dict[str, Any] = {
    "/api/v1/games/{game}/join": {"seat": "red", "name": "Nomi", "key": "{key}"},
    "/api/v1/games/{game}/answers": ANSWER,
    "/api/v1/games/{game}/preview": ANSWER,
    "/api/v1/games/{game}/{deed}": RED,
    "/api/v1/games/{game}/orders": {"about": "toy.deed", "seat": "red"},
    "/api/v1/games/{game}/umpire/{deed}": DEED,
    "/api/v1/games/{game}/talk": {"text": ""},
    "/api/v1/games/{game}/talk/{line}/{deed}": None,
    "/api/v1/grounds/{id}": {"name": "Woods", "body": DRAWN},
    "/api/v1/scenarios/{id}": MADE,
    "/api/v1/rosters/{id}": SHEET,
    "/api/v1/likenesses/{key}/report": {"reason": "why"},
    "/api/v1/campaigns": {"name": "Autumn", "system": "ronin", "settings": {"points": 200}},
    "/api/v1/campaigns/{id}/commands": {"give": {"do": "announce", "title": "Snow", "text": "The passes close."}},
    "/campaign/{id}": {"do": "watch"},
    "/campaign/{id}/battle/{fixture}": {"do": "unmuster", "warband": "{warband}", "fixture": "{fixture}"},
    "/campaign/{id}/chronicle": {"do": "unsay", "fixture": "{fixture}", "number": "0"},
    "/campaign/{id}/host": {"do": "announce", "title": "Snow", "text": "The passes close."},
    "/campaign/{id}/warband/{warband}": {"do": "write", "warband": "{warband}", "title": "Snow", "text": "It fell."},
    "/campaigns/new": {"system": "ronin", "name": "Autumn", "pairing": "round-robin", "points": "200", "days": "7"},
    "/lang": {"lang": "en", "next": "/rules"},
    "/play/{game}/answers": {"seat": "red", "ask": "gone"},
    "/play/{game}/plain": {"seat": "red", "ask": "gone", "pick": "x"},
    "/play/{game}/orders": {"about": "toy.deed", "seat": "red"},
    "/play/{game}/side": {"do": "invite", "seat": "red"},
    "/lead/{game}/{seat}/{key}": {"name": "Zoe"},
    "/play/{game}/{deed}": RED,
    "/roster/copy": {"from": "roster:{id}"},
    "/umpire/{game}/{deed}": {"seat": "red", "minutes": "1", "reason": "why", "text": "why"},
    "/replace/{game}/{seat}/{key}": {"name": "Nomi"},
}
"""What is sent where an empty body would be refused before anybody asks who sent it."""

MESSAGES = {
    "point": "H>UWC U>HWC R>HUBWC B>HURWC W>HUC C>HUW",
    "rule": "R>HUBWC B>HURWC",
    "look": "R>HUWC B>HUWC",
    "at": "H>WC W>HC C>HW",
}
"""Whose message of a kind reaches whom at a table that is seen as it is played."""
SENT: dict[str, Any] = {"point": [1, 2], "rule": [1, 2, 3, 4], "look": [1, 2, 3, 4], "at": 3}
