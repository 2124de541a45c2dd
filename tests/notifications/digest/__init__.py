"""The daily e-mail, through a real SMTP server."""
