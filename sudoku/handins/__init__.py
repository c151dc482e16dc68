"""The files that a student of each course submits, made from the modules.

`files` returns them. `standalone` describes how a file is made.
"""

from importlib.resources import files as package_files
from io import BytesIO
from typing import Final, NamedTuple
from zipfile import ZipFile, ZipInfo

from sudoku.handins.standalone import standalone


class HandIn(NamedTuple):
    """A coursework as one file."""

    name: str
    module: str
    wanted: tuple[str, ...]  # the names of the module that the file must define
    annotated: bool
    end: str  # the last lines of the file


HAND_INS: Final = {
    "comp9021": HandIn("sudoku.py", "sudoku.preemptive", ("Sudoku",), True, ""),
    "hacettepe": HandIn(
        "sudoku.py",
        "sudoku.singles",
        ("main",),
        False,  # the course runs Python 3.6, which cannot evaluate the annotations
        'if __name__ == "__main__":\n    sys.exit(main())',
    ),
    "cit591": HandIn(
        "sudoku.py",
        "sudoku.elimination",
        (
            "read_sudoku",
            "convertToSets",
            "convertToInts",
            "getRowLocations",
            "getColumnLocations",
            "getBoxLocations",
            "eliminate",
            "isSolved",
            "solve",
            "print_sudoku",
            "main",
        ),
        True,
        'if __name__ == "__main__":\n    main()',
    ),
    "northwestern": HandIn(
        "a5.py",
        "sudoku.search",
        (
            "Stack",
            "Queue",
            "remove_if_exists",
            "Board",
            "DFS",
            "BFS",
            "test_dfs_or_bfs",
            "is_valid",
            "play_sudoku",
        ),
        True,
        "",
    ),
}


def files(course: str, student: str) -> list[tuple[str, bytes]]:
    """Return the name and the content of each file that *course* wants submitted.

    *course* is a key of `HAND_INS`. *student* is the student number, which is in the
    name of Hacettepe's zip. The same modules always give the same bytes.
    """
    hand_in = HAND_INS[course]
    text = standalone(hand_in.module, hand_in.wanted, hand_in.annotated, hand_in.end)
    made = [(hand_in.name, text.encode())]
    if course == "hacettepe":
        made.append((f"b{student}.zip", zipped(made)))
    if course == "cit591":
        tests = package_files("sudoku.handins").joinpath("sudoku_test.py")
        made.append(("sudoku_test.py", tests.read_bytes()))
        made.append(("sudoku.zip", zipped(made)))
    return made


def zipped(members: list[tuple[str, bytes]]) -> bytes:
    """Return an uncompressed zip with fixed dates: equal files give equal zips."""
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        for name, data in members:
            archive.writestr(ZipInfo(name), data)
    return stream.getvalue()
