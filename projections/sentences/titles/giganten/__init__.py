"""Giganten in words."""

from projections.sentences.titles.giganten.events import KINDS, SENTENCES
from projections.sentences.titles.giganten.names import PHASES, VALUES, names
from projections.sentences.vocabulary import Vocabulary

VOCABULARY = Vocabulary(SENTENCES, KINDS, names, PHASES, VALUES)
