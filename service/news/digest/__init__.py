"""The daily e-mail: to confirmed addresses, once a day, only if something waits, where the operator configures SMTP."""
