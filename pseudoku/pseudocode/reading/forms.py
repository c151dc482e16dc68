"""Forms of other notations, such as ``set|let PLACE to|be VALUE``, and their reader.

A form is a row of parts with spaces between them. A part in capitals is a key of
`PARTS`; any other is a word or a sign, or several of which one is read. A ``?`` after
them says that they may be missing, a ``*`` that there may be several.
"""

from collections.abc import Callable, Iterable

from pseudoku.pseudocode.reading import syntax, words
from pseudoku.pseudocode.reading.cursor import Cursor, Misread
from pseudoku.pseudocode.reading.expressions import BRACKETS, expression, postfixed


class Found:
    """What was read in a form, in the order of the text."""

    def __init__(self, form: str, at: int, wrong: str) -> None:
        self.form = form
        self.at = at
        self.wrong = wrong  # the diagnosis of a part that is not here
        self.words: list[str] = []  # and signs
        self.names: list[str] = []
        self.values: list[syntax.Expression] = []
        self.places: list[syntax.Target] = []
        self.kind = ""


def matched(cursor: Cursor, forms: Iterable[str], wrong: str) -> Found:
    """Read the first of ``forms`` that is here.

    Raise Misread if none is, at the furthest place that one of them reached.
    """
    mark = cursor.mark()
    mistakes: list[Misread] = []
    for form in forms:
        found = Found(form, cursor.at, wrong)
        try:
            for part in form.split():
                read_part(cursor, part, found)
            return found
        except Misread as mistake:
            mistakes.append(mistake)
        cursor.back(mark)
    raise max(mistakes, key=lambda one: one.at)


def read_part(cursor: Cursor, part: str, found: Found) -> None:
    if part in PARTS:
        PARTS[part](cursor, found)
        return
    choice = part.rstrip("?*").split("|")
    wanted = is_here(cursor, choice)
    if not wanted and part[-1] not in "?*":
        cursor.misread(found.wrong, expected=f"'{choice[0]}'")
    while wanted:
        found.words.append(cursor.word if cursor.kind == "name" else cursor.kind)
        cursor.advance()
        wanted = part.endswith("*") and is_here(cursor, choice)


def is_here(cursor: Cursor, choice: list[str]) -> bool:
    """Return whether one of the words or signs in ``choice`` is here."""
    if cursor.kind == "name":
        return cursor.word in choice and not cursor.is_below
    return cursor.kind in choice or cursor.text in choice


def name(cursor: Cursor, found: Found) -> None:
    found.names.append(cursor.text)
    if cursor.kind != "name":
        cursor.misread(found.wrong, expected="a variable")
    cursor.advance()


def same(cursor: Cursor, found: Found) -> None:
    """Read the first name of the form again."""
    if cursor.text != found.names[0]:
        cursor.misread(found.wrong, expected=f"'{found.names[0]}'")
    cursor.advance()


def kind(cursor: Cursor, found: Found) -> None:
    word = cursor.word
    if word not in words.KINDS and found.words[-1:] == ["new"]:
        if word := words.nearest_word(word, words.KINDS):
            cursor.slip("misspelt", word=words.KINDS[word])
    if word not in words.KINDS:
        cursor.misread("no-kind", kinds=", ".join(words.KINDS.values()))
    found.kind = words.KINDS[word]
    cursor.advance()


def size(cursor: Cursor, found: Found) -> None:
    """Read a length in brackets, empty brackets, or nothing."""
    if cursor.kind in BRACKETS and not cursor.is_first:
        closing = BRACKETS[cursor.kind]
        found.words.append(cursor.kind)
        cursor.advance()
        if cursor.kind != closing:
            value(cursor, found)
        cursor.expect(closing, "after the length")


def places(cursor: Cursor, found: Found) -> None:
    """Read variables or elements with commas between them."""
    place(cursor, found)
    while cursor.take(","):
        place(cursor, found)


def place(cursor: Cursor, found: Found) -> None:
    target = postfixed(cursor)
    if not isinstance(target, syntax.Name | syntax.Select):
        cursor.misread(found.wrong, expected="a variable")
    found.places.append(target)


def value(cursor: Cursor, found: Found) -> None:
    found.values.append(expression(cursor))


def sum_(cursor: Cursor, found: Found) -> None:
    found.values.append(expression(cursor, syntax.SUM))


def several(cursor: Cursor, found: Found) -> None:
    """Read values with commas, or ``and``, between them."""
    sum_(cursor, found)
    while cursor.kind in (",", "∧"):
        cursor.advance()
        _ = cursor.take("∧")
        sum_(cursor, found)


PARTS: dict[str, Callable[[Cursor, Found], None]] = {
    **{"NAME": name, "SAME": same, "KIND": kind, "SIZE": size, "PLACE": place},
    **{"PLACES": places, "VALUE": value, "SUM": sum_, "SEVERAL": several},
}
