"""``python -m diotima`` is ``diotima``."""

from __future__ import annotations

from diotima.cli import run

if __name__ == "__main__":
    run()
