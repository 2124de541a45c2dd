"""Siberia in words."""

from projections.sentences.titles.siberia.choices import CHOOSING
from projections.sentences.titles.siberia.events import KINDS, SENTENCES
from projections.sentences.titles.siberia.fields import FIELDS, HOLDINGS
from projections.sentences.titles.siberia.names import PHASES, VALUES, names
from projections.sentences.titles.siberia.spoken import SPOKEN
from projections.sentences.titles.siberia.terms import DATA_SETS, OPTIONS, PROFILES
from projections.sentences.vocabulary import Vocabulary

VOCABULARY = Vocabulary(
    SENTENCES, KINDS, names, PHASES, VALUES, CHOOSING, HOLDINGS, FIELDS, OPTIONS, PROFILES, DATA_SETS, SPOKEN
)
