"""The seed of the day: random tests draw other samples every day.

A failure prints it. ``SEED=20261122`` in the environment draws again what was drawn then.
"""

import os
from datetime import date

SEED = int(os.environ.setdefault("SEED", f"{date.today():%Y%m%d}"))


def todays(number: int) -> range:
    """As many seeds, which no other day has."""
    return range(SEED * 100_000, SEED * 100_000 + number)
