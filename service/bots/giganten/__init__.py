"""The bots of Giganten."""

from service.bots.giganten import careful

BOTS = {"careful": careful.choose}
