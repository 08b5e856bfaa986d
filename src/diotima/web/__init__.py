"""The web shell: pages, HTTP API and event stream over the use cases of a session. No rule of tutoring is here."""
