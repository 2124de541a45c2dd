"""The file of a tournament some of whose games are withheld: it does not name them, and both verifiers accept it."""

from pathlib import Path
from typing import Any

import msgspec

from domain.ledger.records import read_event
from domain.ledger.signing import head_statement
from domain.proof.bundle import Closing
from domain.tournaments.codec import TOURNAMENT_CODEC
from domain.tournaments.events.rounds import ResultTaken
from domain.tournaments.proof.lines import RESULT, tournament_lines
from domain.tournaments.proof.verify import TournamentReport, verify
from tests.games.bundles import signer, trusting
from tests.games.second_verifier import second
from tests.tournaments.bundles import Certified, eventful
from tests.tournaments.forged import rewritten
from tests.tournaments.kit import TOURNAMENT

NONE = "00000000-0000-0000-0000-000000000000"


def games_of(log: Certified) -> list[str]:
    """Return the games that have a result."""
    taken = [read_event(entry, TOURNAMENT_CODEC) for entry in log.entries if entry.record.type == RESULT]
    return [event.game for event in taken if isinstance(event, ResultTaken)]


def lines_without(log: Certified, withheld: list[str], *, is_signed: bool = True, full: bool = True) -> list[bytes]:
    """Return the bundle of a log without the names of some games."""
    tip = log.tournament.tip
    closing = signer().sign_head(tip) if is_signed else Closing(None, None, head_statement(tip, None))
    lines = tournament_lines(TOURNAMENT, log.entries, log.certificates, closing, full=full, withheld=withheld)
    return list(lines)


def verdicts(report: TournamentReport) -> dict[str, str]:
    return {check.check: check.verdict for check in report.checks}


def test_a_file_does_not_name_withheld_games_and_is_valid(tmp_path: Path) -> None:
    log = eventful()
    games = games_of(log)
    assert len(games) > 4
    for withheld in (games[:1], games[1::2], games):
        for full in (True, False):
            lines = lines_without(log, withheld, full=full)
            assert not [game for game in withheld if game.encode() in b"".join(lines)]
            assert lines.count(b'{"certificate":"withheld"}') == len(withheld)

            report = verify(lines, trusting(signer()))

            assert report.is_valid, report.first_bad
            expected = {"certificates": "skipped"} | ({} if full else {"seals": "skipped"})
            assert {name: found for name, found in verdicts(report).items() if found != "passed"} == expected
            assert report.state is not None
            assert report.state.rounds == log.tournament.rounds
            (other,) = second(tmp_path, [lines], signer())
            assert other["valid"], other["reason"]
            (check,) = [each for each in other["checks"] if each["check"] == "certificates"]
            assert check["verdict"] == "skipped"
            assert f"{len(withheld)} of the games" in check["reason"]


def test_what_is_wrong_about_a_withheld_game_is_found(tmp_path: Path) -> None:
    log = eventful()
    game = games_of(log)[0]
    lines, whole = lines_without(log, [game]), lines_without(log, [])
    number = lines.index(b'{"certificate":"withheld"}')
    certificate = whole[number]

    def with_data(place: int, **fields: Any) -> list[bytes]:
        line = msgspec.json.decode(lines[place])
        line["record"]["data"] |= fields
        return rewritten([*lines[:place], msgspec.json.encode(line), *lines[place + 1 :]])

    forged = {
        "a certificate of a withheld game": ([*lines[:number], certificate, *lines[number + 1 :]], "form"),
        "no certificate of another game": ([*whole[:number], lines[number], *whole[number + 1 :]], "form"),
        "another line": ([*lines[:number], b'{"certificate":"hidden"}', *lines[number + 1 :]], "form"),
        "another place": ([each.replace(b'"rank":1', b'"rank":2') for each in lines], "chain"),
        "a table that is not there": (with_data(number - 1, table=99), "chain"),
    }
    for name, (bad, check) in forged.items():
        report = verify(bad, trusting(signer()))
        assert not report.is_valid, name
        assert verdicts(report)[check] == "failed", (name, verdicts(report))
        (other,) = second(tmp_path, [bad], signer())
        assert not other["valid"], name


def test_a_withheld_result_still_has_to_fit_its_table() -> None:
    log = eventful()
    game = games_of(log)[0]
    lines = lines_without(log, [game])
    number = lines.index(b'{"certificate":"withheld"}') - 1
    forged: list[dict[str, Any]] = [{"left": ["player:77"]}, {"places": []}, {"status": "abandoned"}]
    for fields in forged:
        line = msgspec.json.decode(lines[number])
        assert line["record"]["data"]["game"] == NONE
        # the chain is that of the forged log, with the id of the game
        line["record"]["data"] |= fields
        report = verify([*lines[:number], msgspec.json.encode(line), *lines[number + 1 :]], trusting(signer()))
        assert verdicts(report)["results"] == "failed", fields
