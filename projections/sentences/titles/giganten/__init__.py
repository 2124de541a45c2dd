"""Giganten in words."""

from projections.sentences.titles.giganten.choices import CHOOSING
from projections.sentences.titles.giganten.events import KINDS, SENTENCES
from projections.sentences.titles.giganten.fields import FIELDS, HOLDINGS
from projections.sentences.titles.giganten.names import PHASES, VALUES, names
from projections.sentences.titles.giganten.spoken import SPOKEN
from projections.sentences.titles.giganten.terms import DATA_SETS, OPTIONS, PROFILES
from projections.sentences.vocabulary import Vocabulary

VOCABULARY = Vocabulary(
    SENTENCES, KINDS, names, PHASES, VALUES, CHOOSING, HOLDINGS, FIELDS, OPTIONS, PROFILES, DATA_SETS, SPOKEN
)
