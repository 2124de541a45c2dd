"""Lists of players: by their ids, and by the beginning of their names."""

from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter

from service.core.http.problems import ProblemError, problems
from service.core.http.request.cursors import cursor_of_name, name_in, next_link, paged
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.request.player_ids import full_id
from service.core.http.response.conditional import listed
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.api.messages import PlayerReply, Players
from service.people.api.request import PlayerRequest
from service.people.names import name_keys
from service.people.tokens import Player

MAX_IDS = 100
"""Players that one request may ask for by id."""

Ids = Annotated[
    str | None,
    QueryParameter(min_length=1, description=f"Up to {MAX_IDS} player ids, separated by commas."),
]
NameAsked = Annotated[
    str | None,
    QueryParameter(
        min_length=1,
        max_length=40,
        description="The beginning of a name. Case and letters that look the same do not count.",
    ),
]


@get("/players", summary="Find players by id or name", operation_id="players", responses=problems("bad-request"))
async def players(
    request: PlayerRequest,
    accounts: Accounts,
    ids: Ids = None,
    name: NameAsked = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[Players]:
    """Return registered players by name, page by page, or the players with these `ids`.

    With `name`, only those whose names begin like it. Deleted players are in neither list; guests are only found by
    id. `limit` and `cursor` do not apply to `ids`.
    """
    if ids is not None:
        beginning = name_keys(name or "").folded
        found_by_id = _with_ids(accounts, ids)
        named = tuple(each for each in found_by_id if name_keys(each.name).folded.startswith(beginning))
        return listed(request, Players(named), {})
    after = None if cursor is None else name_in(cursor)
    found = await with_timeout(accounts.players_named, name or "", after, limit + 1)
    page, following = paged(found, limit, _cursor_after)
    return listed(request, Players(tuple(map(_reply, page)), following), next_link(request, following))


def _with_ids(accounts: Accounts, ids: str) -> tuple[PlayerReply, ...]:
    wanted = list(dict.fromkeys(map(full_id, ids.split(","))))
    if len(wanted) > MAX_IDS:
        raise ProblemError("bad-request", f"`ids` names {len(wanted)} players: ask for at most {MAX_IDS} at a time")
    return tuple(_reply(player) for each in wanted if (player := accounts.player(each)))


def _reply(player: Player) -> PlayerReply:
    return PlayerReply(player.id, player.name, player.created_at)


def _cursor_after(player: Player) -> str:
    return cursor_of_name(name_keys(player.name).folded)
