"""Games: open, list, start, cancel, resign and read the result."""
