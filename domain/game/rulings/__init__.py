"""The rulings of a game's owner: events with a reason and an author, and the decisions that lead to them."""
