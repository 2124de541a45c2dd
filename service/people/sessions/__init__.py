"""Passkeys, and the sessions of browsers."""
