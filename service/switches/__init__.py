"""What operators switch while the site runs: sign-up, maintenance, a notice to all; and codes to sign up."""
