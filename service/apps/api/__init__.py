"""The endpoints of OAuth, and what the pages for apps send."""
