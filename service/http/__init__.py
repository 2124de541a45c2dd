"""HTTP input that is checked once for all routes: heads, media types, query parameters, bodies, times."""
