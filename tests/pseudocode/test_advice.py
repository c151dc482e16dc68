"""The table of diagnoses: each has a code of its own, and each is used."""

import json
import re
import textwrap
from collections.abc import Iterator

import pytest

from pseudocode.reading.advice import DIAGNOSES, MAX_QUOTED_CHARACTERS, message
from pseudoku.cli import main
from pseudoku.reference import parse
from tests.places import GOLDEN
from tests.pseudocode.files import Captured, File

LIMITS = {"too-deep", "too-long", "too-many-mistakes", "too-many-notes"}


def shown() -> Iterator[tuple[str, str, str]]:
    """Each code with its name, an example, and what is said about it."""
    text = (GOLDEN / "pseudocode_advice.txt").read_text("utf-8")
    for entry in re.split(r"\n(?=E\d)", text.strip()):
        code, *example, said = entry.split("\n")
        yield code, textwrap.dedent("\n".join(example)), said


def test_a_code_keeps_its_meaning() -> None:
    """A code may be added to the list; none may leave it or change its name."""
    listed = [code for code, _, _ in shown()]
    assert listed == [f"{one.code} {one.name}" for one in DIAGNOSES.values()]


@pytest.mark.parametrize(("code", "example", "said"), [*shown()])
def test_each_code_is_shown_with_its_place_and_its_words(
    code: str, example: str, said: str
) -> None:
    _, name = code.split()
    parsed = parse(example, "")
    remarks = [str(one) for one in parsed.errors + parsed.notes if one.code == code]
    if name in LIMITS:  # an example would be too long
        remarks = [f":{DIAGNOSES[name].problem}; {DIAGNOSES[name].remedy}"]
    assert f":{said}" in remarks


def test_a_message_repeats_only_the_beginning_of_a_long_text() -> None:
    long = "x" * 5000
    (error,) = parse(f"new Queue {long} y").errors
    for text in (error.message, message("misspelt", text=long, word="end")):
        assert len(text) < MAX_QUOTED_CHARACTERS + 100


def test_remarks_as_json_have_the_code(file: File, capsys: Captured) -> None:
    program = file("if a == 1 then\n  b ← 1\n")
    assert main(["judge", program, "--json", "-q"]) == 1
    remarks = json.loads(capsys.readouterr().out)["remarks"]
    assert [one["code"] for one in remarks] == ["E02", "E07"]
    assert remarks[1] == {
        "code": "E07",
        "name": "missing-end",
        "file": program,
        "line": 2,
        "column": 8,
        "message": "no 'end if' for the 'if' of line 1; add it after this",
    }
    assert main(["run", file("x = 1"), "--json", "-q"]) == 0
    (note,) = json.loads(capsys.readouterr().out)["notes"]
    assert (note["code"], note["name"]) == ("E18", "equals-sign")
