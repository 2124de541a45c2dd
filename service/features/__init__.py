"""The features of the service, in the order in which they are built."""

from service.feature import Feature
from service.features import (
    analysis,
    bots,
    core,
    due,
    games,
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
    bots.feature,
    due.feature,
    news.feature,
    analysis.feature,
    sharing.feature,
    rulesets.feature,
    operation.feature,
    web.feature,
)
