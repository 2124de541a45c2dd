"""Who asks: tokens, sessions and passkeys over HTTP, and the gate of all requests."""
