"""The pieces on pictures of games. They are drawn in the browser elsewhere; a test compares both."""
