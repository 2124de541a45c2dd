"""A game version by version: the first view whole, then a patch for each event."""
