"""Sign-in of browsers: passkeys, and sessions in a cookie."""
