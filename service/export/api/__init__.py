"""The route of the export."""
