"""Settings and wiring: the one place that knows every adapter."""
