"""The receivers and the queue of deliveries in the database."""
