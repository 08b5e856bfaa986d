"""Questions of other tools, read into a drafted course or written from a course; each tells what was lost."""
