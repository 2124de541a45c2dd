"""Apps of others: OAuth over real sockets."""
