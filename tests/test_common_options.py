"""The options that commands share mean the same in every command of both packages."""

import json
import os
import re
from argparse import Action
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from _courseware.terminal.console import command_module
from _courseware.terminal.options import OUTPUT_HELP, SWITCHES, Parser
from marking import cli as marking_cli
from pseudoku import cli as pseudoku_cli
from sudoku import cli as sudoku_cli
from sudoku.courses import COURSE_NAMES as COURSES
from tests import test_command_lines
from tests.test_command_lines import COMMANDS, MAIN, Captured, status_of

folder = test_command_lines.folder  # the files that the commands read
MEANINGS: Final = {
    "-o": OUTPUT_HELP,
    **{flags.split()[0]: text for flags, text in SWITCHES.values()},
}
LACK: Final = {  # the commands without an option, and why
    "-o": {
        "sudoku comp9021": "it writes files with names of its own",
        "sudoku hacettepe": "its second argument is the output",
        "sudoku export": "it writes a folder",
        "pseudoku export": "it writes a folder",
    },
    "--json": {
        **{f"sudoku {name}": "the hand-out says what it prints" for name in COURSES},
        "sudoku convert": "the format json is one of many",
        "sudoku export": "it writes a folder",
        "sudoku walkthrough": "it writes a page",
        "sudoku draw": "it draws pictures",
        "pseudoku export": "it writes a folder",
        "pseudoku code": "it prints programs",
        "pseudoku translate": "it prints programs",
        "pseudoku walkthrough": "it writes a page",
        "pseudoku draw": "it prints pictures",
    },
    "-q": {
        **{
            f"sudoku {name}": "it has no remarks"
            for name in COURSES
            if name not in ("hacettepe", "northwestern")
        },
        "sudoku compare": "it has no remarks",
        "pseudoku call": "it has no remarks",
        "pseudoku code": "it has no remarks",
        "pseudoku analyse": "it has no remarks",
    },
}
OF_COURSES: Final = {f"sudoku {name}" for name in COURSES}  # tested in tests/sudoku too
LIMITED: Final = {  # the commands that can end at a limit, and arguments that do it
    "pseudoku run": "program --call MakeSolution(2413) --steps 1",
    "pseudoku trace": "MakeSolution 2413 --steps 1",
    "pseudoku walkthrough": "MakeSolution 2413 --steps 1",
    "sudoku explain": "rows --method dfs --limit-boards 1",
    "sudoku generate": "--for comp9021 --needs 8 --tries 1 --seed 1",
    "sudoku northwestern": "dfs rows --limit-boards 1",
    "sudoku walkthrough": "rows --method dfs --limit-boards 1",
}
MARKING: Final = [f"marking {name}" for name in marking_cli.COMMANDS]
NAMES: Final = [
    *(f"pseudoku {name}" for name in pseudoku_cli.COMMANDS),
    *(f"sudoku {name}" for name in sudoku_cli.COMMANDS),
]


def options_of(name: str) -> dict[str, Action]:
    """The options of a command, and of its subcommands."""
    program, command = name.split()
    parsers = [Parser(add_help=False)]
    command_module(program, command).arguments(parsers[0])
    found: dict[str, Action] = {}
    for parser in parsers:
        for action in parser._actions:
            found |= dict.fromkeys(action.option_strings, action)
            if isinstance(action.choices, dict):
                parsers += [p for p in action.choices.values() if isinstance(p, Parser)]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_common_option_is_in_each_command_that_it_fits(name: str) -> None:
    found = options_of(name)
    for option in ("-o", "--json", "-q"):
        assert (option in found) == (name not in LACK[option])
    for option, text in MEANINGS.items():
        if option in found:
            assert found[option].help == text
    for long, short in (("--output", "-o"), ("--quiet", "-q")):
        assert found.get(long) is found.get(short)


@pytest.mark.parametrize("command", marking_cli.COMMANDS)
def test_the_options_of_marking_mean_the_same(command: str) -> None:
    found = options_of(f"marking {command}")
    for option, text in MEANINGS.items():
        if option in found and (option, command) != ("-o", "run"):  # -o DIR
            assert found[option].help == text


def lines_with(option: str) -> list[str]:
    """The command lines of tests/test_command_lines.py whose command has an option."""
    return [
        line for line in COMMANDS if option in options_of(" ".join(line.split()[:2]))
    ]


def test_each_command_with_an_output_is_tried() -> None:
    tried = {" ".join(line.split()[:2]) for line in lines_with("-o")}
    assert {*NAMES} - {*LACK["-o"]} - OF_COURSES - tried == {"pseudoku analyse"}  # slow


@pytest.mark.sampled(8)
@pytest.mark.parametrize("line", lines_with("-o"))
def test_the_output_goes_to_a_file_unchanged(line: str, capsys: Captured) -> None:
    if "generate" in line and "--seed" not in line:
        line += " --seed 1"
    status = status_of(line)
    expected, remarks = capsys.readouterr()
    assert expected
    assert status_of(f"{line} -o result") == status_of(f"{line} --output -") == status
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == (expected, remarks * 2)
    assert Path("result").read_text("utf-8") == expected


@pytest.mark.parametrize("line", lines_with("-o"))
def test_a_file_is_unchanged_where_there_is_no_result(
    line: str, capsys: Captured
) -> None:
    Path("result").write_text("old")
    before = sorted(path.name for path in Path().iterdir())
    assert status_of(f"{line} -o result --never") == 2
    words = line.split()
    if words[-1] in ("rows", "program", "lists"):
        assert status_of(" ".join([*words[:-1], "missing", "-o", "result"])) == 2
        assert status_of(f"{line} -o {words[-1]}") == 2
        assert "is also an input" in capsys.readouterr().err
    assert Path("result").read_text() == "old"
    assert sorted(path.name for path in Path().iterdir()) == before


# Each command that reads files and writes one, where {} is both; for a command with
# several forms, those that read a file in other ways.
OVER_INPUTS: Final = [
    "pseudoku check {}", "pseudoku solve {}", "pseudoku count {}",
    "pseudoku check .41...2.3....1.2 {}",
    "pseudoku call ColChecks {}", "pseudoku draw puzzle {}",
    "pseudoku run {}", "pseudoku run program --call ColChecks({})",
    "pseudoku trace {}", "pseudoku trace ColChecks {}",
    "pseudoku trace program --call ColChecks({})",
    "pseudoku walkthrough {} --call MakeVector(2413)",
    "pseudoku walkthrough ColChecks {}",
    "pseudoku walkthrough program --call ColChecks({})",
    "pseudoku translate {}", "pseudoku judge {}", "pseudoku judge program {}",
    "sudoku cit591 {}", "sudoku northwestern dfs {}", "sudoku northwestern bfs {}",
    "sudoku check {}", "sudoku solve {}", "sudoku count {}", "sudoku explain {}",
    "sudoku hint {}", "sudoku rate {}", "sudoku walkthrough {}",
    "sudoku draw {} --step 1", "sudoku convert --format line {}",
    "sudoku convert --format line rows {}", "sudoku compare {} rows",
    "sudoku compare rows {}",
]  # fmt: skip
READ_NO_FILE: Final = {"generate", "code", "analyse", "export"}


def test_each_command_that_reads_and_writes_files_is_tested_here() -> None:
    here = {" ".join(line.split()[:2]) for line in OVER_INPUTS} | OF_COURSES
    assert here == {name for name in NAMES if name.split()[1] not in READ_NO_FILE}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("line", OVER_INPUTS)
def test_no_command_writes_over_its_input(line: str, capsys: Captured) -> None:
    words = line.split()
    grids = words[1] in ("check", "solve", "count") or "puzzle" in line
    text = ".41...2.3....1.2\n"
    if words[0] == "sudoku":
        text = Path("lists" if words[1] == "cit591" else "rows").read_text()
    elif not grids and "ColChecks" not in line:
        text = Path("program").read_text()
    Path("mine").write_text(text)
    os.link("mine", "same")
    os.symlink("mine", "link")
    before = sorted(os.listdir())
    for output in ("mine", "./mine", "same", "link"):
        assert status_of(f"{line.format('mine')} -o {output}") == 2
        name = " ".join(words[:2])
        said = f"{name}: error: {output} is also an input; expected another file\n"
        assert capsys.readouterr().err.endswith(said)
        assert Path("mine").read_text() == Path("same").read_text() == text
        assert sorted(os.listdir()) == before and os.path.islink("link")
    assert status_of(f"{line.format('mine')} -o new") < 2
    assert Path("new").exists()


def test_the_outputs_of_courses_are_not_written_over_their_inputs(
    capsys: Captured,
) -> None:
    rows = Path("rows").read_text()
    os.symlink("rows", "rows_bare.tex")
    for line in ("sudoku comp9021 rows bare", "sudoku hacettepe rows rows"):
        assert status_of(line) == 2
        assert "is also an input; expected another file" in capsys.readouterr().err
        assert Path("rows").read_text() == rows


def test_a_dialogue_that_asks_for_files_writes_over_none(capsys: Captured) -> None:
    before = Path("lists").read_text()
    assert status_of("sudoku cit591 -o lists") == 2
    assert "-o works only with FILE" in capsys.readouterr().err
    assert Path("lists").read_text() == before


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("pseudoku draw vector 2413 -o x.pdf", ".svg or .txt"),
        ("sudoku draw rows -o x.html", ".svg, .tex or .txt"),
    ],
)
def test_a_picture_with_the_ending_of_another_format_is_refused(
    line: str, expected: str, capsys: Captured
) -> None:
    before = sorted(os.listdir())
    assert status_of(line) == 2
    *_, ending = line.rpartition(".")
    problem = f"x.{ending} ends with .{ending}; expected {expected}"
    assert problem in capsys.readouterr().err
    assert sorted(os.listdir()) == before


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
            assert status_of(f"{command} {option} {step}") < 2
            assert capsys.readouterr().out
        for step in (first - 1, last + 1, 10**9):
            assert status_of(f"{command} {option} {step}") == 2
            out, err = capsys.readouterr()
            if (option, step) != ("--from", 0):  # argparse refuses it for explain
                assert f"{option} {step}; {expected}" in err
            assert "--json" in command or not out
    if "--from" in spans:
        assert status_of(f"{command} --from 2 --to 1") == 2
        span = f"2 to {last}" if last > 2 else "2"
        assert f"--to 1; expected {span}\n" in capsys.readouterr().err
        assert status_of(f"{command} --from {last} --to 999") < 2


def objects(text: str) -> list[object]:
    """The JSON values in ``text``."""
    values, start = [], 0
    while text[start:].strip():
        value, end = json.JSONDecoder().raw_decode(text[start:].lstrip())
        values.append(value)
        start = len(text) - len(text[start:].lstrip()) + end
    return values


@pytest.mark.parametrize("line", lines_with("--json"))
def test_json_is_objects_with_the_status_of_the_text(
    line: str, capsys: Captured
) -> None:
    status = status_of(line)
    capsys.readouterr()
    assert status_of(f"{line} --json") == status
    values = objects(capsys.readouterr().out)
    assert values and all(isinstance(value, dict) for value in values)


EASY = (
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
)
KEYS_OF_A_PUZZLE: Final = [
    ("check", ["file", "line", "puzzle", "blanks", "clashes"]),
    ("solve", ["file", "line", "puzzle", "solutions", "solution", "clashes"]),
    ("count", ["file", "line", "puzzle", "solutions", "at_limit", "clashes"]),
    ("check -q missing", ["file", "line", "column", "error"]),
    ("solve -q wrong", ["file", "line", "column", "error"]),
]


@pytest.mark.parametrize(("words", "keys"), KEYS_OF_A_PUZZLE)
def test_one_concept_has_one_key_in_both_packages(
    words: str, keys: list[str], capsys: Captured
) -> None:
    Path("wrong").write_text("12q4\n")
    for program, puzzle in (("sudoku", EASY), ("pseudoku", ".41...2.3....1.2")):
        status_of(f"{program} {words} --json" + f" {puzzle}" * ("-q" not in words))
        value = json.loads(capsys.readouterr().out)
        assert list(value) == keys
        assert value.get("puzzle", puzzle) == puzzle
        assert value["file"] == ("argument" if "puzzle" in keys else words.split()[-1])
        assert type(value["line"]) is int


def test_generated_puzzles_have_the_same_keys_in_both_packages(
    capsys: Captured,
) -> None:
    keys = ["puzzle", "solution", "givens", "seed", "number"]
    for line in ("sudoku generate --seed 1", "pseudoku generate 2413 --seed 1"):
        assert status_of(f"{line} -q --json") == 0
        value = json.loads(capsys.readouterr().out)
        assert list(value)[:5] == keys
        assert value["givens"] == len(value["puzzle"]) - value["puzzle"].count(".")


@pytest.mark.sampled(7)
@pytest.mark.parametrize("line", lines_with("-q"))
def test_quiet_commands_print_the_result_alone(line: str, capsys: Captured) -> None:
    line = line.removesuffix(" -q")
    if "generate" in line and "--seed" not in line:
        line += " --seed 1"
    expected = status_of(line), capsys.readouterr().out
    for option in ("-q", "--quiet"):
        assert status_of(f"{line} {option}") == expected[0]
        assert capsys.readouterr() == (expected[1], "")


# Suggestions, help and versions


@pytest.mark.sampled(10)
@pytest.mark.parametrize("name", NAMES)
def test_a_misspelt_option_gets_a_suggestion(name: str, capsys: Captured) -> None:
    program, command = name.split()
    for option in {"--output", "--json", "--quiet", "--force"} & {*options_of(name)}:
        wrong = option[:-2] + option[-1] + option[-2]
        words = [program, command, *after_it(name), wrong]
        assert status_of(" ".join(words)) == 2
        error = capsys.readouterr().err
        assert error.endswith(f"{wrong}; did you mean {option}?\n"), words


@pytest.mark.parametrize("program", MAIN)
def test_help_and_the_name_of_a_command_show_its_help(
    program: str, capsys: Captured
) -> None:
    for line in (f"{program} help explain", f"{program} help generate"):
        _, _, command = line.split()
        if f"{program} {command}" in [*NAMES, *MARKING]:
            assert status_of(line) == status_of(f"{program} {command} --help") == 0
            shown = capsys.readouterr().out
            assert shown[: len(shown) // 2] == shown[len(shown) // 2 :]


@pytest.mark.parametrize(
    "line",
    [
        "sudoku check EMPTY",
        "sudoku solve rows EMPTY",
        "sudoku draw EMPTY",
        "sudoku walkthrough rows -o EMPTY",
        "sudoku generate -o EMPTY",
        "sudoku generate --with-answers EMPTY",
        "sudoku comp9021 rows bare --outdir EMPTY",
        "sudoku hacettepe EMPTY steps",
        "sudoku northwestern dfs EMPTY",
        "sudoku compare rows EMPTY",
        "sudoku export cit591 EMPTY",
        "pseudoku run EMPTY",
        "pseudoku generate 2413 -o EMPTY",
        "pseudoku draw vector 1 -o EMPTY",
        "marking run comp9021 EMPTY -o out",  # not the folder where it runs
        "marking run comp9021 . -o EMPTY",
        "marking run comp9021 . -o out --roster EMPTY",
        "marking check comp9021 EMPTY",
        "marking rubric comp9021 EMPTY",
    ],
)
def test_an_empty_name_is_refused_before_anything_is_done(
    line: str, capsys: Captured
) -> None:
    before = sorted(Path().rglob("*"))
    program, *words = ["" if word == "EMPTY" else word for word in line.split()]
    assert MAIN[program](words) == 2
    out, err = capsys.readouterr()
    assert out == "" and re.search(r" error: [A-Z]+ is ''; expected a name\n$", err)
    assert sorted(Path().rglob("*")) == before


def after_it(name: str) -> list[str]:
    """The arguments that a command must have."""
    if name in ("sudoku export", "sudoku hacettepe"):
        return ["cit591", "x"]
    line = next((one for one in COMMANDS if one.startswith(f"{name} ")), "")
    return line.split()[2:] or ["x"]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("sudoku solv rows", "; did you mean solve?"),
        ("sudoku solve --format gird rows", "; did you mean grid?"),
        ("sudoku northwestern dsf", "; did you mean dfs?"),
        ("sudoku northwestern dfs --limit-bords 5", "; did you mean --limit-boards?"),
        ("sudoku export cit592 x", "; did you mean cit591?"),
        ("sudoku convert --format zzz rows", "; expected one of line, sdm, rows,"),
        ("pseudoku draw stak 1", "; did you mean stack?"),
        ("pseudoku --verison", "; did you mean --version?"),
        (
            "pseudoku judge x --task 11",
            "choice: '11'; expected one of 1, 2, 3, 4, 5, 6",
        ),
        ("pseudoku run program --base 2", "invalid choice: 2; expected one of 1, 0"),
    ],
)
def test_misspelt_commands_and_choices_get_suggestions(
    line: str, hint: str, capsys: Captured
) -> None:
    assert status_of(line) == 2
    assert hint in capsys.readouterr().err


@pytest.mark.parametrize("name", [*NAMES, *MARKING])
def test_help_ends_with_an_example_and_the_exit_statuses(
    name: str, capsys: Captured
) -> None:
    assert status_of(f"{name} --help") == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    program, command = name.split()
    _, example, no = import_module(f"{program}.cli").COMMANDS[command]
    assert f"\nexample:\n  python3 -m {f'{name} {example}'.rstrip()}\n" in text
    *_, statuses = text.partition("exit status:\n")
    numbers = [line.split()[0] for line in statuses.splitlines()]
    assert numbers == ["0", *["1"] * bool(no), "2", *["3"] * (name in LIMITED)]


@pytest.mark.parametrize("name", LIMITED)
def test_a_command_whose_help_says_so_can_end_at_a_limit(
    name: str, capsys: Captured
) -> None:
    assert status_of(f"{name} {LIMITED[name]}") == 3


@pytest.mark.parametrize(
    "line", ["pseudoku draw storage flat", "sudoku northwestern dfs"]
)
def test_help_of_a_subcommand_ends_in_the_same_way(line: str, capsys: Captured) -> None:
    ends = set()
    for words in (line.split()[:2], line.split()):
        assert status_of(" ".join([*words, "--help"])) == 0
        ends.add(capsys.readouterr().out.partition("\nexample:\n")[2])
    assert len(ends) == 1 and "exit status" in "".join(ends)
