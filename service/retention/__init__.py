"""What is kept for how long: old texts and traces are deleted, and accounts that were deleted before a restore."""
