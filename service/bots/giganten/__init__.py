"""The bots of Giganten."""

from service.bots.giganten import careful

BOTS = {"careful": careful.choose}

LATER = {"inflation": ("on_2001",)}
"""Values of options that the published values of the title do not know (`values/games.py`)."""
