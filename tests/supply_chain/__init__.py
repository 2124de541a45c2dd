"""What a release is made of: pinned dependencies, their licences, an SBOM, and a wheel that anyone can build again."""
