"""The routes of the pages of the operator."""
