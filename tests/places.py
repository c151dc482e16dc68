"""The folders of the files that the tests read."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
GOLDEN: Final = ROOT / "tests" / "golden"
ANSWERS: Final = ROOT / "tests" / "answers"
EXERCISES: Final = ROOT / "tests" / "exercises"
