"""What a user does with a game: open or join it, wait, play, watch, replay."""
