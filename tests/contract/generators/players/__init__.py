"""Players: each is copied or run beside the client that its generator has made."""
