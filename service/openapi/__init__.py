"""The OpenAPI document: Litestar's schema, completed in small steps, and the page that shows it."""
