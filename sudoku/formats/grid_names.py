"""Tell from a name whether a grid is a puzzle, a solution or a state of a game.

Names are titles above grids, sections of files, columns of tables, keys of objects, and
variables.
"""

import re
from functools import lru_cache
from typing import Literal

Role = Literal["solution", "given", "state", "puzzle", ""]

# The first pattern that occurs in a name, in lower case, is its role.
ROLES: dict[Role, str] = {
    "solution": r"(?<!re)solution|\b(?:solved|answer|result|output|expected|"
    r"completed|final|"
    r"finished|l(?:ö|oe)sung|gel(?:ö|oe)st|soluci|soluzion|soluç|résolu|réponse|"
    r"risolt|"
    r"resuelt|respuesta|oplossing|opgelost|çözüm|rozwiąz|řešen|megoldás|решен|"
    r"ответ)|解",
    "given": r"\b(?:given|before|initial|original|start|unsolved|clue|hint|input|"
    r"mission|vorgabe|inicial|inizial|énoncé)",
    "state": r"\b(?:states?|current\w*|progress|steps?|iterations?|after|"
    r"(?:user|player) (?:grid|board|values|cells|entries)|"
    r"attempts?|entered|history|undo|redo|log|pencil\w*|marks|candidates?|(?:cell)?colou?rs?|zwischenstand)\b",
    "puzzle": r"puzzle|quiz|sudoku|grid|board|problem|question|r(?:ä|ae)tsel|aufgabe|"
    r"grille|судоку|数独",
}
# The grid with the highest rank is the puzzle. States and solutions never are.
RANKS: dict[Role, int] = {"given": 3, "puzzle": 2, "": 1, "state": 0, "solution": 0}
MAX_STATE_WORDS = 3  # in a title that names a state
# A title of several solutions lasts until one of several puzzles, or of givens.
SEVERAL_SOLUTIONS = (
    r"solutions|answers|results|answer key|l(?:ö|oe)sungen|soluciones|soluzioni"
)


def role_of(name: str) -> Role:
    """Return what a grid called ``name`` is: a key of ROLES, or "" if unknown.

    >>> names = "quizzes", "puzzleSolution", "initial_state", "boardState", "rating"
    >>> [role_of(name) for name in names]
    ['puzzle', 'solution', 'given', 'state', '']
    """
    return role_of_words(name[:200].strip(" .:#()0123456789\r\n"))


@lru_cache(maxsize=1000)
def role_of_words(name: str) -> Role:
    words = " ".join(words_of(name))
    return next((role for role in ROLES if re.search(ROLES[role], words)), "")


def role_of_title(title: str) -> Role:
    """Return what the grids below ``title`` are: a key of ROLES, or "" if unknown.

    Unlike in `role_of`, the word "state" counts only in short titles.

    >>> titles = "Solution 3:", "Resolved", "State", "The state champion of Ohio"
    >>> [role_of_title(title) for title in titles]
    ['solution', '', 'state', '']
    """
    role = role_of(title)
    is_long = role == "state" and len(words_of(title)) > MAX_STATE_WORDS
    return "" if is_long else role


def covers_several(title: str, next_title: str) -> bool:
    """Return whether a title of solutions still applies below ``next_title``.

    It does if ``title`` names several solutions, unless ``next_title`` names puzzles or
    givens.
    """
    ends = role_of(next_title) == "given" or "puzzles" in next_title.lower()
    return not ends and bool(re.search(SEVERAL_SOLUTIONS, title.lower()))


def words_of(name: str) -> list[str]:
    """Return the words of letters in ``name``, in lower case; ``aB`` is two words."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
    return re.findall(r"[^\W\d_]+", parted)


def name_rank(name: str) -> int:
    """Return how well ``name`` suits a puzzle, from 3 (best) to 0 (not a puzzle)."""
    return RANKS[role_of(name)]
