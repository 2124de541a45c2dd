"""The pages of the operator: imprint, privacy and terms, their versions, and who has accepted the terms."""
