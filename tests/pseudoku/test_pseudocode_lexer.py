"""The lexer of the notation for Pygments."""

from configparser import ConfigParser
from importlib import import_module

import pytest

from pseudoku.reference import function_texts
from tests.places import ANSWERS, ROOT

pytest.importorskip("pygments")
from pygments.token import Comment, Error, Keyword, Name, Operator, Text, Whitespace

from pseudoku.pseudocode.lexer import PseudocodeLexer

RIGHT = [
    *function_texts().values(),
    *(p.read_text("utf-8") for p in ANSWERS.glob("right*")),
]
LINE = "FUNCTION Turn(row)  new Queue q  ENQUEUE[row[1], q] ← ≤ ∧ mod // a comment\n"


@pytest.mark.parametrize("text", RIGHT)
def test_every_word_of_a_right_answer_gets_a_color(text: str) -> None:
    tokens = [*PseudocodeLexer(ensurenl=False, stripnl=False).get_tokens(text)]
    assert "".join(part for _, part in tokens) == text.replace("\r\n", "\n")
    assert Error not in {kind for kind, _ in tokens}
    assert {Keyword, Name, Operator} <= {kind for kind, _ in tokens}


def test_keywords_kinds_operations_signs_and_comments_differ() -> None:
    tokens = [pair for pair in PseudocodeLexer().get_tokens(LINE)]
    kinds = {part: kind for kind, part in tokens if kind is not Whitespace}
    assert kinds["FUNCTION"] == kinds["new"] == Keyword
    assert kinds["Turn"] == Name.Function and kinds["row"] == Name
    assert kinds["Queue"] == Keyword.Type and kinds["ENQUEUE"] == Name.Builtin
    assert kinds["←"] == kinds["≤"] == kinds["∧"] == Operator
    assert kinds["mod"] == Operator.Word
    assert kinds["// a comment"] == Comment.Single


def test_a_sign_that_the_notation_does_not_have_is_text_or_an_error() -> None:
    kinds = {part: kind for kind, part in PseudocodeLexer().get_tokens("x ☃ $")}
    assert (kinds["☃"], kinds["$"]) == (Text, Error)


def test_pygments_finds_the_lexer_by_its_entry_point() -> None:
    config = ConfigParser()
    config.read(ROOT / "setup.cfg", "utf-8")
    line = config["options.entry_points"]["pygments.lexers"].strip()
    module, _, name = line.removeprefix("pseudocode = ").partition(":")
    assert getattr(import_module(module), name) is PseudocodeLexer
    assert PseudocodeLexer.aliases == ["pseudocode"]
