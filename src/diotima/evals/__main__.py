"""``make eval``: what the tutor promises, measured. Arguments as for ``diotima.evals.simulate``."""

from __future__ import annotations

from diotima.evals.simulate import main

if __name__ == "__main__":
    main()
