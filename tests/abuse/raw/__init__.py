"""Requests that no client means to send: random bodies, broken framing, floods of fields."""
