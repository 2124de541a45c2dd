"""What is said to the player of a seat: for each sentence and question about this player, and for no other text."""

from collections.abc import Iterator

import pytest

from projections.sentences import lobby
from projections.sentences.forms import placeholders, texts_of
from projections.sentences.titles import vocabulary_of
from projections.sentences.vocabulary import Vocabulary

TITLES = ("giganten", "siberia", "minos")

LOBBY = Vocabulary(lobby.SENTENCES, lobby.KINDS, spoken=lobby.SPOKEN)

OF_RULINGS = {"Ruling ({author}): {seat} gets {seconds} more. Reason: {reason}"}
"""Sentences that name the player, since they are for all to read."""


def texts(vocabulary: Vocabulary) -> Iterator[str]:
    for sentence in vocabulary.sentences.values():
        yield from (template.text for template in texts_of(sentence))
    yield from vocabulary.choosing.questions.values()


@pytest.mark.parametrize("vocabulary", [*map(vocabulary_of, TITLES), LOBBY], ids=[*TITLES, "lobby"])
def test_each_text_about_the_player_of_a_seat_has_one_to_this_player(vocabulary: Vocabulary) -> None:
    about = {text for text in texts(vocabulary) if "{seat}" in text} - OF_RULINGS
    assert vocabulary.spoken.keys() == about


@pytest.mark.parametrize("vocabulary", [*map(vocabulary_of, TITLES), LOBBY], ids=[*TITLES, "lobby"])
def test_a_text_to_the_player_says_the_same(vocabulary: Vocabulary) -> None:
    for about, said in vocabulary.spoken.items():
        assert {*placeholders(about)} - {*placeholders(said)} == {"seat"}, said
        assert {*placeholders(said)} <= {*placeholders(about)}, said
        assert about.endswith(".") == said.endswith("."), said
