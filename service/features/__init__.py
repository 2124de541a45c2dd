"""The features of the service, in the order in which they are built."""

from service.feature import Feature
from service.features import (
    analysis,
    core,
    due,
    games,
    integrity,
    lists,
    news,
    operation,
    people,
    profiles,
    proof,
    rulesets,
    sharing,
    tournaments,
    web,
)

FEATURES: tuple[Feature, ...] = (
    core.feature,
    profiles.feature,
    people.feature,
    lists.feature,
    games.feature,
    tournaments.feature,
    proof.feature,
    integrity.feature,
    due.feature,
    news.feature,
    analysis.feature,
    sharing.feature,
    rulesets.feature,
    operation.feature,
    web.feature,
)
