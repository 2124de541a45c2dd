"""What the page of a game shows before its modules have loaded, and without them: the public board."""
