"""What has to hold after every step, and when everything has settled."""
