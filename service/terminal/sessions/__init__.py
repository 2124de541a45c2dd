"""What a person does with a game: open or join it, wait, play, watch, replay."""
