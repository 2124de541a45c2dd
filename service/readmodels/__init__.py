"""Tables that follow the log: what is in them, how they keep up, how they are rebuilt, how they are asked."""
