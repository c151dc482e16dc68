"""The seed of the day, with which random tests draw other samples every day.

A failure prints it. With ``SEED=20261122`` in the environment, the tests draw the same
samples as on that day.
"""

import os
from datetime import date

SEED = int(os.environ.setdefault("SEED", f"{date.today():%Y%m%d}"))


def todays(number: int) -> range:
    """Return *number* different seeds, none of which any other day has."""
    return range(SEED * 100_000, SEED * 100_000 + number)
