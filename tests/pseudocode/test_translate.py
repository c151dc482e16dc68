"""Pseudocode as Python: the reference becomes `pseudoku.tasks`, answers still work."""

import ast
import importlib.util
import inspect
import re
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from pseudocode.reading.source import PseudocodeError
from pseudocode.running.runner import Runner
from pseudocode.running.values import to_json
from pseudocode.translating.writer import snake
from pseudoku import tasks
from pseudoku.cli import main
from pseudoku.cli.arguments import parse_value
from pseudoku.cli.translate import translate
from pseudoku.reference import HANDOUT, parse, reference
from tests.places import ANSWERS
from tests.pseudocode.texts import TABLES

RIGHT = sorted(ANSWERS.glob("right_*.pseudo"))
Captured = pytest.CaptureFixture[str]


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


def imported(text: str, folder: Path) -> ModuleType:
    path = folder / "translated.py"
    path.write_text(text, "utf-8")
    spec = importlib.util.spec_from_file_location("translated", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.sampled(9)
@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_a_translated_answer_gives_what_the_pseudocode_gives(
    path: Path, tmp_path: Path
) -> None:
    parsed = parse(path.read_text("utf-8"), path.name)
    base = 0 if "// base: 0" in parsed.source.text else 1
    module = imported(translate(parsed, base), tmp_path)
    runner = Runner()
    runner.load(reference().valid_program(), reference().source)
    runner.load(parsed.valid_program(), parsed.source, base)
    tried = 0
    for name, *words in TABLES["calls"]:
        if not hasattr(module, snake(name)) or (base == 0 and name == "CheckColumn"):
            continue
        function: FunctionType = getattr(module, snake(name))
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


def test_positions_from_0_are_positions_from_1_in_python() -> None:
    text = "function F(v, k) v[0] ← v[k] + v[k − 1] + v[k + 1] return v end function"
    assert "v[1] = v[k + 1] + v[k] + v[k + 2]" in translate(parse(text), base=0)
    assert "v[0] = v[k] + v[k - 1] + v[k + 1]" in translate(parse(text), base=1)


def test_storing_copies_unless_it_is_asked_to_share() -> None:
    text = "new Vector a(1) new Vector b(1) a[1] ← b"
    assert translate(parse(text)).endswith("a[1] = copy_vector(b)\n")
    assert translate(parse(text), store="share").endswith("a[1] = b\n")


def test_a_condition_that_removes_is_refused_and_told() -> None:
    parsed = parse("while ¬EMPTY[s] ∧ POP[s] ≠ 3 do x ← 1 end while", "answer")
    with pytest.raises(PseudocodeError) as caught:
        translate(parsed)
    assert str(caught.value).startswith("answer:1:19: POP inside this expression")


def test_translate_writes_what_another_reader_accepts(
    tmp_path: Path, capsys: Captured
) -> None:
    path = str(ANSWERS / "right_like_python.pseudo")
    right = str(tmp_path / "right.pseudo")
    assert main(["translate", path, "--pseudocode", "-o", right]) == 0
    assert main(["run", right, "--strict", "--call", "MakeSolution(2413)"]) == 0
    captured = capsys.readouterr()
    solution = "(4, 1, 3, 2)\n(3, 2, 4, 1)\n(1, 3, 2, 4)\n(2, 4, 1, 3)"
    assert captured.out == solution + "\n"


def test_what_cannot_be_read_is_not_translated(
    tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "answer").write_text("x ← 3 +\n")
    assert main(["translate", str(tmp_path / "answer")]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.endswith(
        "found the end of the text; expected a value, such as 3, x or v[k]\n"
    )
