"""How pieces look on pictures and pages. In the browser, modules draw them; a test compares both."""
