"""The parts of both command lines: reading, numbers, help, folders and statuses."""

import os
import signal
import subprocess
import sys
from argparse import ArgumentTypeError
from errno import EBADF, ENOENT, ENOSPC
from importlib import import_module
from io import BytesIO, TextIOWrapper
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest

from _courseware.terminal import console, messages, options
from _courseware.terminal.messages import CommandError
from _courseware.terminal.options import Parser, picture_ending
from tests.places import ROOT

Captured = pytest.CaptureFixture[str]
COMMANDS = {
    "go": ("prints and fails", "now", "it fails"),
    "stop": ("does nothing", "", ""),
}
TOY = """
from _courseware.terminal.messages import CommandError
def arguments(parser): pass
def run(arguments):
    print("a result")
    raise CommandError("it failed")
"""


def test_a_byte_that_is_not_utf_8_is_reported_at_its_line_and_column(
    tmp_path: Path,
) -> None:
    path = tmp_path / "text"
    for length in range(5):
        for marks in product("aé\n", repeat=length):
            before = "".join(marks).encode()
            path.write_bytes(before + b"\xff\n")
            *lines, last = before.split(b"\n")
            place = f"{path}:{len(lines) + 1}:{len(last) + 1}"
            with pytest.raises(CommandError) as raised:
                console.read_text(str(path))
            assert str(raised.value) == f"{place}: byte 0xff; expected UTF-8 text"


def test_a_file_may_have_32_megabytes_and_no_more(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"")
    os.truncate(path, 2**25)
    assert len(console.read_text(str(path))) == 2**25
    os.truncate(path, 2**25 + 1)
    with pytest.raises(CommandError, match="large: larger than 33,554,432 bytes"):
        console.read_text(str(path))


def test_a_whole_number_has_up_to_4300_digits() -> None:
    for sign in ("", "-"):
        assert options.integer_argument(sign + "7" * 4300) == int(sign + "7" * 4300)
        with pytest.raises(ArgumentTypeError, match="4,301 digits; expected at most"):
            options.integer_argument(sign + "7" * 4301)
    for word in ("", "-", "--1", "+1", "1.0", "1e3", " 1", "1_000", "²", "x"):
        with pytest.raises(ArgumentTypeError, match="is not a whole number"):
            options.integer_argument(word)


@pytest.mark.parametrize(
    ("columns", "width"), [(1, 40), (60, 60), (80, 80), (100, 100), (300, 100)]
)
def test_help_is_as_wide_as_the_terminal_up_to_100_columns(
    columns: int, width: int, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def size(descriptor: int) -> os.terminal_size:
        return os.terminal_size((columns, 24))

    monkeypatch.setattr("_courseware.terminal.options.get_terminal_size", size)
    monkeypatch.setattr("sys.stdout.fileno", lambda: 1, raising=False)
    text = Parser("toy", description="x " * 200).format_help()
    assert max(map(len, text.splitlines())) in (width, width - 1)


HELP = """\
usage: python3 -m toy COMMAND ...

  go    prints and fails
  stop  does nothing

'python3 -m toy COMMAND --help' describes a command.
"""


def test_help_and_version_are_recognized_only_as_the_first_word(
    capsys: Captured,
) -> None:
    version = "toy 1.2\n"
    for word in ("-h", "--help", "help", "--version"):
        assert console.main("toy", "1.2", COMMANDS, (), [word, "x"]) == 0
        assert capsys.readouterr() == (version if word == "--version" else HELP, "")
        assert console.main("toy", "1.2", COMMANDS, (), ["x", word]) == 2
        assert capsys.readouterr().out == ""


def test_a_command_called_from_python_leaves_the_signals_alone() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        assert console.main("toy", "1.2", COMMANDS, (), ["help"]) == 0
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (OSError(ENOENT, "No such file", "name"), "name: No such file"),
        (OSError(ENOENT, "No such file", ""), "'': No such file"),
        (OSError(ENOSPC, "No space left"), "No space left"),
        (OSError(EBADF, "Bad descriptor"), "standard input or output is closed"),
        (OSError("no number"), "no number"),
        (CommandError("two\nlines"), "two lines"),
    ],
)
def test_an_error_is_one_line_that_names_the_file(
    error: Exception, message: str, capsys: Captured
) -> None:
    assert console.print_error("toy", error) == 2
    assert capsys.readouterr() == ("", f"toy: error: {message}\n")


def test_standard_input_is_an_input_too(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine", tmp_path / "other"
    for output, status in ((mine, 2), (other, 0)):
        mine.write_text("." * 81)
        with open(mine, "rb") as stdin:
            done = subprocess.run(
                [sys.executable, *"-m sudoku convert --format line -o".split(), output],
                cwd=ROOT,
                stdin=stdin,
                capture_output=True,
                text=True,
            )
        assert done.returncode == status
        said = f"{mine} is also an input; expected another file\n"
        assert done.stderr == (f"sudoku convert: error: {said}" if status else "")
        assert mine.read_text() == "." * 81


def test_a_folder_is_written_in_full_or_not_at_all(
    tmp_path: Path, capsys: Captured
) -> None:
    folder = tmp_path / "new" / "folder"
    files = {"one": b"1", "two": b"2"}
    console.write_folder(str(folder), files, force=False, quiet=False)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == files
    told = "".join(f"wrote {folder}/{name}\n" for name in files)
    assert capsys.readouterr() == ("", told)
    (folder / "one").unlink()
    with pytest.raises(CommandError, match="two: already exists; use --force"):
        console.write_folder(str(folder), files, force=False, quiet=False)
    assert [path.name for path in folder.iterdir()] == ["two"]
    with pytest.raises(CommandError, match="/two is a file; expected a folder"):
        console.write_folder(str(folder / "two"), {}, force=True, quiet=True)
    console.write_folder(str(folder), {"two": b"3"}, force=True, quiet=True)
    assert (folder / "two").read_bytes() == b"3"
    assert capsys.readouterr() == ("", "")


def test_a_message_shortens_a_long_text() -> None:
    assert messages.quote_text("x" * 60) == repr("x" * 60)
    assert messages.quote_text("x" * 61) == repr("x" * 57 + "...")


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of the command ``go``."""
    module = ModuleType("toy.cli.go")
    exec(TOY, vars(module))
    for name in ("toy", "toy.cli"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, "toy.cli.go", module)
    return module


def test_the_option_debug_shows_where_an_error_came_from(
    toy: ModuleType, capsys: Captured
) -> None:
    assert console.main("toy", "1.2", COMMANDS, (), ["go"]) == 2
    with pytest.raises(CommandError, match="it failed"):
        console.main("toy", "1.2", COMMANDS, (), ["go", "--debug"])
    assert capsys.readouterr() == ("a result\n" * 2, "toy go: error: it failed\n")


def test_a_remark_is_printed_without_control_characters(capsys: Captured) -> None:
    console.note("one\x1b[2J\ttwo\nthree")
    console.note("nothing", quiet=True)
    assert capsys.readouterr() == ("", "one\\x1b[2J\\ttwo\nthree\n")


def test_the_name_of_a_picture_decides_its_kind() -> None:
    kinds = (".svg", ".tex", ".txt")
    assert picture_ending("a.SVG", *kinds) == ".svg"
    assert picture_ending("-", *kinds) == picture_ending("a", *kinds) == ".txt"
    with pytest.raises(CommandError, match="rsvg-convert -f pdf a.b.svg -o a.b.PDF$"):
        picture_ending("a.b.PDF", *kinds)


@pytest.mark.parametrize("program", ["pseudoku", "sudoku"])
def test_a_command_says_that_it_waits_for_puzzles_from_the_terminal(
    program: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    note = "reading puzzles from the terminal; Ctrl-D ends the input\n"
    for is_terminal, words, noted in (
        (True, ["check"], True),
        (True, ["check", "-q"], False),
        (False, ["check"], False),
    ):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"." * 81)))
        monkeypatch.setattr("sys.stdin.isatty", lambda: is_terminal)
        import_module(f"{program}.cli").main(words)
        assert (note in capsys.readouterr().err) == noted
