"""Bad usage, bad files and help: one line, and a status."""

from pathlib import Path

import pytest

from pseudoku.cli import COMMANDS, main
from tests.pseudoku.pseudoku_commands import SOLUTION, Captured, run

UNIQUE = "--blanks 13 --unique: fewer than 4 givens always leave several"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "expected a command: generate, "),
        ("genrate", "unknown command 'genrate'; did you mean generate?"),
        ("xyzzy", "unknown command 'xyzzy'; expected one of generate"),
        ("generate 2 4 1 1", "row '2 4 1 1' repeats 1"),
        ("generate 2 4 1", "row '2 4 1' has 3 numbers; expected"),
        ("generate a b c d", "row 'a b c d' has 'a'; exp"),
        ("generate", "the following arguments are required"),
        ("generate 2413 --blanks 17", "argument --blanks: '17'; expected 0 to 16"),
        ("generate 2413 --blanks -1", "argument --blanks: '-1'; expected 0"),
        ("generate 2413 --blanks x", "argument --blanks: 'x' is not a w"),
        ("generate 2413 --blanks 13 --unique", UNIQUE),
        ("generate 2413 --count 0", "argument --count: '0'; expected 1 or "),
        ("generate 2413 -o /no/where", "/no/where: No such"),
        ("generate 2413 --bogus", "unrecognized arguments"),
        ("count nowhere.txt", "no file 'nowhere.txt'; expected a file"),
        ("count /", "/: Is a directory"),
        ("call Sort 1", "no function 'Sort' in the hand-out"),
        ("call ChekGrids 1", "no function 'ChekGrids' in the hand"),
        ("call PermuteVector 2413", "1 argument; expected PermuteVector(row, p)"),
        ("call PermuteVector 2413 x", "argument 'x'; expected a number"),
        (
            "call PermuteVector 2x13 1",
            "'x13' in argument '2x13'; expected a row such as 2413",
        ),
        ("call PermuteVector 241 1", "argument '241'; expected four numbers"),
        (
            "call CheckColumn 1111/2222/3333/4444 5",
            "argument '5'; expected a number from 1 to 4 for j",
        ),
        (
            "call PermuteVector 2413 4",
            "argument '4'; expected a number from 0 to 3 for p",
        ),
        (
            "call PermuteRows 4132/3241/1324/2413 1 -1 2",
            "argument '-1'; expected a number from 0 to 3 for y",
        ),
        ("call PermuteRows 2413 1 3 2", "argument '2413'; expected a puzzle such as"),
        (
            "call PermuteVector ２４１３ 1",
            "argument '２４１３'; expected a row such as 2413",
        ),
        ("call", "the following arguments are required: FUNCTION"),
        ("count .41...2.3....1.x", "no file '.41...2.3....1.x'; "),
        ("count 413x/3241/1324/2413", "argument:1:4: 'x' is not a cell"),
        ("generate 2413 --seed x", "argument --seed: 'x' is "),
        ("call Foo 1", "no function 'Foo' in the hand-out; expected one of"),
        ("draw storage flat --select a 1", "argument --select: '"),
        ("trace MakeVector 2413 --from x", "argument --from: 'x'"),
        ("trace MakeVector 2413 --call F(1)", "--call works only with FILE"),
        ("trace", "the following arguments are required: FUNCTION"),
        ("run x --base x", "argument --base: 'x' is not a whole num"),
        ("trace PermuteVector 2413", "1 argument; expected PermuteVector(row, p)"),
        ("call PermuteVector 2413", "1 argument; expected PermuteVector(row, p)"),
        ("trace PermuteVector 2413 x", "argument 'x'; expected a number"),
        (
            "trace PermuteVector 2415 1",
            "argument '2415'; expected four numbers, such as 2413",
        ),
        ("trace CheckColumn 5 1", "argument '5'; expected a puzzle such as 4132/"),
    ],
)
def test_bad_usage_gets_one_line_and_status_2(
    line: str, said: str, capsys: Captured
) -> None:
    status, out, err = run(line, capsys)
    assert (status, out, err.count("\n")) == (2, "", 1)
    command = line.partition(" ")[0]
    prog = f"pseudoku {command}" if command in COMMANDS else "pseudoku"
    assert err.startswith(f"{prog}: error: {said}")


def test_a_bad_file_is_named_with_line_and_column_and_the_next_still_read(
    tmp_path: Path, capsys: Captured
) -> None:
    bad, good = tmp_path / "bad.txt", tmp_path / "good.txt"
    bad.write_text("....\n.x..\n")
    good.write_text(SOLUTION)
    status, out, err = run(f"count {bad} {good}", capsys)
    said = f"pseudoku count: error: {bad}:2:2: 'x' is not a cell; expected 1 to 4"
    assert (status, out, err.count("\n")) == (2, "1\n", 1)
    assert err.startswith(said)
    bad.write_bytes(b"....\n..\xff.\n")
    status, out, err = run(f"count {bad}", capsys)
    said = f"pseudoku count: error: {bad}:2:3: byte 0xff; expected UTF-8 text\n"
    assert (status, out, err) == (2, "", said)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_there_for_every_command(command: str, capsys: Captured) -> None:
    words = [command] if command else []
    try:
        assert main([*words, "--help"]) == 0
    except SystemExit as stop:  # argparse's way
        assert stop.code == 0
    assert capsys.readouterr().out.startswith("usage: python3 -m pseudoku")


def test_help_is_a_command_too(capsys: Captured) -> None:
    shown = [run(word, capsys) for word in ("-h", "--help", "help")]
    assert shown[0] == shown[1] == shown[2]
    assert shown[0][0] == 0 and "translate" in shown[0][1]
