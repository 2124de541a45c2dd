"""The pieces on the boards of pictures and pages. In the browser, modules draw them; a test compares both."""
