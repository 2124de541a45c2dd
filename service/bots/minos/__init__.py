"""The bots of Minos."""

from service.bots.minos import careful

BOTS = {"careful": careful.choose}

LATER = {"money_public": ("own_choice",)}
"""Values of options that the published values of the title do not know (`values/games.py`)."""
