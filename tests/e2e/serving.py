"""``diotima serve``, with turns that take ``SLOW_S`` seconds longer so that a test can step into one."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence

from diotima import cli
from diotima.domain.transcript import Entry
from diotima.turn.sessions import Sessions

SLOW_S = float(os.environ.get("SLOW_S", "0"))
_run = Sessions.run


def _run_slowly(self: Sessions, session: str) -> Sequence[Entry]:
    if SLOW_S and self.view(session).turn_running:
        time.sleep(SLOW_S)
    return _run(self, session)


if __name__ == "__main__":
    Sessions.run = _run_slowly  # type: ignore[method-assign]
    sys.exit(cli.main(["serve", "--port", sys.argv[1]]))
