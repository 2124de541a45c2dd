"""Minos in words."""

from projections.sentences.titles.minos.choices import CHOOSING
from projections.sentences.titles.minos.events import KINDS, SENTENCES
from projections.sentences.titles.minos.fields import FIELDS, HOLDINGS
from projections.sentences.titles.minos.names import PHASES, VALUES, names
from projections.sentences.titles.minos.spoken import SPOKEN
from projections.sentences.titles.minos.terms import DATA_SETS, OPTIONS, PROFILES
from projections.sentences.vocabulary import Vocabulary

VOCABULARY = Vocabulary(
    SENTENCES, KINDS, names, PHASES, VALUES, CHOOSING, HOLDINGS, FIELDS, OPTIONS, PROFILES, DATA_SETS, SPOKEN
)
