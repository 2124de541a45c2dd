"""A report for operators about unfair play. It decides nothing: people read it, and act or do not."""
