"""Web Push: messages for browsers."""
