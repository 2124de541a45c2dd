"""The languages of all texts, as tags of RFC 5646."""

ENGLISH = "en"
"""The language of the keys of catalogues, and of what has no translation."""

LANGUAGES = (ENGLISH, "de", "it")
