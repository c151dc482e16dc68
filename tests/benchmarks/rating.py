"""Show which techniques the puzzles of tests/golden/puzzles need.

python tests/benchmarks/rating.py
"""

import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from sudoku.explain.rate import rate  # noqa: E402
from sudoku.formats import Puzzle, read_file  # noqa: E402

CLASSES = {
    "hidden single": "last cell, hidden single",
    "naked single": "naked single",
    "pointing": "pointing",
    "claiming": "claiming",
    "sets, fish": "naked pair, naked triple, naked quad, hidden pair, hidden triple, "
    "hidden quad, x-wing, swordfish, jellyfish",
    "wings": "xy-wing, xyz-wing",
    "chains": "skyscraper, two-string kite, turbot fish, x-chain",
}


def shares(puzzles: list[str]) -> list[str]:
    """Return, for each class of techniques, the share of *puzzles* that need it.

    The last item is the share that is not solved. Each is a text such as "12 %".
    """
    class_of = {name: each for each in CLASSES for name in CLASSES[each].split(", ")}
    hardest = Counter(
        class_of[str(rating.hardest).lower()] if rating.solved else "not solved"
        for rating in map(rate, puzzles)
    )
    return [
        f"{100 * hardest[name] / len(puzzles):.0f} %"
        for name in (*CLASSES, "not solved")
    ]


def main() -> None:
    print(f"| puzzles | {' | '.join(CLASSES)} | not solved |")
    print("|---" * (len(CLASSES) + 2) + "|")
    for name in ("easy", "seventeen", "hard", "hardest"):
        file = ROOT / "tests" / "golden" / "puzzles" / f"{name}.txt"
        puzzles = [
            entry.cells for entry in read_file(str(file)) if type(entry) is Puzzle
        ]
        print(f"| {name}, {len(puzzles)} | {' | '.join(shares(puzzles))} |")


if __name__ == "__main__":
    main()
