"""What tells the operator how the service is: health, metrics, logs, and the check of the log."""
