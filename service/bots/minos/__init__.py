"""The bots of Minos."""

from service.bots.minos import careful

BOTS = {"careful": careful.choose}
