"""The HTTP server process: socket, start, shutdown and demo data."""
