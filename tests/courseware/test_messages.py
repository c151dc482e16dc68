"""Suggestions: near words get one, and unlike words get none."""

from collections.abc import Iterator
from importlib import import_module

import pytest

from _courseware.terminal.console import command_module
from _courseware.terminal.messages import suggestion
from _courseware.terminal.options import Parser

PROGRAMS = ("marking", "pseudoku", "sudoku")


def groups(program: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a program, and the options of each command."""
    names = [*import_module(f"{program}.cli").COMMANDS]
    yield program, names
    for name in names:
        parser = Parser()
        command_module(program, name).arguments(parser)
        yield f"{program} {name}", [f for f in parser.flags() if f[1] == "-"]


def slips(word: str) -> set[str]:
    """The spellings of ``word`` with one letter left out, wrong, doubled or moved."""
    dashes, letters = word[: -len(word.lstrip("-"))], word.lstrip("-")
    found = set()
    for i, letter in enumerate(letters):
        before, after = letters[:i], letters[i + 1 :]
        found |= {before + after, f"{before}x{after}", before + letter * 2 + after}
        found.add(before + after[:1] + letter + after[1:])
    return {dashes + one for one in found}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_word_with_one_slip_is_suggested(program: str) -> None:
    for name, known in groups(program):
        for word in known:
            if len(word.lstrip("-")) > 2:
                for slip in slips(word) - {*known}:
                    hint = suggestion(slip, known)
                    assert hint.startswith("; did you mean "), (name, slip)


@pytest.mark.parametrize(
    "word", ["--next", "--hard", "--time", "--verbose", "--colour"]
)
def test_an_unlike_option_is_not_suggested(word: str) -> None:
    for program in PROGRAMS:
        for name, known in groups(program):
            if (word, name) != ("--hard", "pseudoku draw"):  # it has --shared
                assert suggestion(word, known) == "", name


def test_a_suggestion_ignores_case() -> None:
    assert suggestion("--JSN", ["--json", "--jobs"]) == "; did you mean --json?"
    assert suggestion("makesoluton", ["MakeSolution"]) == "; did you mean MakeSolution?"
