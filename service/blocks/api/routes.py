"""Block and unblock players; the wishes that an organiser sees."""

from litestar import Response, Router, delete, get, put

from domain.game.events import BOT, REGISTERED
from service.blocks.api.messages import BlockedPlayer, BlockedPlayers, BlockReply, KeptApart, Wishes
from service.blocks.blocks import Blocks
from service.blocks.rows import Block
from service.core.http.json_text import quoted
from service.core.http.problems import ProblemError, problems
from service.core.http.request.cursors import cursor_of, next_link, paged, time_and_text_in
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.request.player_ids import full_id
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.api.callers import account_of
from service.people.api.idempotency import no_content
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.tokens import Player
from service.play.play import Play
from service.tournaments.api.access import director_of, load_seen
from service.tournaments.tournaments import Tournaments


@get(
    "/me/blocks",
    summary="List the players whom you have blocked",
    operation_id="blocks",
    security=with_scope("games:play"),
    responses=problems("bad-request", "token-needed", "scope-missing"),
)
async def list_blocks(
    request: PlayerRequest, accounts: Accounts, blocks: Blocks, limit: Limit = 50, cursor: Cursor = None
) -> Response[BlockedPlayers]:
    """Return whom you have blocked, the last one first. No one else can read this list."""
    token = account_of(request, "games:play")
    before = None if cursor is None else time_and_text_in(cursor)
    found = await with_timeout(blocks.page, token.player, before, limit + 1)
    page, following = paged(found, limit, lambda block: cursor_of(block.at, block.blocked))
    items = tuple(BlockedPlayer(each.blocked, accounts.name_of(each.blocked), each.at) for each in page)
    return PrivateResponse(BlockedPlayers(items, following), headers=next_link(request, following))


@get(
    "/me/blocks/{player:str}",
    summary="Read whether you have blocked a player",
    operation_id="readBlock",
    security=with_scope("games:play"),
    responses=problems("token-needed", "scope-missing", "not-found"),
)
async def read_block(request: PlayerRequest, accounts: Accounts, blocks: Blocks, player: str) -> Response[BlockReply]:
    """Return whether you have blocked a player."""
    token = account_of(request, "games:play")
    other = _known(accounts, player)
    return PrivateResponse(_reply(other, await with_timeout(blocks.find, token.player, other.id)))


@put(
    "/me/blocks/{player:str}",
    summary="Block a player",
    operation_id="block",
    security=with_scope("games:play"),
    responses=problems("token-needed", "scope-missing", "not-found", "not-possible", "limit-reached"),
)
async def block_player(
    request: PlayerRequest, accounts: Accounts, blocks: Blocks, play: Play, player: str
) -> Response[BlockReply]:
    """Keep a player away from you. The player is not told. To block again changes nothing.

    A blocked player cannot take a seat in the games that you open, unless you reserve one for this player; you are
    warned before you take a seat where a blocked player sits. You do not see the player's messages any more, and
    neither challenges nor pools bring you together. Games that run go on. The organisers of a tournament in which both
    of you take part see that you wish to be kept apart, but not whose wish it is.
    """
    token = account_of(request, "games:play")
    other = _known(accounts, player)
    if other.id == token.player:
        raise ProblemError("not-possible", "you cannot block yourself: name another player")
    if not other.id.startswith(REGISTERED):
        raise ProblemError("not-possible", "guests have no account: block the player who has seated the guest")
    found = await with_timeout(blocks.block, token.player, Block(other.id, play.now()), token.id)
    return PrivateResponse(_reply(other, found))


@delete(
    "/me/blocks/{player:str}",
    summary="Unblock a player",
    operation_id="unblock",
    security=with_scope("games:play"),
    responses=problems("token-needed", "scope-missing"),
)
async def unblock_player(request: PlayerRequest, blocks: Blocks, player: str) -> Response[None]:
    """End a block. Without one nothing changes. The response has no body."""
    token = account_of(request, "games:play")
    await with_timeout(blocks.unblock, token.player, full_id(player), token.id)
    return no_content(replayed=False)


@get(
    "/tournaments/{tournament:str}/wishes",
    summary="List the wishes to be kept apart",
    operation_id="wishesInTournament",
    security=with_scope("tournaments"),
    responses=problems("token-needed", "scope-missing", "not-yours", "not-found", "refused"),
)
async def wishes(
    request: PlayerRequest, accounts: Accounts, blocks: Blocks, tournaments: Tournaments, tournament: str
) -> Response[Wishes]:
    """Return the pairs of players of a tournament of whom one has blocked the other. Directors may read them.

    It does not say whose wish it is, and leaves out pairs with yourself. Nothing follows from a wish: you decide.
    """
    found = (await load_seen(request, tournaments, tournament)).tournament
    token = director_of(request, found)
    people = sorted({*found.entrants, *found.substitutes})
    pairs = await with_timeout(blocks.kept_apart, people)
    shown = (
        KeptApart(pair, (accounts.name_of(pair[0]), accounts.name_of(pair[1])))
        for pair in sorted(pairs)
        if token.player not in pair
    )
    return PrivateResponse(Wishes(tuple(shown)))


def _known(accounts: Accounts, player: str) -> Player:
    """Return a player. Raises a 404 problem for an unknown or deleted one, and for a bot."""
    found = None if player.startswith(BOT) else accounts.player(full_id(player))
    if found is None:
        raise ProblemError("not-found", f"there is no player with the id {quoted(player)}")
    return found


def _reply(player: Player, block: Block | None) -> BlockReply:
    return BlockReply(player.id, player.name, block is not None, block and block.at)


router = Router(
    "/v1",
    route_handlers=[list_blocks, read_block, block_player, unblock_player, wishes],
    tags=["blocks"],
)
