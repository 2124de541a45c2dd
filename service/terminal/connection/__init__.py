"""The connection to a server: HTTP client, tokens, and one game on the server."""
