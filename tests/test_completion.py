"""What shtab writes for the programs, as bash uses it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from marking.cli import parser as marking_parser
from pseudoku.cli import parser as pseudoku_parser
from sudoku.cli import parser as sudoku_parser

pytest.importorskip("shtab", reason="needs shtab: pip install -e .[test]")
if shutil.which("bash") is None:
    pytest.skip("needs bash", allow_module_level=True)
PROGRAMS = {
    "pseudoku": pseudoku_parser,
    "sudoku-courseworks": sudoku_parser,
    "sudoku-marking": marking_parser,
}
# What bash does when Tab is pressed after the last word.
TAB = """
source "$1"; shift
complete=($(complete -p "$1")); function=${complete[@]: -2:1}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
$function "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the completion of each program."""
    import shtab

    folder = tmp_path_factory.mktemp("completion")
    for program, parser in PROGRAMS.items():
        (folder / program).write_text(shtab.complete(parser(), "bash"), "utf-8")
    return folder


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("sudoku-courseworks w", "walkthrough"),
        ("sudoku-courseworks generate --fo", "--for --force --format"),
        ("sudoku-courseworks export com", "comp9021"),
        ("sudoku-courseworks solve puz", "puzzle.txt"),
        ("sudoku-courseworks solve puzzle.txt -q --format js", "json"),
        ("sudoku-courseworks northwestern ", "bfs dfs play"),
        ("sudoku-courseworks compare puzzle.txt p", "puzzle.txt"),
        ("sudoku-courseworks generate --with-answers f", "folder"),
        ("pseudoku trace p", "puzzle.txt"),
        ("pseudoku trace Check", "CheckColumn CheckGrids"),
        ("pseudoku walkthrough MakeS", "MakeSolution"),
        ("pseudoku call Per", "PermuteRow PermuteRows PermuteVector"),
        ("pseudoku code Search", "SearchStack"),
        ("sudoku-marking rubric h", "hacettepe"),
        ("sudoku-marking run p", "pseudoku puzzle.txt"),
        ("pseudoku run puzzle.txt --store ", "copy share"),
        ("sudoku-marking run comp9021 folder --layout m", "moodle"),
    ],
)
def test_bash_completes_commands_options_choices_and_files(
    words: str, expected: str, scripts: Path, tmp_path: Path
) -> None:
    (tmp_path / "puzzle.txt").write_text("")
    (tmp_path / "folder").mkdir()
    program, *rest = words.split(" ")
    command = ["bash", "-c", TAB, "bash", str(scripts / program), program, *rest]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (sorted(done.stdout.split()), done.stderr) == (sorted(expected.split()), "")
