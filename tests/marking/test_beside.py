"""What a student hands in beside a program, or above it, is in its sandbox."""

from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking.intake import submission
from marking.intake.roster import Student
from tests.marking.classes import PROGRAM, WANTED, Files, class_in, write, zipped

HELPER = b"def solve(): pass"
BESIDE: dict[str, tuple[Files, dict[str, bytes]]] = {
    "a module": ({"helpers.py": HELPER}, {"helpers.py": HELPER}),
    "a package": (
        {"lib/__init__.py": b"", "lib/deep/solver.py": HELPER},
        {"lib/__init__.py": b"", "lib/deep/solver.py": HELPER},
    ),
    "data": ({"data/board.txt": b"1", "words": b"2"}, {"data/board.txt": b"1", "words": b"2"}),
    "a name in NFD": ({"c\u0327o\u0308z.py": HELPER}, {"çöz.py": HELPER}),
    "a name of the standard library": ({"queue.py": HELPER}, {"queue.py": HELPER}),
    "a wanted name below": ({"old/sudoku.py": b"2"}, {"old/sudoku.py": b"2"}),
    "what no program uses": (
        {
            **{"a.png": b"", "old.zip": b"", ".git/x.py": b"", "venv/x.py": b""},
            **{"my venv/x.py": b"", "lib/python3.11/x.py": b"", "a (1).py": b""},
            **{"__pycache__/x.pyc": b"", "node_modules/x/x.py": b"", "n" * 300: b""},
        },
        {},
    ),
}


@pytest.mark.parametrize("name", BESIDE)
@pytest.mark.parametrize("top", ["", "A2/src/"])
@pytest.mark.parametrize("form", ["zip", "class zip", "nested zip"])
def test_files_that_a_program_can_use_are_put_beside_it(
    name: str, top: str, form: str, tmp_path: Path
) -> None:
    handed, expected = BESIDE[name]
    files = {top + key: data for key, data in {"sudoku.py": PROGRAM, **handed}.items()}
    place = tmp_path
    if form == "class zip":
        place = tmp_path / "class.zip"
        place.write_bytes(zipped({f"class/z1/{key}": data for key, data in files.items()}))
    else:
        data = zipped(files)
        (tmp_path / "z1.zip").write_bytes(
            data if form == "zip" else zipped({"a.zip": data, "other.py": b""})
        )
    own = class_in(place, [Student("z1")])["z1"]
    assert own.files == {"sudoku.py": PROGRAM}
    assert (own.beside, own.left_out, own.question) == (expected, "", "")


USE = b"import json\nfrom helpers import solve  # ours\n"
OF_SRC = b"from src.helpers import solve\n"
OPEN = b"print(\"it's\"); open('words.txt')"
ABOVE: dict[str, tuple[Files, dict[str, bytes]]] = {
    "a module": (
        {"src/sudoku.py": USE, "helpers.py": HELPER, "notes.py": b"", "data.txt": b""},
        {"helpers.py": HELPER},
    ),
    "a module that imports another": (
        {"src/sudoku.py": USE, "helpers.py": b"import deep.er as d, re", "deep/er.py": b""},
        {"helpers.py": b"import deep.er as d, re", "deep/er.py": b""},
    ),
    "the program's own folder": (
        {"src/sudoku.py": OF_SRC, "src/helpers.py": HELPER},
        {"helpers.py": HELPER, "src/helpers.py": HELPER, "src/sudoku.py": OF_SRC},
    ),
    "a module in a nearer folder": (
        {"a/src/sudoku.py": USE, "a/helpers.py": HELPER, "helpers.py": b"another"},
        {"helpers.py": HELPER},
    ),
    "a module beside the program": (
        {"src/sudoku.py": USE, "src/helpers.py": HELPER, "helpers.py": b"another"},
        {"helpers.py": HELPER},
    ),
    "data": (
        {"src/sudoku.py": OPEN, "words.txt": b"1", "notes.txt": b"", "src/old.txt": b""},
        {"words.txt": b"1", "old.txt": b""},
    ),
    "data in a folder": (
        {"src/sudoku.py": b"Path('data') / 'a.txt'", "data/a.txt": b"1", "a/a.txt": b""},
        {"data/a.txt": b"1"},
    ),
    "data in the program's own folder": (
        {"src/sudoku.py": b'open("src/a.txt")', "src/a.txt": b"1"},
        {"a.txt": b"1", "src/a.txt": b"1"},
    ),
    "data that a module opens": (
        {"src/sudoku.py": USE, "helpers.py": OPEN, "words.txt": b"1"},
        {"helpers.py": OPEN, "words.txt": b"1"},
    ),
    "data beside the program": (
        {"src/sudoku.py": OPEN, "src/words.txt": b"1", "words.txt": b"another"},
        {"words.txt": b"1"},
    ),
}


@pytest.mark.parametrize("name", ABOVE)
@pytest.mark.parametrize("top", ["", "A2/"])
def test_what_a_program_uses_from_the_folders_above_is_put_beside_it(
    name: str, top: str, tmp_path: Path
) -> None:
    handed, expected = ABOVE[name]
    files = {top + key: data for key, data in handed.items()}
    (tmp_path / "z1.zip").write_bytes(zipped(files))
    own = class_in(tmp_path, [Student("z1")])["z1"]
    assert (own.beside, own.left_out, own.question) == (expected, "", "")


@pytest.mark.parametrize(
    "way",
    [
        "open('../words.txt')",
        "open(os.path.join(os.pardir, 'words.txt'))",
        "open(os.path.join('..', 'words.txt'))",
        "open(dirname(dirname(__file__)) + '/words.txt')",
        "here = Path(__file__).parent\nopen(here.parent / 'words.txt')",
        "open(Path(__file__).parents[1] / 'words.txt')",
    ],
)
def test_data_that_a_program_may_open_in_the_folder_above_is_named(
    way: str, tmp_path: Path
) -> None:
    files = {"src/sudoku.py": way.encode(), "words.txt": b"1"}
    (tmp_path / "z1.zip").write_bytes(zipped(files))
    own = class_in(tmp_path)["z1"]
    assert (own.beside, own.left_out) == ({"words.txt": b"1"}, "../words.txt")


def test_a_file_above_that_is_not_taken_is_named_once(tmp_path: Path) -> None:
    files = {"src/sudoku.py": USE, "helpers.py": b"#" * (2**20 + 1)}
    (tmp_path / "z1.zip").write_bytes(zipped(files))
    reason = "z1.zip/helpers.py is larger than 1,048,576 bytes"
    assert class_in(tmp_path)["z1"].left_out == reason


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({"src/sudoku.py": b"import queue", "queue.py": HELPER}, "queue"),
        ({"sudoku.py": b"from .helpers import a", "helpers.py": HELPER}, ".helpers"),
        ({"sudoku.py": b"import A2.helpers", "helpers.py": HELPER}, "A2.helpers"),
        ({"sudoku.py": b"import sudoku.helpers", "helpers.py": HELPER}, "sudoku.helpers"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_import_of_a_handed_in_module_that_may_fail_here_is_named(
    files: Files, name: str, tmp_path: Path
) -> None:
    (tmp_path / "z1.zip").write_bytes(zipped(files))
    own = class_in(tmp_path)["z1"]
    assert own.left_out == f"{name}, which the program imports"


def test_an_import_of_nothing_that_was_handed_in_is_the_programs_mistake(
    tmp_path: Path,
) -> None:
    files = {"src/sudoku.py": b"import helper, numpy.linalg", "helpers.py": HELPER}
    (tmp_path / "z1.zip").write_bytes(zipped(files))
    assert class_in(tmp_path)["z1"].left_out == ""


@pytest.mark.parametrize("start", ["ada_4711_9{}_", "A_4711_assignsubmission_file_"])
def test_files_that_a_platform_writes_side_by_side_are_beside_the_program(
    start: str, tmp_path: Path
) -> None:
    names = ["sudoku.py", "helpers.py", "board-1.txt"]
    if "{" in start:
        names[:2] = ["sudoku-2.py", "helpers-1.py"]
    files = {start.format(n) + name: name.encode() for n, name in enumerate(names)}
    own = class_in(write(tmp_path, files))["4711"]
    assert set(own.beside) >= {"helpers.py", "board-1.txt"}
    assert (own.files, own.left_out) == ({"sudoku.py": names[0].encode()}, "")


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"big.py": b"#" * (2**20 + 1)}, "big.py is larger than 1,048,576 bytes"),
        (
            {"a.py": b"#" * 2**19, "b.txt": b"x" * 2**19, "c.txt": b"1"},
            "c.txt: more than 1,048,576 bytes of files in all",
        ),
        ({f"m{n}.py": b"" for n in range(203)}, "3 files too many"),
        ({"x": b"", "x/y.py": b""}, "x: several files have this path"),
        (
            {"sudoku/__init__.py": b""},
            "sudoku/__init__.py: its package would hide the program",
        ),
    ],
    ids=range(5),
)
def test_files_that_are_not_put_beside_a_program_are_named(
    files: Files, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "z1.zip").write_bytes(zipped({"sudoku.py": PROGRAM, **files}))
    own = class_in(tmp_path)["z1"]
    assert (own.files, own.question) == ({"sudoku.py": PROGRAM}, "")
    assert own.left_out.endswith(reason)


def test_equal_programs_with_different_helpers_have_none_of_them(tmp_path: Path) -> None:
    names = ["P1/sudoku.py", "P2/sudoku.py", "P1/helpers.py", "P2/helpers.py"]
    files = dict(zip(names, (PROGRAM, PROGRAM, b"1", b"2")))
    (tmp_path / "z1.zip").write_bytes(zipped(files))
    own = class_in(tmp_path)["z1"]
    assert (own.files, own.beside) == ({"sudoku.py": PROGRAM}, {})
    assert own.left_out == "helpers.py: several files have this path"


def test_two_submissions_that_differ_in_a_helper_are_left_to_a_person(
    tmp_path: Path,
) -> None:
    files = {"b1 x/sudoku.py": PROGRAM, "b1 y/sudoku.py": PROGRAM, "b1 y/helpers.py": b""}
    own = class_in(write(tmp_path, files), [Student("b1")])["b1"]
    assert own.question == "2 submissions: b1 x and b1 y"


@given(st.sets(st.text(st.sampled_from("ab/.\\ é\u0327\udc80("), max_size=9)))
@pytest.mark.parametrize("folder", ["", "a/", "é/b/"])
def test_any_names_beside_a_program_can_be_written_below_one_folder(
    folder: str, tmp_path_factory: pytest.TempPathFactory, names: set[str]
) -> None:
    place = tmp_path_factory.getbasetemp() / "any"
    place.write_text("".join(f"'{name}'" for name in names), errors="replace")
    files = *names, f"{folder}sudoku.py"
    found = [submission.DiskFile(name, "", place) for name in files]
    paths = {PurePosixPath(p) for p in submission.choose(found, WANTED).beside}
    parents = {parent for path in paths for parent in path.parents}
    assert not parents & paths
    assert not any(path.is_absolute() or ".." in path.parts for path in paths)
