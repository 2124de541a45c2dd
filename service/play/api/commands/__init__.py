"""Views, open decisions and the commands that answer them."""
