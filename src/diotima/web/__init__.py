"""The web shell: pages, HTTP API and event stream over the use cases. No rule of tutoring lives here."""
