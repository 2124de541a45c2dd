"""The file of a tournament (SPEC.md 11): its events, the certificates of its games, and a signed closing line."""

from collections.abc import Collection, Mapping

import msgspec

from domain.kernel.codec import canonical
from domain.ledger.records import read_event
from domain.tournaments.codec import TOURNAMENT_CODEC
from domain.tournaments.events.opening import TermsChanged, TournamentOpened
from domain.tournaments.events.rounds import ResultTaken
from domain.tournaments.proof.lines import RESULT, Proofs, tournament_lines
from domain.transparency.entries import TOURNAMENT_KINDS, of_tournament, sealed
from service.core.keys.signing import Signer
from service.play.play import Play
from service.site_log.proofs import GameProofs
from service.site_log.reading import PossibleEntries
from service.tournaments.loaded import LoadedTournament
from service.tournaments.results import certificate_in_bundle

MEDIA_TYPE = "application/x-ndjson"


async def certificates_of(
    loaded: LoadedTournament, play: Play, signer: Signer, withheld: Collection[str]
) -> Mapping[str, object]:
    """Return the certificates of the games whose results the tournament has, by the id of the game.

    Those that are withheld from public view have none.

    Raises UnknownGameError and UnreadableGameError.
    """
    found: dict[str, object] = {}
    for entry in loaded.entries:
        if entry.record.type == RESULT:
            event = read_event(entry, TOURNAMENT_CODEC)
            assert isinstance(event, ResultTaken)
            if event.game in withheld:
                continue
            found[event.game] = certificate_in_bundle((await play.load(event.game)).game, signer)
    return found


async def proofs_of(loaded: LoadedTournament, proofs: GameProofs) -> Proofs | None:
    """Return the proofs that the log of the site has a tournament; None: it does not have all of it."""
    found = loaded.tournament
    return await proofs.of_tournament(found.id, found.version, lambda: _possible(loaded))


def _possible(loaded: LoadedTournament) -> PossibleEntries:
    """Return the data that the log may have of each event, by version: under a seal if a version was private.

    The visibility can change, and an event gets into the log a moment after it has happened.
    """
    found: dict[int, tuple[bytes, ...]] = {}
    seed, was_private = bytes.fromhex(msgspec.json.decode(loaded.entries[0].secret or b"")["seed"]), False
    for entry in loaded.entries:
        event = read_event(entry, TOURNAMENT_CODEC)
        if isinstance(event, TournamentOpened | TermsChanged):
            was_private |= event.terms.visibility != "public"
    for entry in loaded.entries:
        record = entry.record
        if (kind := TOURNAMENT_KINDS.get(record.type)) is not None:
            data = msgspec.json.decode(record.data)
            plain = of_tournament(kind, record.game, record.at, entry.head, record.version, data)
            under_seal = (canonical(sealed(seed, record.version, plain)),) if was_private else ()
            found[record.version] = (canonical(plain), *under_seal)
    return found


def tournament_file(
    loaded: LoadedTournament,
    certificates: Mapping[str, object],
    signer: Signer,
    withheld: Collection[str],
    proofs: Proofs | None,
) -> bytes:
    """Return the file of a tournament, with the seed if it is over. It does not name the games that are withheld.

    With the proofs of the log of the site, it has the format 2.
    """
    found = loaded.tournament
    closing = signer.sign_head(found.tip)
    lines = tournament_lines(
        found.id, loaded.entries, certificates, closing, full=found.is_over, withheld=withheld, proofs=proofs
    )
    return b"".join(line + b"\n" for line in lines)
