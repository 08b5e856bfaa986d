"""One turn: the graph of steps, and the use cases every shell calls."""
