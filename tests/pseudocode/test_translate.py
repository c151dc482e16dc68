"""Pseudocode as Python: it does what the pseudocode does, whatever that is.

The reference becomes `pseudoku.tasks`, answers still work, and random programs compile
and leave the same values.
"""

import ast
import inspect
import re
import warnings
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pseudocode.reading.notation import program_lines
from pseudocode.reading.operators import (
    ARITHMETIC_SYMBOLS,
    CONNECTIVES,
    OPERATORS,
    RELATION_SYMBOLS,
)
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import PseudocodeError, RunError
from pseudocode.running.runner import Runner
from pseudocode.running.values import Absent, Value, format_value, to_json
from pseudocode.translating.writer import snake
from pseudoku import tasks
from pseudoku.cli import main
from pseudoku.cli.arguments import parse_value
from pseudoku.cli.translate import translate
from pseudoku.reference import HANDOUT, parse, reference
from tests.places import ANSWERS
from tests.pseudocode.files import Captured, File
from tests.pseudocode.random_programs import Generator
from tests.pseudocode.test_hostile import TEXTS as HOSTILE
from tests.pseudocode.test_hostile import repeated
from tests.pseudocode.texts import TABLES

Values = dict[str, Value | Absent]
RIGHT = sorted(ANSWERS.glob("right_*.pseudo"))


def values_of(parsed: Parsed) -> Values:
    """Return the variables that a strict run of ``parsed`` leaves."""
    runner = Runner(strict=True)
    runner.load(parsed.valid_program(), parsed.source)
    return runner.run(parsed.program, parsed.source)


def executed(python: str) -> Values:
    """Return the variables that a module leaves."""
    variables: Values = {}
    exec(python, variables)
    return variables


def compiles(text: str) -> bool:
    with warnings.catch_warnings():  # any other SyntaxWarning is an error
        about_literals = ".*(not subscriptable|indices must|with .*literal)"
        warnings.filterwarnings("ignore", about_literals, SyntaxWarning)
        compile(text, "translated", "exec")
    return True


class Bare(ast.NodeTransformer):
    """Takes docstrings and annotations away."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        if ast.get_docstring(node) is not None:
            del node.body[0]
        node.returns = None
        for argument in node.args.args:
            argument.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.Assign:
        assert node.value is not None
        return ast.Assign([node.target], node.value)


def bare(text: str) -> dict[str, str]:
    """The syntax tree of each function in ``text``."""
    tree = ast.parse(text)
    functions = [one for one in tree.body if isinstance(one, ast.FunctionDef)]
    return {one.name: ast.dump(Bare().visit(one)) for one in functions}


def test_the_reference_translates_into_the_tasks() -> None:
    assert bare(translate(reference())) == bare(inspect.getsource(tasks))


def test_the_rules_of_translation_know_no_names() -> None:
    """With other names in the pseudocode, the same Python with those names."""
    text, wanted = reference().source.text, inspect.getsource(tasks)
    for number, name in enumerate(HANDOUT.functions):
        text = re.sub(rf"\b{name}\b", f"Other{number}", text)
        wanted = re.sub(rf"\b{snake(name)}\b", f"other{number}", wanted)
    for name in ("row", "puzzle", "q", "stack", "numbers", "found", "seen", "top", "k"):
        text = re.sub(rf"(?<!TOP)\b{name}\b", f"var{name}", text)
        wanted = re.sub(rf"(?<!\.)\b{name}\b", f"var{name}", wanted)
    assert bare(translate(parse(text))) == bare(wanted)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_a_translated_answer_gives_what_the_pseudocode_gives(path: Path) -> None:
    parsed = parse(path.read_text("utf-8"), path.name)
    base = 0 if "// base: 0" in parsed.source.text else 1
    module: dict[str, object] = {}
    exec(translate(parsed, base), module)
    runner = Runner()
    runner.load(reference().valid_program(), reference().source)
    runner.load(parsed.valid_program(), parsed.source, base)
    tried = 0
    for name, *words in TABLES["calls"]:
        function = module.get(snake(name))
        if not callable(function) or (base == 0 and name == "CheckColumn"):
            continue
        one, other = ([*map(parse_value, words)] for _ in range(2))
        assert to_json(function(*one)) == to_json(runner.call(name, other))
        assert [*map(to_json, one)] == [*map(to_json, other)]
        tried += 1
    assert tried


@pytest.mark.parametrize(("text", "python"), TABLES["python"])
def test_a_statement_has_its_python(text: str, python: str) -> None:
    module = translate(parse(text))
    assert module.split("\n\n\n")[-1] == python + "\n"
    ast.parse(module)


def test_a_function_of_the_handout_is_titled_with_its_task() -> None:
    title = '"""{}, in Python.'
    for name, task in (("PERMUTE_ROWS", "Task 3"), ("MakeSolution", "Task 8")):
        assert title.format(task) in translate(parse(f"function {name}() end function"))
    assert title.format("Turn") in translate(parse("function Turn() end function"))


@pytest.mark.filterwarnings("ignore:.is.* with:SyntaxWarning")
@pytest.mark.parametrize(("comparison", "value"), TABLES["comparisons"])
def test_a_literal_number_is_neither_true_nor_false_nor_null(
    comparison: str, value: bool
) -> None:
    parsed = parse(f"x ← {comparison}")
    assert executed(translate(parsed))["x"] is value is values_of(parsed)["x"]


def pairs_of_operators() -> Iterator[str]:
    """Yield an expression for each two operators that may stand beside each other."""
    for first, second in product(OPERATORS, repeat=2):
        symbols = {first.symbol, second.symbol}
        relations = symbols & {*RELATION_SYMBOLS}
        connectives = symbols & {*CONNECTIVES}
        if connectives and symbols & {*ARITHMETIC_SYMBOLS}:
            continue
        if relations and relations == symbols:
            continue
        left = "FALSE" if first.symbol in CONNECTIVES else "7"
        right = "TRUE" if second.symbol in CONNECTIVES else "2"
        middle = "3" if symbols - connectives else "FALSE"
        yield f"{left} {first.symbol} {middle} {second.symbol} {right}"


@pytest.mark.parametrize("expression", [*pairs_of_operators()])
def test_each_stage_knows_each_operator_and_groups_it_alike(expression: str) -> None:
    parsed = parse(f"x ← {expression}")
    assert "".join(program_lines(parsed.valid_program())) == f"x ← {expression}\n"
    done, result = executed(translate(parsed))["x"], values_of(parsed)["x"]
    assert (type(done), done) == (type(result), result)


@given(st.randoms(use_true_random=False))
def test_every_translation_of_a_random_program_compiles(random: Random) -> None:
    text = "".join(program_lines(Generator(random).program()))
    # Alone, inside a loop and inside a function most statements are allowed.
    inside = f"function G(v) while TRUE do {text} end while end function"
    for program in (text, inside):
        try:
            python = translate(parse(program))
        except PseudocodeError as error:
            assert all(remark.message for remark in error.remarks)
        else:
            assert compiles(python)


# Short programs on one stack, one queue and some numbers

STRUCTURES = """
new Stack s new Queue q new Array cell(5)
for 1 ≤ k ≤ 4 do PUSH[k, s] ENQUEUE[k, q] write[k × k, k, cell] end for
a ← 1 A ← 2 fooBar ← 3 foo_bar ← 4 math ← 5 done ← FALSE
"""
NUMBERS = st.sampled_from(
    "a A fooBar foo_bar math 0 7 TOP[s] POP[s] HEAD[q] DEQUEUE[q] cell[2] read[3,cell] "
    "F(a) f(TOP[s]) F(POP[s])".split()
)
SUMS = st.recursive(
    NUMBERS,
    lambda inner: st.builds("({} {} {})".format, inner, st.sampled_from("+−×"), inner),
    max_leaves=3,
)
TRUTHS = st.recursive(
    st.builds("({} {} {})".format, SUMS, st.sampled_from("=≠<≥"), SUMS)
    | st.sampled_from(["EMPTY[s]", "¬EMPTY[q]", "done"]),
    lambda inner: st.builds("({} {} {})".format, inner, st.sampled_from("∧∨"), inner),
    max_leaves=3,
)
SIMPLE = st.one_of(
    st.builds(
        "{} ← {}".format, st.sampled_from("a A fooBar foo_bar math".split()), SUMS
    ),
    st.builds("done ← {}".format, TRUTHS),
    st.builds("cell[{}] ← {}".format, st.sampled_from("1234"), SUMS),
    st.builds("write[{}, 2, cell]".format, SUMS),
    st.builds("PUSH[{}, s]".format, SUMS),
    st.builds("ENQUEUE[{}, q]".format, SUMS),
    st.sampled_from(["POP[s]", "DEQUEUE[q]", "x ← POP[s]", "x ← DEQUEUE[q]"]),
)
STATEMENTS = SIMPLE | st.builds(
    "if {} then {} else if {} then {} else {} end if".format,
    *(TRUTHS, SIMPLE, TRUTHS, SIMPLE, SIMPLE),
)
NAMES = {name: name for name in ("a", "done", "s", "q", "cell")} | {
    **{"A": "a_2", "fooBar": "foo_bar", "foo_bar": "foo_bar_2", "math": "math_"},
}
TWICE = "function F(n) return 2 × n end function\n"


@given(st.lists(STATEMENTS, min_size=1, max_size=5))
def test_a_translation_leaves_the_values_that_the_program_leaves(
    lines: list[str],
) -> None:
    parsed = parse("\n".join([TWICE, STRUCTURES, *lines]))
    try:
        python = translate(parsed)
        values = values_of(parsed)
    except RunError:
        return
    except PseudocodeError as error:
        assert "assign its result to a variable first" in str(error)
        return
    left = executed(python)
    for name, other in NAMES.items():
        assert format_value(left[other]) == format_value(values[name])


@pytest.mark.parametrize(("text", "place", "message"), TABLES["no_python"])
def test_what_python_cannot_do_is_refused_at_its_place(
    text: str, place: str, message: str, file: File, capsys: Captured
) -> None:
    path = file(text)
    assert main(["translate", path, "-q"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"pseudoku translate: error: {path}:{place}: {message}")


@pytest.mark.parametrize("word", ["while x do", "for 1 ≤ i ≤ 2 do"])
def test_as_many_loops_as_python_takes_are_translated(word: str) -> None:
    end = f" end {word.split()[0]}"
    assert compiles(translate(parse(f"{word} " * 20 + " x ← 1" + end * 20)))
    with pytest.raises(PseudocodeError, match="more than 20 nested loops"):
        translate(parse(f"{word} " * 21 + " x ← 1" + end * 21))


@pytest.mark.nightly
@pytest.mark.parametrize("text", HOSTILE["translated"])
def test_a_long_program_is_translated_in_a_moment(text: str) -> None:
    assert compiles(translate(parse(repeated(text))))


@pytest.mark.parametrize(("call", "value"), [("CHECKROW", 4), ("checkRow", 4)])
def test_a_function_is_called_by_the_name_it_was_given(call: str, value: int) -> None:
    text = "N ← 4 function CheckRow(a) m ← N return a end function x ← "
    assert executed(translate(parse(f"{text}{call}(N)")))["x"] == value
    text = "N ← 4 function Half(a) return a / N end function x ← half(2)"
    assert executed(translate(parse(text)))["x"] == 0.5


@pytest.mark.parametrize("name", ["a\nb", 'a"""b', "a\\", "\udcff", "\0"])
def test_a_file_of_any_name_is_named_in_one_line(name: str) -> None:
    python = translate(
        parse("x ← 'a\0b'\nfunction F(a) return '\0' end function", name)
    )
    assert compiles(python) and python.encode()
    assert python.splitlines()[0].endswith('."""')
