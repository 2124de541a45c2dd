"""The bots of Siberia."""

from service.bots.siberia import careful

BOTS = {"careful": careful.choose}
