"""Titles: options, rules, printed tables and boards."""

from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from msgspec.structs import asdict

from domain.kernel.ruleset import DataSetInfo, Ruleset
from domain.rulesets import RULESETS
from projections.boards import has_board
from projections.boards.style import STYLE_HASH
from projections.languages import ENGLISH
from projections.sentences.words import Words, term_words, words_of
from service.bots import NAMES
from service.bots.standings import published
from service.core.documents import Documents
from service.core.http.json_text import quoted
from service.core.http.problems import ProblemError, problems
from service.core.http.request.languages import ACCEPT_LANGUAGE, CONTENT_LANGUAGE, Lang, language_of
from service.core.http.request.parameters import suggestion
from service.core.http.request.queries import PASTED
from service.core.http.response.conditional import unchanging, unchanging_bytes
from service.core.http.response.responses import SVG
from service.people.api.request import PlayerRequest
from service.play.api.titles import board_url, rules_named, ruleset_named
from service.rulebook.book import guide_reply, rule_reply, rules_reply, ruling_reply, ruling_url, rulings_reply
from service.rulebook.messages import (
    BotLadder,
    BotStanding,
    DataSetReply,
    GuideReply,
    RuleReply,
    Rules,
    RulesetReply,
    Rulesets,
    RulingReply,
    Rulings,
)

BOARD_HEADERS = {
    # for those who open the picture itself: it can do nothing but apply its own style sheet
    "Content-Security-Policy": (
        f"default-src 'none'; style-src '{STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "sandbox"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # pages of other origins may show the picture, also those that isolate themselves
    "Cross-Origin-Resource-Policy": "cross-origin",
}

DataSetAsked = Annotated[
    str | None,
    QueryParameter(description="The name of the data set, such as `kosmos-1999`; by default that of new games."),
]


def _reply(ruleset: Ruleset[Any], language: str) -> RulesetReply:
    path = f"/v1/rulesets/{ruleset.name}"
    return RulesetReply(
        name=ruleset.name,
        version=ruleset.version,
        title=ruleset.title,
        seats=tuple(ruleset.seats),
        options=ruleset.options,
        profiles={name: dict(profile) for name, profile in ruleset.profiles.items()},
        default_profile=ruleset.default_profile,
        score=ruleset.score,
        bots=tuple(NAMES[ruleset.name]),
        data_sets=tuple(
            DataSetReply(
                name=i.name,
                title=i.title,
                digest=i.digest,
                url=f"{path}/data/{i.name}",
                board_url=board_url(ruleset.name, i.name),
                options=dict(ruleset.printed(i.name)),
            )
            for i in map(ruleset.data_set, ruleset.data_sets())
        ),
        words=term_words(ruleset, language),
        rules_url=f"{path}/rules",
        rulings_url=f"{path}/rulings",
    )


@get("/", summary="List titles", operation_id="rulesets", responses=problems("bad-request"))
async def rulesets(request: PlayerRequest, lang: Lang = None) -> Response[Rulesets]:
    """Return the available titles.

    Start here to see which titles are available: names, numbers of players, options, defaults and bots. `words` has
    readable names of options, profiles and data sets; `lang` or `Accept-Language` chooses their language.
    """
    language = language_of(request, lang) or ENGLISH
    return unchanging_bytes(
        request,
        f"rulesets {language}",
        lambda: msgspec.json.encode(Rulesets(tuple(_reply(each, language) for each in RULESETS.values()))),
        headers=_in_language(language),
    )


@get("/{name:str}", summary="Read a title", operation_id="ruleset", responses=problems("bad-request", "not-found"))
async def ruleset(request: PlayerRequest, name: str, lang: Lang = None) -> Response[RulesetReply]:
    """Return a title with its options, profiles, bots and data sets.

    Each option lists its values, the default first, and the numbers of the rules that it changes. `lang` or
    `Accept-Language` chooses the language of `words`.
    """
    title, language = ruleset_named(name), language_of(request, lang) or ENGLISH
    return unchanging_bytes(
        request,
        f"ruleset {name} {language}",
        lambda: msgspec.json.encode(_reply(title, language)),
        headers=_in_language(language),
    )


@get(
    "/{name:str}/rules",
    summary="List the rules of a title",
    operation_id="rules",
    responses=problems("bad-request", "not-found"),
)
async def rules(request: PlayerRequest, name: str, lang: Lang = None) -> Response[Rules]:
    """Return the numbered rules in the order of the rule book; those of tournaments with the name `tournaments`.

    The complete rule book in Markdown. Refusals and decisions cite these numbers. `lang` or `Accept-Language` chooses
    the language of the texts; without both they are English.
    """
    rules_named(name)
    language = language_of(request, lang) or ENGLISH
    return unchanging_bytes(
        request,
        f"rules {name} {language}",
        lambda: msgspec.json.encode(rules_reply(name, language)),
        headers=_in_language(language),
    )


@get(
    "/{name:str}/rules/{number:str}",
    summary="Read a rule",
    operation_id="rule",
    responses=problems("bad-request", "not-found"),
)
async def rule(request: PlayerRequest, name: str, number: str, lang: Lang = None) -> Response[RuleReply]:
    """Return a rule by its number; one of tournaments with the name `tournaments`.

    `rule_url` in decisions and refusals is the path of this operation. `rulings` lists the cited rulings. `lang` or
    `Accept-Language` chooses the language of the texts.
    """
    found, language = rules_named(name).get(number), language_of(request, lang) or ENGLISH
    if found is None:
        is_ruling = name in RULESETS and number in RULESETS[name].rulings().by_id
        where = f": it is a ruling, see {ruling_url(name, number)}" if is_ruling else ""
        raise ProblemError("not-found", f"{name} has no rule {number}{where}")
    return unchanging_bytes(
        request,
        f"rule {name}/{number} {language}",
        lambda: msgspec.json.encode(rule_reply(name, found, language)),
        headers=_in_language(language),
    )


@get(
    "/{name:str}/rulings",
    summary="List the rulings of a title",
    operation_id="rulings",
    responses=problems("bad-request", "not-found"),
)
async def rulings(request: PlayerRequest, name: str, lang: Lang = None) -> Response[Rulings]:
    """Return all rulings in one language: question, passages, decision, reason, options, and the rules that cite it.

    The sources of the rules leave points open or contradict each other; a ruling decides such a point. The words of a
    source stay in its language; `lang` or `Accept-Language` chooses that of the other texts.
    """
    title, language = ruleset_named(name), language_of(request, lang) or ENGLISH
    return unchanging_bytes(
        request,
        f"rulings {name} {language}",
        lambda: msgspec.json.encode(rulings_reply(title, language)),
        headers=_in_language(language),
    )


@get(
    "/{name:str}/rulings/{ruling:str}",
    summary="Read a ruling",
    operation_id="ruling",
    responses=problems("bad-request", "not-found"),
)
async def ruling(request: PlayerRequest, name: str, ruling: str, lang: Lang = None) -> Response[RulingReply]:
    """Return a ruling by its id.

    `rulings` of a rule has the paths of this operation.
    """
    title, language = ruleset_named(name), language_of(request, lang) or ENGLISH
    found = title.rulings().by_id.get(ruling)
    if found is None:
        raise ProblemError("not-found", f"{name} has no ruling {quoted(ruling)}")
    return unchanging_bytes(
        request,
        f"ruling {name}/{ruling} {language}",
        lambda: msgspec.json.encode(ruling_reply(title, found, language)),
        headers=_in_language(language),
    )


@get(
    "/{name:str}/bots",
    summary="Read the ladder of the bots",
    operation_id="botLadder",
    responses=problems("not-found"),
)
async def bot_ladder(request: PlayerRequest, name: str) -> Response[BotLadder]:
    """Return how often each bot of a title wins against other bots, with intervals.

    A deal is played up to once with each rotation of the seats. Games have the default options.
    """
    ruleset_named(name)
    return unchanging(request, f"bots {name}", lambda: _ladder(name))


def _ladder(name: str) -> BotLadder:
    ladder = published()
    rungs = ladder.titles.get(name, ())
    return BotLadder(ladder.command, tuple(BotStanding(**asdict(each)) for each in rungs))


@get(
    "/{name:str}/words",
    summary="List the words of a title",
    operation_id="words",
    responses=problems("bad-request", "not-found"),
)
async def words(request: PlayerRequest, name: str, lang: Lang = None) -> Response[Words]:
    """Return the names of pieces, places, phases, options, rules, scores, effects and fields in one language.

    Without `lang` and `Accept-Language` the words are English. `places` has the names of the places of all data sets,
    `holdings` those in `effect` of choices, and `fields` those of the fields of views, so that a client needs no words
    of its own. A title without translations has English words in every language.
    """
    title, language = ruleset_named(name), language_of(request, lang) or ENGLISH
    return unchanging_bytes(
        request,
        f"words {name} {language}",
        lambda: msgspec.json.encode(words_of(title, language)),
        headers=_in_language(language),
    )


@get(
    "/{name:str}/guide",
    summary="Read the guide of a title",
    operation_id="guide",
    responses=problems("bad-request", "not-found"),
)
async def guide(request: PlayerRequest, name: str, lang: Lang = None) -> Response[GuideReply]:
    """Return what a table explains: each symbol, fact and choice with its effect and rule, and a first game.

    The goal and the course of a round are in the words of the title. `first_game` says how to open a game for a new
    player, and what to explain in it, step by step. A title without a guide has empty ones. `lang` or
    `Accept-Language` chooses the language of the texts; without both they are English.
    """
    title, language = ruleset_named(name), language_of(request, lang) or ENGLISH
    return unchanging_bytes(
        request,
        f"guide {name} {language}",
        lambda: msgspec.json.encode(guide_reply(title, language)),
        headers=_in_language(language),
    )


def _in_language(language: str) -> dict[str, str]:
    return {"Vary": f"Accept-Encoding, {ACCEPT_LANGUAGE}", CONTENT_LANGUAGE: language}


@get(
    "/{name:str}/data/{data_set:str}",
    summary="Read a data set",
    operation_id="dataSet",
    responses=problems("not-found"),
)
async def data_set(request: PlayerRequest, name: str, data_set: str) -> Response[DataSetInfo]:
    """Return the printed tables of a data set, each marked as documented or reconstructed.

    All data printed on the board and the cards, for clients that draw or compute. It never changes: every game that
    uses it has its digest.
    """
    title = ruleset_named(name)
    if data_set not in title.data_sets():
        raise ProblemError("not-found", f"{name} has no data set {quoted(data_set)}")
    return unchanging(request, f"data {name}/{data_set}", lambda: title.data_set(data_set))


@get(
    "/{name:str}/board.svg",
    summary="Read the picture of a board",
    operation_id="board",
    opt=PASTED,
    responses={
        200: ResponseSpec(str, generate_examples=False, description="The board as SVG.", media_type=SVG),
        **problems("not-found"),
    },
)
async def board(
    request: PlayerRequest, documents: Documents, name: str, data_set: DataSetAsked = None
) -> Response[Any]:
    """Return the board of a data set as an SVG picture, without pieces.

    The ids of the elements are the anchors of choices, such as `place:creta` or `square:B7`. Each place has its
    `data-kind`, `data-name` and centre (`data-x`, `data-y`, in the units of `viewBox`). Draw `pieces` into the group
    `board-pieces` and legal targets into `board-targets`, which are empty. A group `section:…` has in `data-box` the
    part of the picture that it fills. Colours are custom properties: set `--board-sea`, for example, or `data-theme` on
    the root. A data set without a layout is drawn as a plan.
    """
    title = ruleset_named(name)
    if not has_board(name):
        raise ProblemError("not-found", f"{name} has no board: show its view as tables")
    wanted = title.default_data_set if data_set is None else data_set
    known = title.data_sets()
    if wanted not in known:
        reason = f"{name} has no data set {quoted(wanted)}{suggestion(wanted, known)}; it has {', '.join(known)}"
        raise ProblemError("not-found", reason)
    picture = await documents.board(name, wanted)
    return unchanging_bytes(request, f"board {name}/{wanted}", lambda: picture, headers=BOARD_HEADERS, media_type=SVG)


router = Router(
    "/v1/rulesets",
    route_handlers=[rulesets, ruleset, rules, rule, rulings, ruling, bot_ladder, words, guide, data_set, board],
    tags=["rulesets"],
)
