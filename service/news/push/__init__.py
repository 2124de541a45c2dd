"""Web Push: encrypted messages to browsers (RFC 8030, 8188, 8291), signed with the key of the service (RFC 8292)."""
