"""Pings and webhooks of players, and their deliveries."""
