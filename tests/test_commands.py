"""Every command of tests/commands.toml: results, options, errors, help, completion."""

import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import TextIO

import pytest

from _courseware.terminal.options import OUTPUT_HELP, SWITCHES
from marking.cli import parser as marking_parser
from pseudoku.cli import parser as pseudoku_parser
from sudoku.cli import parser as sudoku_parser
from tests import commands
from tests.commands import (
    COMMANDS,
    COMPLETED,
    FILE,
    INTO_FILES,
    LINES,
    MAIN,
    NAMES,
    OF_A_FILE,
    PRINTED,
    REFUSED,
    REMARKED,
    TABLE,
    Captured,
    lines_with,
    name_of,
    options_of,
    repeatable,
    result_of,
    status_of,
)
from tests.pseudoku.pseudoku_commands import PUZZLE
from tests.sudoku.sudoku_commands import EASY

folder = commands.folder  # the files that the commands read
HELPS = [
    *(f"{program} {word}" for program in MAIN for word in ("--help", "--version")),
    *(f"{name} --help" for name in COMMANDS),
]
OVER_INPUTS = [line for line in OF_A_FILE if "-o" not in TABLE[name_of(line)].lacks]


def folder_names() -> list[str]:
    return sorted(map(str, Path().rglob("*")))


def test_each_command_has_a_row_with_calls_or_a_reason() -> None:
    assert TABLE.keys() == COMMANDS.keys()
    for name, row in TABLE.items():
        assert bool(row.uncalled) != bool(row.calls or row.into), name


@pytest.mark.sampled(8)
@pytest.mark.parametrize("line", LINES)
def test_a_result_is_the_same_on_the_screen_in_a_file_and_without_remarks(
    line: str, capsys: Captured
) -> None:
    row, options = TABLE[name_of(line)], options_of(name_of(line))
    assert status_of(line) == row.status
    assert capsys.readouterr().out.split("\n")[0] == row.first
    line = repeatable(line)
    status, out, remarks = result_of(line, capsys)
    if "-o" in options:
        assert result_of(f"{line} -o result", capsys) == (status, "", remarks)
        assert Path("result").read_text("utf-8") == out
        assert result_of(f"{line} --output -", capsys) == (status, out, remarks)
    if "-q" in options:
        assert result_of(f"{line} -q", capsys) == (status, out, "")
        assert result_of(f"{line} --quiet", capsys) == (status, out, "")


@pytest.mark.parametrize("line", PRINTED)
def test_a_command_prints_this_and_no_more(line: str, capsys: Captured) -> None:
    assert result_of(line, capsys) == (0, PRINTED[line], "")


@pytest.mark.parametrize("line", REMARKED)
def test_a_command_gives_this_status_and_remark(line: str, capsys: Captured) -> None:
    assert [*result_of(line, capsys)] == REMARKED[line]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_common_option_is_in_each_command_that_it_fits(name: str) -> None:
    found = options_of(name)
    for option in ("-o", "--json", "-q"):
        if name in NAMES:
            assert (option in found) == (option not in TABLE[name].lacks)
    meanings = {flags.split()[0]: text for flags, text in SWITCHES.values()}
    for option, text in (("-o", OUTPUT_HELP), *meanings.items()):
        if option in found and (option, name) != ("-o", "marking run"):  # -o DIR
            assert found[option].help == text
    for long, short in (("--output", "-o"), ("--quiet", "-q")):
        if name in NAMES:
            assert found.get(long) is found.get(short)


# Streams


@pytest.fixture
def full() -> Iterator[TextIO]:
    with open("/dev/full", "w", buffering=1) as stream:
        yield stream


@pytest.mark.sampled(20)
@pytest.mark.parametrize("line", [*LINES, *HELPS])
def test_a_result_that_is_lost_is_an_error(
    line: str, full: TextIO, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    assert status_of(line) < 2
    assert capsys.readouterr().out
    prog = " ".join(word for word in line.split()[:2] if word[0] != "-")
    for stream, message in (
        (full, "No space left on device"),
        (None, "standard input or output is closed"),
    ):
        monkeypatch.setattr("sys.stdout", stream)
        assert status_of(line) == 2
        assert capsys.readouterr().err == f"{prog}: error: {message}\n"


@pytest.mark.sampled(8)
@pytest.mark.parametrize("line", [*LINES, *INTO_FILES, "sudoku solve no", "pseudoku x"])
def test_remarks_that_are_lost_change_neither_status_nor_result(
    line: str, full: TextIO, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    line = repeatable(line)
    if line.startswith("marking rubric comp9021 mine"):
        Path("mine").mkdir()  # it is refused each time, for its file is there
        Path("mine", "comp9021.toml").touch()
    expected = status_of(line), capsys.readouterr().out
    for stream in (full, None):
        monkeypatch.setattr("sys.stderr", stream)
        assert (status_of(line), capsys.readouterr().out) == expected


@pytest.mark.sampled(7)
@pytest.mark.parametrize("line", OF_A_FILE)
def test_a_closed_standard_input_is_an_error_where_it_is_read_and_only_there(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    with_file = FILE.sub(r"\1", line)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
    expected = result_of(with_file, capsys)
    monkeypatch.setattr("sys.stdin", None)
    assert result_of(with_file, capsys) == expected
    monkeypatch.setattr("sys.stdin", None)
    status, _, err = result_of(FILE.sub("-", line), capsys)
    assert (status, err.count("\n")) == (2, 1)
    assert "standard input" in err


# Files


@pytest.mark.sampled(8)
@pytest.mark.parametrize("line", OF_A_FILE)
def test_a_file_name_is_printed_without_its_control_characters(
    line: str, capsys: Captured
) -> None:
    name = "\x1b[31mred"
    [kind] = FILE.findall(line)
    Path(name).write_text("\n".join([Path(kind).read_text()] * 2))
    _, out, err = result_of(FILE.sub(lambda _: name, line), capsys)
    assert out + err
    assert "\x1b" not in out + err


@pytest.mark.sampled(8)
@pytest.mark.parametrize("line", lines_with("-o"))
def test_a_file_is_unchanged_where_there_is_no_result(
    line: str, capsys: Captured
) -> None:
    Path("result").write_text("old")
    before = folder_names()
    assert status_of(f"{line} -o result --never") == 2
    words = line.split()
    if words[-1] in ("rows", "program", "lists"):
        assert status_of(" ".join([*words[:-1], "missing", "-o", "result"])) == 2
    assert Path("result").read_text() == "old"
    assert folder_names() == before


@pytest.mark.sampled(8)
@pytest.mark.parametrize("line", OVER_INPUTS)
def test_no_command_writes_over_its_input(line: str, capsys: Captured) -> None:
    [kind] = FILE.findall(line)
    line = FILE.sub("mine", line)
    text = Path(kind).read_text()
    Path("mine").write_text(text)
    os.link("mine", "same")
    os.symlink("mine", "link")
    before = folder_names()
    for output in ("mine", "./mine", "same", "link"):
        status, _, err = result_of(f"{line} -o {output}", capsys)
        said = f"error: {output} is also an input; expected another file\n"
        assert status == 2 and err.endswith(f"{name_of(line)}: {said}")
        assert Path("mine").read_text() == Path("same").read_text() == text
        assert folder_names() == before and os.path.islink("link")
    assert status_of(f"{line} -o new") < 2
    assert Path("new").exists()


def test_the_outputs_of_courses_are_not_written_over_their_inputs(
    capsys: Captured,
) -> None:
    rows = Path("rows").read_text()
    os.symlink("rows", "rows_bare.tex")
    os.link("rows", "same")
    for line in (
        "sudoku comp9021 rows bare",
        "sudoku hacettepe rows ./rows",
        "sudoku hacettepe rows same",
        "sudoku hacettepe rows_bare.tex rows",
    ):
        status, _, err = result_of(line, capsys)
        assert status == 2 and "is also an input; expected another file" in err
        assert Path("rows").read_text() == rows


# Errors


def refused(line: str, said: str, capsys: Captured) -> None:
    """Assert that ``line`` is refused in one line, before anything is done."""
    before = folder_names()
    program, *words = shlex.split(line)
    name = f"{program} {words[0]}" if words else program
    assert MAIN[program](words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"{name if name in COMMANDS else program}: error: {said}")
    assert folder_names() == before


# An empty name is refused before anything else is looked at.
USAGE = REFUSED["usage"] | {
    line: f"{said}\n" for line, said in REFUSED["empty_name"].items()
}


@pytest.mark.sampled(80)
@pytest.mark.parametrize(("line", "said"), USAGE.items())
def test_bad_usage_gets_one_line_and_status_2(
    line: str, said: str, capsys: Captured
) -> None:
    refused(line, said, capsys)


@pytest.mark.parametrize(("line", "said"), REFUSED["ending"].items())
def test_a_picture_with_the_ending_of_another_format_is_refused(
    line: str, said: str, capsys: Captured
) -> None:
    refused(line, said, capsys)
    name, _, _ = line.rpartition(".")
    [right] = [e for e in ("html", "svg", "txt") if f"expected .{e}" in said] or ["txt"]
    assert status_of(f"{name}.{right}") == 0


@pytest.mark.sampled(10)
@pytest.mark.parametrize("name", NAMES)
def test_a_misspelt_option_gets_a_suggestion(name: str, capsys: Captured) -> None:
    row = TABLE[name]
    call = [*row.calls, *row.into, "x y"][0]
    for option in {"--output", "--json", "--quiet", "--force"} & {*options_of(name)}:
        wrong = option[:-2] + option[-1] + option[-2]
        status, _, err = result_of(f"{name} {call} {wrong}", capsys)
        assert status == 2 and err.endswith(f"{wrong}; did you mean {option}?\n")


LIMITED = [name for name in TABLE if TABLE[name].limit]


@pytest.mark.parametrize("name", LIMITED)
def test_a_command_whose_help_says_so_can_end_at_a_limit(name: str) -> None:
    assert status_of(f"{name} {TABLE[name].limit}") == 3


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("command", "first", "last"),
    [
        ("pseudoku trace PermuteVector 2413 1", 1, 39),
        ("pseudoku trace PermuteVector 2413 1 --level call", 1, 2),
        ("sudoku explain rows", 1, 61),
        ("sudoku explain rows --json", 1, 61),
        ("sudoku draw rows", 0, 61),
    ],
)
def test_a_step_that_does_not_exist_is_an_error_with_the_range(
    command: str, first: int, last: int, capsys: Captured
) -> None:
    one = "--from" if "explain" in command else "--step"
    spans = [one] if "draw" in command else [one, "--from"]
    expected = f"expected {first} to {last}\n"
    for option in spans:
        for step in (first, last):
            status, out, _ = result_of(f"{command} {option} {step}", capsys)
            assert status < 2 and out
        for step in (first - 1, last + 1, 10**9):
            status, out, err = result_of(f"{command} {option} {step}", capsys)
            assert status == 2
            if (option, step) != ("--from", 0):  # argparse refuses it for explain
                assert f"{option} {step}; {expected}" in err
            assert "--json" in command or not out
    if "--from" in spans:
        status, _, err = result_of(f"{command} --from 2 --to 1", capsys)
        span = f"2 to {last}" if last > 2 else "2"
        assert status == 2 and f"--to 1; expected {span}\n" in err
        assert status_of(f"{command} --from {last} --to 999") < 2


# JSON


@pytest.mark.parametrize("line", lines_with("--json"))
def test_json_is_objects_with_the_status_of_the_text(
    line: str, capsys: Captured
) -> None:
    status, out, _ = result_of(f"{line} --json", capsys)
    assert status == TABLE[name_of(line)].status
    while out.strip():
        value, end = json.JSONDecoder().raw_decode(out.lstrip())
        assert isinstance(value, dict)
        out = out.lstrip()[end:]


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ("check", "file line puzzle blanks clashes"),
        ("solve", "file line puzzle solutions solution clashes"),
        ("count", "file line puzzle solutions at_limit clashes"),
        ("check -q missing", "file line column error"),
        ("solve -q wrong", "file line column error"),
    ],
)
def test_one_concept_has_one_key_in_both_packages(
    words: str, keys: str, capsys: Captured
) -> None:
    Path("wrong").write_text("12q4\n")
    for program, puzzle in (("sudoku", EASY), ("pseudoku", PUZZLE)):
        argument = "" if "-q" in words else puzzle
        _, out, _ = result_of(f"{program} {words} --json {argument}", capsys)
        value = json.loads(out)
        assert " ".join(value) == keys
        assert value.get("puzzle", puzzle) == puzzle
        assert value["file"] == ("argument" if argument else words.split()[-1])
        assert type(value["line"]) is int
    for line in ("sudoku generate --seed 1", "pseudoku generate 2413 --seed 1"):
        value = json.loads(result_of(f"{line} -q --json", capsys)[1])
        assert [*value][:5] == ["puzzle", "solution", "givens", "seed", "number"]
        assert value["givens"] == len(value["puzzle"]) - value["puzzle"].count(".")


# Help and completion


@pytest.mark.parametrize("name", COMMANDS)
def test_help_ends_with_an_example_and_the_exit_statuses(
    name: str, capsys: Captured
) -> None:
    status, text, _ = result_of(f"{name} --help", capsys)
    assert status == 0 and max(map(len, text.splitlines())) <= 80
    program, command = name.split()
    assert result_of(f"{program} help {command}", capsys) == (0, text, "")
    _, example, no = COMMANDS[name]
    assert f"\nexample:\n  python3 -m {f'{name} {example}'.rstrip()}\n" in text
    *_, statuses = text.partition("exit status:\n")
    numbers = [line.split()[0] for line in statuses.splitlines()]
    assert numbers == ["0", *["1"] * bool(no), "2", *["3"] * (name in LIMITED)]


@pytest.mark.parametrize(
    "line", ["pseudoku draw storage flat", "sudoku northwestern dfs"]
)
def test_help_of_a_subcommand_ends_in_the_same_way(line: str, capsys: Captured) -> None:
    ends = set()
    for words in (name_of(line), line):
        status, out, _ = result_of(f"{words} --help", capsys)
        assert status == 0
        ends.add(out.partition("\nexample:\n")[2])
    assert len(ends) == 1 and "exit status" in "".join(ends)


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
    shtab = pytest.importorskip("shtab", reason="needs shtab: pip install -e .[test]")
    if shutil.which("bash") is None:
        pytest.skip("needs bash")
    place = tmp_path_factory.mktemp("completion")
    for name, parser in (
        ("pseudoku", pseudoku_parser()),
        ("sudoku-courseworks", sudoku_parser()),
        ("sudoku-marking", marking_parser()),
    ):
        (place / name).write_text(shtab.complete(parser, "bash"), "utf-8")
    return place


@pytest.mark.sampled(6)
@pytest.mark.parametrize("words", COMPLETED)
def test_bash_completes_commands_options_choices_and_files(
    words: str, scripts: Path
) -> None:
    place = Path("place")
    (place / "folder").mkdir(parents=True)
    (place / "puzzle.txt").touch()
    program, *rest = words.split(" ")
    command = ["bash", "-c", TAB, "bash", str(scripts / program), program, *rest]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True)
    assert sorted(done.stdout.split()) == sorted(COMPLETED[words].split())
    assert done.stderr == ""
