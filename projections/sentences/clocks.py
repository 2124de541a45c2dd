"""The names of the presets of clocks, and when to use them."""

from collections.abc import Mapping

from projections.sentences.vocabulary import Described

CLOCKS: Mapping[str, Described] = {
    "live": Described("Live", "All players are present."),
    "evening": Described("Evening", "All players are present and may take time to think."),
    "correspondence": Described("Correspondence", "Players look in twice a day."),
    "slow": Described("Slow", "Players look in every few days."),
}
