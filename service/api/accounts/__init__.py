"""Players and tokens: sign-up, tokens, profiles and account deletion."""
