"""The OpenAPI document: what Litestar says of the routes, made complete in small steps, and the page that shows it."""
