"""Say which pieces of text that were left out of a function may be a part of its code.

A function that has lost such a piece is left to a person, whatever its results are.
"""

import re
from collections.abc import Iterator

from _courseware.text.documents import LeftOut
from pseudocode.reading import syntax, vocabulary
from pseudocode.reading.lines import HEADING, LINE_MARKS
from pseudocode.reading.operators import ARITHMETIC_SYMBOLS, SIGNS
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import Remark
from pseudocode.reading.vocabulary import name_key

WORD_PATTERN = re.compile(r"[^\W\d]\w*")
ASSIGNMENT = re.compile(r"[\w\])]\s*(?:←|<-|:=)")
CONSTANT = re.compile(r"\W*([^\W\d]\w*)\s*(?:←|<-|:?=)")
# Of a part of a line; in a whole line, prose has them too.
LOGICAL_SIGNS = [sign for sign in SIGNS if SIGNS[sign] not in ARITHMETIC_SYMBOLS]
CODE_SIGNS = re.compile(
    rf"[←¬{re.escape(''.join(LOGICAL_SIGNS))}\[\]{{}}]|&&|\|\||\+\+|\w\("
)
NOTATION_WORDS = {
    *vocabulary.KEYWORDS,
    *vocabulary.STRUCTURE_KINDS,
    *map(str.lower, vocabulary.OPERATIONS),
}
END_IN_WORDS = re.compile(r"(?:\bend\w*|\bend\s+\w+|\})\s*\Z", re.IGNORECASE)
WRITTEN_ENDS = ("E07 missing-end", "E174 unclear-end")
MAX_SHOWN_CHARACTERS = 60  # of a piece, in a note


def left_out_doubts(parsed: Parsed, functions: list[syntax.Function]) -> Iterator[str]:
    """Yield a note on each piece left out of ``functions`` that may be code.

    ``functions`` are those that run when one of them is called. A line outside all
    functions counts if it may set a constant that they use. If indentation shows where
    a block ends, marks that were removed at only some of the lines count too.
    """
    source = parsed.source
    handout = source.handout
    all_functions = parsed.program.functions
    function_keys = {name_key(function.name) for function in all_functions}
    function_keys |= {*handout.kinds, *handout.short_keys}
    ranges = [_line_range(parsed, function) for function in all_functions]
    outer_pieces = [
        piece
        for piece in source.left_out
        if not any(first <= piece.line < end for first, end in ranges)
    ]
    for function in functions:
        first, end = _line_range(parsed, function)
        text = source.text[function.offset : function.end]
        words = {*map(name_key, WORD_PATTERN.findall(text))}
        pieces = [piece for piece in source.left_out if first <= piece.line < end]
        for piece in pieces:
            if _may_be_code(piece, function_keys | words):
                yield str(_piece_remark(parsed, piece))
        if mark := _uneven_mark(parsed, function, pieces):
            some = f"only some lines of {function.name} have a {mark.reason}"
            unclear = f"{some}, so their indentation is unclear"
            yield str(Remark(source.name, mark.line, 1, unclear))
        variables = [*function.parameters, *syntax.assigned_names(function.body)]
        constants = words - {*map(name_key, variables)}
        for piece in outer_pieces:
            constant = CONSTANT.match(piece.text)
            if constant and name_key(constant[1]) in constants:
                yield str(_piece_remark(parsed, piece))


def _line_range(parsed: Parsed, function: syntax.Function) -> tuple[int, int]:
    """Return the first line of ``function``, and that below the last, from 1.

    If its end is not in words, blank lines below it belong to it: they may have had
    text that was left out.
    """
    source = parsed.source
    first, end = source.line_range(function.offset, function.end)
    if not END_IN_WORDS.search(source.text, 0, function.end):
        lines = source.text.split("\n")
        while end < len(lines) and not lines[end].strip():
            if end + 1 in source.tasks:
                break
            end += 1
    return first + 1, end + 1


def _may_be_code(piece: LeftOut, names: set[str]) -> bool:
    """Return whether ``piece`` may be code of a function that uses ``names``.

    ``names`` are name keys. A line without letters is none, and one with a word that
    the function does not use could only call an unknown function. A part of a line is
    code if it has a sign or any word of code, or no word at all.
    """
    words = WORD_PATTERN.findall(piece.text)
    if piece.is_line and piece.reason == HEADING:
        words = words[1:]  # "Q" may be a variable
    known_words = [word for word in words if name_key(word) in names | NOTATION_WORDS]
    if piece.is_line:
        assigns = ASSIGNMENT.search(piece.text) is not None
        return bool(words) and (len(known_words) == len(words) or assigns)
    return bool(known_words) or not words or CODE_SIGNS.search(piece.text) is not None


def _uneven_mark(
    parsed: Parsed, function: syntax.Function, pieces: list[LeftOut]
) -> LeftOut | None:
    """Return a mark in ``function`` if only some lines below its header had one.

    ``pieces`` are the pieces left out of it. Return None too if its blocks have their
    ends in words, since columns mean nothing then.
    """
    marks = [piece for piece in pieces if piece.reason in LINE_MARKS]
    if not marks or not _has_written_end(parsed, function):
        return None
    source = parsed.source
    first, end = source.line_range(function.offset, function.end)
    if END_IN_WORDS.search(source.text, 0, function.end):
        end -= 1
    lines = source.text.split("\n")
    used_lines = {k + 1 for k in range(first + 1, end) if lines[k].strip()}
    marked_lines = {piece.line for piece in marks}
    if used_lines <= marked_lines:
        return None
    return next((piece for piece in marks if piece.line in used_lines), None)


def _has_written_end(parsed: Parsed, function: syntax.Function) -> bool:
    """Return whether indentation shows where a block in ``function`` ends."""
    slips = parsed.remarks_within(function, parsed.notes)
    ends = [slip.message for slip in slips if slip.code in WRITTEN_ENDS]
    return any("'end function'" not in message for message in ends)


def _piece_remark(parsed: Parsed, piece: LeftOut) -> Remark:
    text = piece.text[:MAX_SHOWN_CHARACTERS]
    description = f"'{' '.join(text.split())}'" if text else "a picture"
    message = f"{description} may be code, but is not read as such ({piece.reason})"
    return Remark(parsed.source.name, piece.line, 1, message)
