"""What operators switch while the site runs."""
