"""Whether what the service stands on is well: the database, its file and its disk."""
