"""The catalogues of translations: extraction, update and compilation with Babel, and checks of completeness."""
