"""Write marks.csv, given-todo.csv and unmatched.csv."""

import csv
from collections.abc import Iterable
from io import StringIO
from unicodedata import normalize

from marking.intake.roster import GIVEN_COLUMNS
from marking.intake.submission import Unmatched
from marking.marks import Result
from marking.rubric import Rubric


def marks_csv(rubric: Rubric, results: list[Result]) -> str:
    """Return marks.csv: one row per student, with the marks of each criterion."""
    criteria = [part.id for part in rubric.criterion]
    head = ["id", "name", "status", *criteria, "raw", "late_days", "most"]
    rows = [[*head, "deductions", "mark", "notes"]]
    for result in results:
        late_days = "" if result["raw"] is None else str(result["late_days"])
        row = [result["id"], _safe_cell(result["name"]), result["status"]]
        row += [format_number(part["marks"]) for part in result["criteria"]]
        row += [format_number(result["raw"]), late_days, format_number(result["most"])]
        row += [" ".join(result["deductions"]), format_number(result["mark"])]
        row.append(_safe_cell("; ".join(result["notes"])))
        rows.append(row)
    return _format_csv(rows)


def given_todo_csv(results: list[Result]) -> str:
    """Return a CSV table to fill in: a row for each mark that a person must give.

    The last cell of a row is the number of words of the answer, if known.
    """
    rows = []
    for result in results:
        word_counts = dict(note.partition(": ")[::2] for note in result["notes"])
        for part in result["criteria"]:
            if result["status"] == "manual" and part["marks"] is None:
                word_count = word_counts.get(part["id"], "")
                rows.append([result["id"], part["id"], "", "", "", word_count])
    return _format_csv([list(GIVEN_COLUMNS), *rows])


def unmatched_csv(unmatched: list[Unmatched]) -> str:
    """Return a CSV table of the files that match no student, with the reasons."""
    rows = [[_safe_cell(entry.path), _safe_cell(entry.why)] for entry in unmatched]
    return _format_csv([["path", "why"], *rows])


def _format_csv(rows: Iterable[list[str]]) -> str:
    stream = StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue()


def format_number(number: float | None) -> str:
    """Return a number as the text of a cell, with up to six decimals, or "" for None.

    >>> format_number(11.7), format_number(3), format_number(None)
    ('11.7', '3', '')
    """
    return "" if number is None else f"{number:.6f}".rstrip("0").rstrip(".")


def _safe_cell(text: str) -> str:
    """Return ``text`` such that a spreadsheet neither evaluates nor hides any of it.

    >>> _safe_cell("=1+1"), _safe_cell("\\uff1d1+1"), _safe_cell("a\\x07\\u202eb")
    ("'=1+1", "'\uff1d1+1", 'a\\\\x07\\\\u202eb')
    """
    characters = []
    for character in text:
        is_shown = character.isprintable()
        characters.append(character if is_shown else ascii(character)[1:-1])
    escaped = "".join(characters)
    first_sign = normalize("NFKC", text.lstrip()[:1])
    if first_sign in ("=", "+", "-", "@") or not text[:1].isprintable():
        return f"'{escaped}"
    return escaped
