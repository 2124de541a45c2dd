"""ASGI middleware: request ids, HEAD and OPTIONS, CORS problems."""
