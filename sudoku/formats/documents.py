"""Read puzzles in JSON, or in Python lists, tuples and dictionaries."""

import ast
import re
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from json import loads
from typing import NamedTuple

from sudoku.formats.entries import Entry, FormatError, Lines, line_text
from sudoku.formats.grid_names import role_of
from sudoku.formats.kinds import is_list, strip_markup
from sudoku.formats.values import EXPECTED_ROWS, GridSearch, ItemResult, choose

MAX_DOCUMENT_BYTES = 64 * 2**20
MAX_LITERAL_CHARACTERS = 512 * 2**10  # `ast` takes 500 bytes of memory for each
MAX_NESTED_BRACKETS = 50
MAX_NAME_CHARACTERS = 1000  # in which the name before a document ends
CLOSING_BRACKETS = {"[": "]", "(": ")", "{": "}"}
OPENING_BRACKETS = {closing: opening for opening, closing in CLOSING_BRACKETS.items()}

# A list without brackets in it is one token, so that most documents are read fast. A
# string that nothing closes goes to the end of its line.
TOKEN_PATTERN = re.compile(
    r"""\s*(?:\[[^\[\](){}\#"']*\] | \([^\[\](){}\#"']*\) | [\[\](){}]
    | "(?:[^"\\\n]|\\.)*"?[\s,]* | '(?:[^'\\\n]|\\.)*'?[\s,]* | \#.*
    | [^\[\](){}\#"'\s][^\[\](){}\#"']*)""",
    re.VERBOSE,
)
# The tokens that are counted to find the lines of grids. Strings that follow each other
# are one, as in Python.
STRING_PATTERN = r'"""(?:.|\n)*?"""|"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\''
COUNTED_PATTERN = re.compile(
    rf"(?:{STRING_PATTERN})(?:\s*(?:{STRING_PATTERN}))*|[\[({{]|\#.*"
)
CALL_PATTERN = re.compile(r"\s*[\w.]+\(\s*(?=[\[(])")
START_PATTERN = re.compile(r'(\s*)(?:\w+\s*=\s*)?((?:[\[({]\s*)*)("\w+"(?=:))?')
ARRAY_PATTERN = re.compile(r"\{\s*\{")
NAMED_PATTERN = re.compile(r"\s*\w+\s*=\s*[\[({]")

TOO_LARGE = (
    f"a document of over {MAX_DOCUMENT_BYTES:,} bytes; expected its last bracket"
)
AFTER_END = "expected no bracket after the last one of a document"
EXPECTED_DOCUMENT = "a list or an object as JSON or Python writes it"
ARRAY_REFUSED = "an array in braces, as in C, is not read; expected [ and ]"
LITERAL_NODES = (
    ast.Expression,
    *(ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.Load),
    *(ast.UnaryOp, ast.USub, ast.UAdd, ast.BinOp, ast.Add, ast.Sub),
)


class DocumentError(Exception):
    """Raised for a mistake in a document.

    ``offset`` is an index in the text, and ``detail`` says what is wrong and expected.
    """

    def __init__(self, offset: int, detail: str) -> None:
        super().__init__(detail)
        self.offset = offset
        self.detail = detail


class Document(NamedTuple):
    """A list or an object as text, from its first bracket to its last.

    ``line`` and ``column`` locate the first bracket, from 1. ``name`` is the variable
    to which the value is assigned, or "".
    """

    text: str
    line: int
    column: int
    name: str

    def lines_and_columns(self, offsets: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Convert ascending ``offsets`` in `text` to ``(line, column)``, from 1."""
        line, start, last = self.line, 1 - self.column, 0
        for offset in offsets:
            line += self.text.count("\n", last, offset)
            newline = self.text.rfind("\n", last, offset)
            start = newline + 1 if newline >= 0 else start
            last = offset
            yield line, offset - start + 1


def read_documents(lines: Lines) -> Iterator[Entry]:
    """Yield the puzzles and errors of documents, up to a line that begins none."""
    is_named = False  # whether the names of documents are titles
    for document in documents(lines):
        if isinstance(document, FormatError):
            yield document
            continue
        if is_named or role_of(document.name) in ("solution", "state"):
            lines.set_title(document.name)
            is_named = True
        yield from document_puzzles(document, lines)


def document_puzzles(document: Document, lines: Lines) -> Iterator[Entry]:
    """Yield the puzzles in ``document``, and a FormatError for each mistake."""
    try:
        search = GridSearch(parse_document(document.text), document.name)
    except DocumentError as error:
        [place] = document.lines_and_columns([error.offset])
        yield FormatError(lines.name, *place, error.detail)
        return
    results = choose(search)
    offsets = result_offsets(document.text, results, search.tokens)
    for result, (line, column) in zip(results, document.lines_and_columns(offsets)):
        if result.mistake:
            yield FormatError(lines.name, line, column, result.mistake)
        else:
            yield lines.puzzle(result.cells, line)


def result_offsets(text: str, results: list[ItemResult], tokens: int) -> list[int]:
    """Return the index in ``text`` of each of ``results``, which are in text order.

    ``tokens`` is the number of brackets and strings in the parsed value. If ``text``
    has another number of them, every index is 0.
    """
    offsets = [
        token.start() for token in COUNTED_PATTERN.finditer(text) if token[0][0] != "#"
    ]
    return [
        offsets[result.token] if len(offsets) == tokens else 0 for result in results
    ]


class OpenBracket(NamedTuple):
    """A bracket that is not closed yet, with its line and column from 1."""

    bracket: str
    line: int
    column: int

    def unclosed(self, lines: Lines, column: int, other: str) -> FormatError:
        """Return the FormatError that this bracket is not closed.

        ``other`` names what comes instead, such as "the end", at ``column`` of the last
        line read from ``lines``.
        """
        expected = (
            f"expected {CLOSING_BRACKETS[self.bracket]!r} for the {self.bracket!r}"
        )
        place = f"in line {self.line}, column {self.column}"
        detail = f"{other}; {expected} {place}"
        return FormatError(lines.name, lines.number, column, detail)


class OpenDocument:
    """A document whose last bracket has not been read yet.

    It begins at ``column`` of ``text``, the line with the number ``line``. ``name`` is
    the variable to which the value is assigned, or "".
    """

    def __init__(self, text: str, line: int, column: int, name: str) -> None:
        self.name = name
        self.line = line
        self.column = column
        self.opening = opening_of(text)
        self.is_array = bool(ARRAY_PATTERN.match(text, column - 1))  # in braces
        self.parts: list[str] = []
        self.size = 0
        self.open: list[OpenBracket] = []
        self.last = ""  # the last sign outside of strings that is not a space

    def end(self, text: str, start: int, lines: Lines) -> int:
        """Add ``text`` from index ``start``, and return the index after the document.

        Return -1 if the document continues on the next line. Raise FormatError if it is
        too large or its brackets are nested too deeply.
        """
        self.size += len(text) - start
        if self.size > MAX_DOCUMENT_BYTES:
            raise lines.error(1, TOO_LARGE)
        for token in TOKEN_PATTERN.finditer(text, start, len(text.rstrip())):
            word = token[0].strip()
            if word in CLOSING_BRACKETS:
                if len(self.open) == MAX_NESTED_BRACKETS:
                    detail = (
                        f"{word!r} in {MAX_NESTED_BRACKETS} others; {EXPECTED_ROWS}"
                    )
                    raise lines.error(token.end(), detail)
                self.open.append(OpenBracket(word, lines.number, token.end()))
            elif word in OPENING_BRACKETS:
                self.open.pop()
            if word[0] != "#":
                self.last = word[-1]
            if not self.open:
                self.parts.append(text[start : token.end()])
                return token.end()
        self.parts.append(text[start:])
        return -1

    def ends_before(self, line: str) -> bool:
        """Return whether ``line`` begins another document before this one is closed.

        It does if it assigns a list to a name, if it begins like the first line, with
        two brackets or a key, or if it begins with a brace where a key is expected.
        """
        if line.lstrip()[:1] not in CLOSING_BRACKETS:
            return bool(NAMED_PATTERN.match(line))
        if line.startswith(self.opening) and len(self.opening.strip()) > 1:
            return True
        is_key = self.open[-1].bracket == "{" and self.last != ":"
        return is_key and line.lstrip()[0] == "{" and not self.is_array


def opening_of(line: str) -> str:
    """Return the indentation, brackets and first key at the start of ``line``.

    >>> opening_of('  {"puzzle": "53'), opening_of("[[5, 3"), opening_of("x = [[")
    ('  {"puzzle"', '[[', '[[')
    """
    match = START_PATTERN.match(line)
    return "".join(match.groups("")) if match else ""


def documents(lines: Lines) -> Iterator[Document | FormatError]:
    """Yield the documents in ``lines``, or a FormatError for one that is not closed.

    Other text after a document on its line is ignored. Reading stops at a line that
    does not begin a document. Raise FormatError if a document is larger than
    MAX_DOCUMENT_BYTES or its brackets are nested too deeply.
    """
    document: OpenDocument | None = None
    width = 0
    for piece in lines:
        text = line_without_marks(piece)
        if document and document.ends_before(text):
            yield document.open[-1].unclosed(lines, 1, "another puzzle")
            document = None
        if not document:
            if not text.strip():
                continue
            if not is_list(text):
                lines.push_back()
                return
        if piece[-1:] != b"\n":
            text = read_whole_line(piece, lines)
        width = len(text.rstrip())
        start = 0
        while start >= 0:
            if not document:
                start, name = find_value(text, start)
                document = OpenDocument(text, lines.number, start + 1, name)
            start = document.end(text, start, lines)
            if start >= 0:
                source = "".join(document.parts)
                yield Document(source, document.line, document.column, document.name)
                document = None
                start = skip(text, start, " \t,;)")
                rest = text[start : start + MAX_NAME_CHARACTERS]
                if rest[:1] in CLOSING_BRACKETS.values():
                    yield lines.unexpected(start + 1, rest[0], AFTER_END)
                if not is_list(rest):
                    break
    if document:
        yield document.open[-1].unclosed(lines, width + 1, "the end")


def line_without_marks(line: bytes) -> str:
    text = line_text(line)
    return strip_markup(text) if line[:1] == b">" else text


def read_whole_line(piece: bytes, lines: Lines) -> str:
    """Read the rest of a line that begins with ``piece``; return the line as text.

    Raise FormatError if it has more than MAX_DOCUMENT_BYTES.
    """
    pieces = [piece]
    size = len(piece)
    while pieces[-1][-1:] != b"\n":
        more = next(lines, b"")
        if more and not lines.bytes_before:  # the last line had no newline
            lines.push_back()
            break
        if not more:
            break
        pieces.append(more)
        size += len(more)
        if size > MAX_DOCUMENT_BYTES:
            raise lines.error(1, TOO_LARGE)
    return line_without_marks(b"".join(pieces))


def find_value(text: str, start: int) -> tuple[int, str]:
    """Return the index of a document's first bracket, and the document's name or "".

    The search begins at index ``start`` of ``text``.

    >>> find_value("grid = np.array([[5, 3", 0)
    (16, 'grid')
    """
    start = skip(text, start, " \t")
    name = ""
    if text[start] not in CLOSING_BRACKETS:
        before, equals, _ = text[start : start + MAX_NAME_CHARACTERS].partition("=")
        if equals:
            name = "".join(re.findall(r"\w+", before.partition(":")[0])[-1:])
            start += len(before) + 1
        if call := CALL_PATTERN.match(text, start):
            start = call.end()
    return skip(text, start, " \t"), name


def skip(text: str, start: int, signs: str) -> int:
    while text[start : start + 1] and text[start] in signs:
        start += 1
    return start


def parse_document(text: str) -> object:
    """Return the value of ``text``, which is JSON or a Python literal.

    Commas may be missing, as in numpy's output. Raise DocumentError for any other text.
    """
    if ARRAY_PATTERN.match(text):
        raise DocumentError(0, ARRAY_REFUSED)
    try:
        value: object = loads(text, object_pairs_hook=object_without_double_keys)
        return value
    except ValueError as error:
        offset: int = getattr(error, "pos", 0)
    if len(text) > MAX_LITERAL_CHARACTERS:
        size = f"in a document of over {MAX_LITERAL_CHARACTERS:,} characters"
        raise unexpected_word(text, offset, f"expected JSON {size}")
    mistakes = [offset]
    for tried in (text, with_commas(text)):
        try:
            return parse_literal(tried)
        except SyntaxError as error:
            mistakes.append(offset_of(text, error.lineno or 1, (error.offset or 1) - 1))
        except (ValueError, TypeError, MemoryError, RecursionError):
            pass
    raise unexpected_word(text, max(mistakes), f"expected {EXPECTED_DOCUMENT}")


def object_without_double_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value_of_key = dict(pairs)
    if len(value_of_key) < len(pairs):
        [(key, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise DocumentError(0, f"a second key {key[:20]!r}; expected one")
    return value_of_key


def parse_literal(text: str) -> object:
    """Return the value of a Python literal.

    Raise DocumentError if it has a name, a repeated key or a set, and SyntaxError if it
    is not Python.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as those about escapes
        tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree) if "{" in text else ():
        if isinstance(node, ast.Set):
            raise DocumentError(offset_of_node(text, node), ARRAY_REFUSED)
        if isinstance(node, ast.Dict):
            keys = {ast.dump(key) for key in node.keys if key}
            if len(keys) < len(node.keys):
                detail = "a key that comes twice; expected it once"
                raise DocumentError(offset_of_node(text, node), detail)
    try:
        value: object = ast.literal_eval(tree)
        return value
    except ValueError:
        others = [
            node for node in ast.walk(tree) if not isinstance(node, LITERAL_NODES)
        ]
        place = offset_of_node(text, min(others, key=node_position)) if others else 0
        raise unexpected_word(text, place, f"expected {EXPECTED_DOCUMENT}") from None


def with_commas(text: str) -> str:
    """Return ``text`` with the commas that numpy omits between numbers and lists."""
    return re.sub(r"(?<=[\d.\]])([ \t\r\n]*)[ ](?=[\d.\[])", r"\1,", text)


def offset_of(text: str, line: int, column: int) -> int:
    """Return the index in ``text`` of a ``line``, from 1, and a ``column``, from 0."""
    begin = 0
    for _ in range(min(line, text.count("\n") + 1) - 1):
        begin = text.find("\n", begin) + 1
    return min(begin + max(column, 0), len(text) - 1)


def node_position(node: ast.AST) -> tuple[int, int]:
    """Return the line of ``node``, from 1, and its column, in bytes from 0."""
    return getattr(node, "lineno", sys.maxsize), getattr(node, "col_offset", 0)


def offset_of_node(text: str, node: ast.AST) -> int:
    line, column = node_position(node)
    begin = offset_of(text, line, 0)
    before = text[begin : begin + column].encode()[:column]
    return begin + len(before.decode(errors="ignore"))


def unexpected_word(text: str, offset: int, expected: str) -> DocumentError:
    """Return a DocumentError that quotes the word at ``offset``, then ``expected``."""
    match = re.compile(r"[^\s,:\[\](){}]{1,20}|.", re.DOTALL).match(text, offset)
    word = match[0] if match else ""
    is_byte = "\udc80" <= word[:1] <= "\udcff"
    name = f"byte {ord(word[0]) & 0xFF:#04x}" if is_byte else repr(word)
    return DocumentError(offset, f"{name}; {expected}")
