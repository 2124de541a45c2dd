"""Talk over HTTP: messages, settings, notes and absences."""
