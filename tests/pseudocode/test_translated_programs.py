"""Programs of any kind as Python: it compiles, and does what the pseudocode does."""

import warnings
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pseudocode.reading.notation import program_lines
from pseudocode.reading.operators import ARITHMETIC, CONNECTIVES, OPERATORS, RELATIONS
from pseudocode.reading.source import PseudocodeError, RunError
from pseudocode.running.runner import Runner
from pseudocode.running.values import format_value
from pseudoku.cli import main
from pseudoku.cli.translate import translate
from pseudoku.reference import parse
from tests.pseudocode.files import Captured, File
from tests.pseudocode.random_programs import Generator
from tests.pseudocode.test_fuzz import sources, spoilt

SOURCES = sources()


def compiles(text: str) -> bool:
    with warnings.catch_warnings():  # any other SyntaxWarning is an error
        about_literals = ".*(not subscriptable|indices must|with .*literal)"
        warnings.filterwarnings("ignore", about_literals, SyntaxWarning)
        compile(text, "translated", "exec")
    return True


@pytest.mark.filterwarnings("ignore:.is.* with:SyntaxWarning")
@pytest.mark.parametrize(
    ("comparison", "value"),
    [
        ("1 = TRUE", False),
        ("NULL ≠ 0", True),
        ('"TRUE" = TRUE', False),
        ("2 − 1 = TRUE", False),
        ("−1 ≠ TRUE", True),
        ("(1 = 1) = TRUE", True),
        ("¬0 = 1 ∧ (2 < 1) = FALSE", True),
    ],
)
def test_a_literal_number_is_neither_true_nor_false_nor_null(
    comparison: str, value: bool
) -> None:
    parsed = parse(f"x ← {comparison}")
    variables: dict[str, object] = {}
    exec(translate(parsed), variables)
    assert variables["x"] is value is Runner().run(parsed.program, parsed.source)["x"]


def pairs_of_operators() -> Iterator[str]:
    """Yield an expression for each two operators that may stand beside each other."""
    for first, second in product(OPERATORS, repeat=2):
        symbols = {first.symbol, second.symbol}
        relations = symbols & {*RELATIONS}
        connectives = symbols & {*CONNECTIVES}
        if connectives and symbols & {*ARITHMETIC}:
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
    variables: dict[str, object] = {}
    exec(translate(parsed), variables)
    result = Runner().run(parsed.program, parsed.source)["x"]
    assert (type(variables["x"]), variables["x"]) == (type(result), result)


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


@given(st.randoms(use_true_random=False))
def test_every_translation_of_a_spoilt_program_compiles(random: Random) -> None:
    text = spoilt(random.choice(SOURCES), random.choice(SOURCES), random)
    try:
        python = translate(parse(text))
    except PseudocodeError:
        return
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
TWICE = "function F(n) return 2 × n end function\n"


@given(st.lists(STATEMENTS, min_size=1, max_size=5))
def test_a_translation_leaves_the_values_that_the_program_leaves(
    lines: list[str],
) -> None:
    parsed = parse("\n".join([TWICE, STRUCTURES, *lines]))
    try:
        python = translate(parsed)
    except PseudocodeError as error:
        assert "assign its result to a variable first" in str(error)
        return
    runner = Runner(strict=True)
    runner.load(parsed.valid_program(), parsed.source)
    names = ["a", "A", "fooBar", "foo_bar", "math", "done", "s", "q", "cell"]
    try:
        values = runner.run(parsed.program, parsed.source)
    except RunError:
        return
    variables: dict[str, object] = {}
    exec(python, variables)
    left = [variables[name] for name in "a a_2 foo_bar foo_bar_2 math_ done".split()]
    assert list(map(repr, left)) == [repr(values[name]) for name in names[:6]]
    for name in ("s", "q", "cell"):
        assert format_value(variables[name]) == format_value(values[name])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("x ← 1\nreturn x", "2:1", "'return' outside a function; Python does not"),
        ("x ← 1\nbreak", "2:1", "'break' outside a loop; Python does not allow"),
        ("if a then continue end if", "1:11", "'continue' outside a loop; Python d"),
        ("function F(a)\n  break\nend function", "2:3", "'break' outside a loop"),
        ("x ← PUSH[1, s]", "1:5", "PUSH gives no value"),
        ("if write[1, 2, a] then x ← 1 end if", "1:4", "WRITE gives no value"),
        ("x ← TOP[s] + POP[s]", "1:14", "POP inside this expression; "),
        ("x ← F(s) + POP[s]", "1:12", "POP inside this expression; "),
        ("x ← EMPTY[s] ∨ POP[s] = 3", "1:16", "POP inside this expression; "),
        ("if a then x ← 1 else if DEQUEUE[q] = 1 then x ← 2 end if", "1:25", "DEQUEU"),
        ("x ← 1 function F(a, a) return a end function", "1:7", "two parameters ha"),
        ("x ← ENQUEUE[2]", "1:5", "expected ENQUEUE[element, queue]"),
    ],
)
def test_what_python_cannot_do_is_refused_at_its_place(
    text: str, place: str, message: str, file: File, capsys: Captured
) -> None:
    path = file(text)
    assert main(["translate", path, "-q"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"pseudoku translate: error: {path}:{place}: {message}")


def test_every_fault_is_told_in_the_order_of_the_text(
    file: File, capsys: Captured
) -> None:
    path = file("break\nfunction F(a)\n  continue\nend function\nreturn 1\n")
    assert main(["translate", path]) == 2
    places = [line.split(":")[3:5] for line in capsys.readouterr().err.splitlines()]
    assert places == [["1", "1"], ["3", "3"], ["5", "1"]]


@pytest.mark.parametrize("word", ["while x do", "for 1 ≤ i ≤ 2 do"])
def test_as_many_loops_as_python_takes_are_translated(word: str) -> None:
    end = f" end {word.split()[0]}"
    assert compiles(translate(parse(f"{word} " * 20 + " x ← 1" + end * 20)))
    with pytest.raises(PseudocodeError, match="more than 20 nested loops"):
        translate(parse(f"{word} " * 21 + " x ← 1" + end * 21))


@pytest.mark.nightly
@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"x ← y{k}" for k in range(3_000)),
        "\n".join(f"a{k}[1] ← a{k + 1} b{k}[1] ← b{k + 1}" for k in range(2_000))
        + "\na0 ← b0",
        "for 1 ≤ i ≤ 4 do x ← 1 end for\n" * 2_000,
        f"F({', '.join(['POP[s]'] * 3_000)})",
        "\n".join(
            f"function F{k}(a) return F{k + 1}(a) end function" for k in range(2_000)
        ),
    ],
    ids=["one type", "types in types", "loops", "removals", "functions"],
)
def test_a_long_program_is_translated_in_a_moment(text: str) -> None:
    assert compiles(translate(parse(text)))


@pytest.mark.parametrize(
    ("text", "python"),
    [
        ("n ← 1 N ← 2 x ← n + N", "n = 1\nn_2 = 2\nx = n + n_2"),
        ("n ← 1 x ← N", "n = 1\nx = n"),
        ("math ← 3 x ← floor(math)", "math_ = 3\nx = math.floor(math_)"),
        ("makeVector ← 1 x ← MAKEVECTOR(r)", "make_vector_ = 1\nx = make_vector(r)"),
        ("print ← 1 class ← print", "print_ = 1\nclass_ = print_"),
        ("removed ← 1 F(POP[s])",
         "removed = 1\nremoved_2 = s.top()\ns.pop()\nf(removed_2)"),
        ("_ ← 7 for 1 ≤ i ≤ 2 do x ← _ end for",
         "__ = 7\nfor _ in range(1, 3):\n    x = __"),
        ("POP[5] x ← TOP[5]", "(5).pop()\nx = (5).top()"),
        ("s ← POP[s]", "removed = s.top()\ns.pop()\ns = removed"),
        ("v[TOP[s]] ← POP[s]", "removed = s.top()\ns.pop()\nv[s.top()] = removed"),
        ("x ← read[k, a]", "x = a[k + 1]"),
        ("x ← read[k − 1, a] + a[2]", "x = a[k] + a[3]"),
        ("write[TOP[s], 0, a]", "a[1] = s.top()"),
        ("removeAt[k, d] insertAt[2, x, d]", "d.remove_at(k)\nd.insert_at(2, x)"),
        ("F(POP[v[POP[s]]])",
         "removed = s.top()\ns.pop()\n"
         "removed_2 = v[removed].top()\nv[removed].pop()\nf(removed_2)"),
        ("removeAt[POP[s], d]", "removed = s.top()\ns.pop()\nd.remove_at(removed)"),
        ("function CopyVector(a) return a end function x ← CopyVector(3)",
         "x = copy_vector_(3)"),
    ],
)  # fmt: skip
def test_names_and_operations_have_their_python(text: str, python: str) -> None:
    assert translate(parse(text)).split("\n\n\n")[-1] == python + "\n"


def test_a_function_is_called_by_the_name_it_was_given() -> None:
    text = "N ← 4 function CheckRow(a) m ← N return a end function x ← CHECKROW(N)"
    variables: dict[str, object] = {}
    exec(translate(parse(text)), variables)
    assert variables["x"] == 4
    text = "N ← 4 function Half(a) return a / N end function x ← half(2)"
    exec(translate(parse(text)), variables)
    assert variables["x"] == 0.5


def test_positions_of_dynamic_arrays_count_from_the_base() -> None:
    text = "new DynamicArray d d[0] ← 5 insertAt[0, 7, d] removeAt[1, d] x ← d[0]"
    python = translate(parse(text), base=0)
    assert "d[1] = 5\nd.insert_at(1, 7)\nd.remove_at(2)\nx = d[1]\n" in python


@pytest.mark.parametrize("name", ["a\nb", 'a"""b', "a\\", "\udcff", "\0"])
def test_a_file_of_any_name_is_named_in_one_line(name: str) -> None:
    python = translate(
        parse("x ← 'a\0b'\nfunction F(a) return '\0' end function", name)
    )
    assert compiles(python) and python.encode()
    assert python.splitlines()[0].endswith('."""')
