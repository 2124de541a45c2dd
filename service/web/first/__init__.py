"""What the page of a game shows before its modules have come, and without them: its board as every visitor sees it."""
