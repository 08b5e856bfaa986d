"""``diotima batch``: the embedded parts on JSON lines, for researchers and for measuring."""
