"""The pages and files below `/dumps/`."""
