"""The file of a tournament (SPEC.md 11): its events, the certificates of its games, and a signed closing line."""

from collections.abc import Collection, Mapping

from domain.ledger.records import read_event
from domain.tournaments.codec import TOURNAMENT_CODEC
from domain.tournaments.events.rounds import ResultTaken
from domain.tournaments.proof.lines import RESULT, tournament_lines
from service.core.keys.signing import Signer
from service.play.play import Play
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


def tournament_file(
    loaded: LoadedTournament, certificates: Mapping[str, object], signer: Signer, withheld: Collection[str]
) -> bytes:
    """Return the file of a tournament, with the seed if it is over. It does not name the games that are withheld."""
    found = loaded.tournament
    closing = signer.sign_head(found.tip)
    lines = tournament_lines(found.id, loaded.entries, certificates, closing, full=found.is_over, withheld=withheld)
    return b"".join(line + b"\n" for line in lines)
