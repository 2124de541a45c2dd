"""The front: answers plain requests for hot routes before the framework sees them."""
