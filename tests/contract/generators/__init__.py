"""Generated clients play whole games: one small player for each generator, and the command that runs them."""
