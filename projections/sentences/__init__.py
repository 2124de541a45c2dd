"""Events in sentences for people, and the names of things, in the languages of the catalogues."""
