"""The terminal prints the sentences of the server, in the language of the locale or of `--lang`."""

import re
from pathlib import Path

import pytest
from rich.text import Text

from service.terminal.connection.client import language_of_locale
from service.terminal.display.words import COLOURS, Names, event_in_words, in_colours
from tests.service.kit import open_game, started_game
from tests.service.server import Server
from tests.service.test_terminal import FIRST, QUICK, game_in, terminal


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de-AT"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "it_IT@euro"}, "it-IT"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "", "LC_ALL": "it"}, "it"),
        ({"LANG": "not a locale"}, "en"),
    ],
)
def test_the_language_is_that_of_the_locale(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    assert language_of_locale() == language


def test_a_game_is_watched_and_replayed_in_another_language(server: Server, tmp_path: Path) -> None:
    player = server.player("Lotte")
    game = open_game(player, bots={str(seat): "random" for seat in range(3)}, profile="kurz")
    assert player.post(f"/v1/games/{game}/start").status_code == 200

    german = terminal(server.base, tmp_path, "watch", game, "--lang", "de")
    italian = terminal(server.base, tmp_path, "replay", game, "--dump", "--no-board", LANG="it_IT.UTF-8")

    assert (german.returncode, italian.returncode) == (0, 0)
    assert f"Replay it: ludolog replay {game} --lang de --server {server.base}" in german.stdout
    assert re.search(r"^ +1 Lotte eröffnet eine Partie Giganten für 3 Spieler\.$", german.stdout, re.MULTILINE)
    assert re.search(r"^ +\d+ Runde 1 beginnt\. random \(\d\) ist Startspieler\.$", german.stdout, re.MULTILINE)
    assert re.search(r"^ +\d+ Round 1\. Inizia random \(\d\)\.$", italian.stdout, re.MULTILINE)


def test_a_game_is_played_in_another_language(server: Server, tmp_path: Path) -> None:
    played = terminal(
        server.base, tmp_path, "play", *QUICK, *FIRST, "--lang", "it", "--name", "Gino", typed="1\nlog all\nq\n"
    )

    assert game_in(played)
    assert re.search(r"Gino \(0\) prende questa\s+carta:", played.stdout)
    assert re.search(r"^ +1 Prendi: rossa, \d Licenze, ", played.stdout, re.MULTILINE)
    assert re.search(r"^you: Prendi: rossa, ", played.stdout, re.MULTILINE)
    assert f"Continue with: ludolog play --game {game_in(played)} --lang it --server " in played.stdout


def test_dice_are_kept_by_their_names_in_another_language(server: Server, tmp_path: Path) -> None:
    names = ("Waage", "Pfeil", "Möwe", "Gebäude", "Joker", "Stern")
    options = ("--profile", "short", "--bots", "random", "--option", "first_player=seat_0", "--lang", "de")
    typed = "".join(f"{name}\n" for name in names)
    played = terminal(server.base, tmp_path, "play", "minos", *options, typed=f"{typed}q\n")

    dice = re.search(r"^1 (.+)$", played.stdout, re.MULTILINE)
    assert dice is not None
    shown = re.split(r"\s+\d ", dice[1].rstrip())
    assert len(shown) == 6
    assert set(shown) <= set(names)
    assert re.search(rf"turn of .+: \d ({'|'.join(names)})", played.stdout)
    # the last name that the dice show completes the list of kept symbols
    kept = re.findall(r"^keeps (.+); type roll", played.stdout, re.MULTILINE)
    assert set(kept[-1].split(", ")) == set(shown)
    assert played.stdout.count("what is ") == len(set(names) - set(shown))


def test_a_language_without_texts_is_english(server: Server, tmp_path: Path) -> None:
    game = started_game(server.player("Mats"))

    done = terminal(server.base, tmp_path, "replay", game, "--no-board", "--lang", "sv", typed="q\n")

    assert "Mats (0) opens a game of Giganten for 3 players." in done.stdout


def test_players_have_their_colours_in_sentences() -> None:
    names = Names(("Ann (0)", "Ann [b] (1)", "careful (2)"), server_names={"Ann": 0, "Ann [b]": 1, "Bot careful": 2})

    markup = in_colours("Ann [b] takes a port from Ann. Annette and Bot careful watch [red].", names)
    text = Text.from_markup(markup)

    assert text.plain == "Ann [b] (1) takes a port from Ann (0). Annette and careful (2) watch [red]."
    assert [str(span.style) for span in text.spans] == [f"bold {COLOURS[seat]}" for seat in (1, 0, 2)]


def test_an_event_of_a_server_without_sentences_is_shown_by_its_fields() -> None:
    event = {"record": {"version": 9, "type": "x.piece_moved", "data": {"seat": 0, "to": "e4"}}, "secret": {"piece": 3}}

    assert Text.from_markup(event_in_words(event, Names(("Ann (0)",)))).plain == (
        "piece moved: seat Ann (0), to e4 (piece 3)"
    )
