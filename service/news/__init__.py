"""Pings of players and webhooks: what is sent to other hosts, queued in the database and sent once."""
