"""Webhooks for programs on the machine of a developer, which needs no public address."""
