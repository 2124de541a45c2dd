"""Pings and webhooks, with receivers that are real servers on the loopback interface."""
