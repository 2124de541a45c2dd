"""The engine: winning chances and mistakes in finished games, estimated by playouts (README.md)."""
