"""The terminal client. It uses only the REST API of a server."""
