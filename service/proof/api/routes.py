"""Bundles of games, verification of games and bundles, and the signing keys."""

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, Operation, RequestBody
from litestar.openapi.spec import Schema as OpenAPISchema
from litestar.openapi.spec.enums import OpenAPIFormat, OpenAPIType
from litestar.params import QueryParameter

from domain.kernel.viewers import viewer_name
from domain.proof.bundle import MEDIA_TYPE
from projections.history import FULL, AnyViewer
from service.core.http.problems import bad_body, problems
from service.core.http.request.file_format import FileFormat
from service.core.http.request.queries import PASTED
from service.core.http.response.conditional import CONTENT_TYPE, digest_of, immutable, represented
from service.core.keys.signing import JwkSet, Signer
from service.people.accounts import Accounts
from service.people.api.callers import address_of, token_of
from service.people.api.request import PlayerRequest
from service.play.api.access import Access
from service.play.api.loading import Games
from service.play.api.representations import Sharing, sharing_of
from service.play.loaded import Loaded
from service.proof.api.many import game_bundles
from service.proof.bundles import bundle, lines_of, without_proofs
from service.proof.uploads.intake import Source, Uploads
from service.proof.verifier import VerificationReply, Verifier
from service.site_log.proofs import GameProofs

MAX_BUNDLE = 8 * 1024 * 1024
"""The maximum size of an uploaded bundle in bytes."""

BYTES = 1
"""The number of the bytes of bundles, in their ETags: a change of a byte needs another one. `tests/games/golden` has
bundles of all releases.
"""

As = Annotated[
    str | None,
    QueryParameter(
        name="as", description="The viewer: `public`, `seat:N` or `full`; by default `full` once the game is over."
    ),
]
SEEING = ("bad-request", "token-needed", "not-found")


def _viewer(request: PlayerRequest, access: Access, loaded: Loaded, wanted: str | None) -> AnyViewer:
    return access.viewer_of(request, loaded.game, FULL if wanted is None and loaded.game.is_over else wanted)


@get(
    "/games/{game:str}/bundle",
    summary="Download the bundle of a game",
    operation_id="bundle",
    responses={
        200: ResponseSpec(str, generate_examples=False, description="The bundle as NDJSON.", media_type=MEDIA_TYPE),
        **problems(*SEEING),
    },
)
async def game_bundle(
    request: PlayerRequest,
    signer: Signer,
    access: Access,
    games: Games,
    game_proofs: GameProofs,
    game: str,
    wanted: As = None,
    form: FileFormat = 2,
) -> Response[Any]:
    """Return the log of a game as a file: a header, one line per event, and a signed closing line (SPEC.md 5).

    The bundle of a running game contains what you may see. Once the game is over, it contains all secrets and the seed.
    It also contains the proofs that the transparency log of the site has the game. It does not change any more, apart
    from the signature in its last line, which a new signing key of the site makes again. Both files verify.

    Download it when the game is over, and verify it offline with `ludolog verify`, or with
    [verify.mjs](/docs/verify.mjs), which runs in Node.js and in browsers. [SPEC.md](/docs/SPEC.md) specifies the
    format.
    """
    loaded = await games.load_watched(request, game)
    viewer = _viewer(request, access, loaded, wanted)
    found = loaded.game
    sharing = _sharing_of(access, loaded, viewer, wanted)
    name = f"{found.id}.{viewer_name(viewer).replace(':', '-')}.jsonl"
    log = None if form == 1 else await game_proofs.of(loaded)
    closing = loaded.closing if form > 1 or loaded.closing is None else without_proofs(loaded.closing)
    proved = () if log is None else ("logged",)
    tag = (str(found.version), "bundle", str(BYTES), str(form), viewer_name(viewer), signer.key_id, *proved)
    # the transparency log will complete a bundle that has no proofs yet
    is_complete = found.is_over and (form == 1 or log is not None or loaded.is_foreign)
    lasting = {"Cache-Control": immutable()} if is_complete and sharing.public else {}
    return represented(
        request,
        ".".join(tag),
        lambda: bundle(found, loaded.entries[: found.version], viewer, signer, closing, log),
        kept=loaded.shown,
        public=sharing.public,
        for_all=sharing.for_all,
        headers={**lasting, "Content-Disposition": f'attachment; filename="{name}"', CONTENT_TYPE: MEDIA_TYPE},
    )


def _sharing_of(access: Access, loaded: Loaded, viewer: AnyViewer, wanted: str | None) -> Sharing:
    """Return how caches may share a bundle or its verification, which has all secrets once the game is over."""
    named = viewer_name(FULL) if wanted is None and loaded.game.is_over else wanted
    return sharing_of(access, loaded, viewer, named)


@get(
    "/games/{game:str}/verification",
    summary="Verify a game",
    operation_id="verification",
    responses=problems(*SEEING, "unavailable"),
)
async def game_verification(
    request: PlayerRequest,
    verifier: Verifier,
    access: Access,
    games: Games,
    game_proofs: GameProofs,
    game: str,
    wanted: As = None,
) -> Response[VerificationReply]:
    """Return the outcome of every check of SPEC.md 7, including the replay of a game that is over.

    The service verifies its own log here. For independent proof, download the bundle and verify it yourself.

    The replay of a long game takes a moment; the result is cached. [SPEC.md](/docs/SPEC.md) specifies the checks, and
    [verify.mjs](/docs/verify.mjs) runs them on your own machine.
    """
    loaded = await games.load_watched(request, game)
    viewer = _viewer(request, access, loaded, wanted)
    log = await game_proofs.of(loaded)
    body = msgspec.json.encode(await verifier.stored(loaded, viewer, log, request.asker))
    return represented(
        request,
        f"{loaded.game.version}.verification.{digest_of(body)}",
        lambda: body,
        public=(sharing := _sharing_of(access, loaded, viewer, wanted)).public,
        for_all=sharing.for_all,
    )


@dataclass
class _BundleBody(Operation):
    """Declares the body as a bundle."""

    def __post_init__(self) -> None:
        # as bytes, because client generators know no media type for lines of JSON; without a length, because that of
        # Go would count the characters of a file
        schema = OpenAPISchema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY)
        content = {"application/octet-stream": OpenAPIMediaType(schema=schema)}
        words = "A bundle of at most 8 MiB, not empty."
        self.request_body = RequestBody(content=content, description=words, required=True)


@post(
    "/verifications",
    summary="Verify a bundle",
    operation_id="verify",
    status_code=200,
    request_max_body_size=MAX_BUNDLE,
    operation_class=_BundleBody,
    responses=problems("bad-request", "token-needed", "too-large", "media-type", "too-many-uploads", "unavailable"),
)
async def verification(
    request: PlayerRequest, accounts: Accounts, uploads: Uploads, verifier: Verifier
) -> VerificationReply:
    """Verify a bundle of this or another service. The service does not store the bundle.

    Send the unchanged file as `application/octet-stream` or `application/x-ndjson`. The response to an invalid bundle
    is also 200: `valid` and `checks` report the errors and their lines.

    For bundles that you cannot verify with a program of your own.
    """
    token = token_of(request)
    source = Source(token, accounts.account_of(token.player), address_of(request))
    async with uploads.received(source, request.stream()) as upload:
        bundle = await upload.reader()
        if not upload.size:
            raise bad_body("send the bundle as the body")
        return await verifier.uploaded(lambda: lines_of(bundle), request.asker)


@get("/jwks.json", summary="List signing keys", operation_id="jwks", opt=PASTED)
async def keys(signer: Signer) -> Response[JwkSet]:
    """Return the public keys of the service as JSON Web Keys (RFC 7517, RFC 8037): the current key, then older ones.

    Store the keys that you trust: a signature proves something only if you know the key from another source.

    Keys rarely change. Store them with the receipts and bundles that they signed.
    """
    return Response(signer.published, headers={"Cache-Control": "public, max-age=300"})


router = Router("/v1", route_handlers=[game_bundle, game_bundles, game_verification, verification], tags=["proof"])
keys_router = Router("/.well-known", route_handlers=[keys], tags=["proof"])
