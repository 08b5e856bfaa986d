"""The browser's shell: pages, the stream, the HTTP interface."""
