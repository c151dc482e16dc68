"""How hypothesis draws, for every test of the project, and what a process inherits."""

import os
import signal
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir

# Without this, its caches would go to a folder `.hypothesis` of the checkout.
set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "hypothesis-sudoku-courseworks")

# No deadline: no test depends on how fast the machine is. In CI, every run draws the
# same examples; elsewhere new ones, and a failure prints how to draw its example again.
# `--hypothesis-profile=many` draws many.
for profile, examples in (("few", 25), ("many", 1000)):
    settings.register_profile(
        profile,
        max_examples=examples,
        deadline=None,
        derandomize="CI" in os.environ,
        database=None,
        print_blob=True,
    )
settings.load_profile("few")

# A shell starts what runs in the background with Ctrl-C ignored, and processes inherit
# that; the tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)
