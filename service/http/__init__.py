"""What every answer over HTTP shares."""
