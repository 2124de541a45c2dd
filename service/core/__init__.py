"""What every part of the service uses and what knows no game: store, keys, HTTP, connections, settings, parts."""
