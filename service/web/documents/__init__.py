"""The HTML pages of the service, and the files that they link to."""
