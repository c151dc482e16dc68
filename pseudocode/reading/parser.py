"""Parse the text of a program into functions and the statements outside them."""

import re
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field
from textwrap import dedent

from _courseware.terminal.messages import plural
from _courseware.text.documents import LeftOut
from pseudocode.reading import notation, spelling, statements, syntax, vocabulary
from pseudocode.reading.advice import MAX_ERRORS, MAX_NOTES, make_remark
from pseudocode.reading.cursor import Cursor, MistakeLimitError
from pseudocode.reading.handout import NO_HANDOUT, Handout
from pseudocode.reading.source import PseudocodeError, Remark, Source

# Signs of languages that are not read. A text with none of the words has no sign; words
# are found faster than a pattern is compiled.
FOREIGN_LANGUAGES = {
    "LaTeX": ("\\", r"\\begin\{|\\(?:State|Function|If|For|While|Return|Procedure)\b"),
    "Java": (
        "public private protected System.out >( int[]",
        r"\b(?:public|private|protected)\s+(?:static\b|class\b|[\w\[\]]+\s+\w+\()"
        r"|System\.out|new\s+\w+<\w*>\(|\bint\[\]",
    ),
    "C": (
        "#include int malloc -> std::",
        r"#include\b|\bint\s*\*|\*\w+\s*=\s*malloc|->\w+|\bint\s+\w+\[\d*\]"
        r"|std::|printf\(",
    ),
    "JavaScript": (
        "=> const === console.log",
        r"=>\s*\{|\bconst\s+\w+\s*=|[^=]===[^=]|console\.log",
    ),
    "Haskell": ("::", r"(?m)^\w+\s*::[^\n]*->"),
}
MAX_NAMES = 3  # of unreadable functions in one message
MAX_SCANNED_CHARACTERS = 200_000  # characters
# What a text that looks like Python has if it is in the module's notation.
MODULE_CALL = re.compile(rf"\b(?:{'|'.join(vocabulary.OPERATIONS)}|Vector|Array)\(")


@dataclass(eq=False)
class Parsed:
    """The result of parsing: a program, with notes and errors.

    ``notes`` are about text that was understood but is not in the course's notation;
    ``errors`` are about text that could not be parsed, and ``stop_reasons`` are those
    that say why the rest is not read. If there are functions, the errors outside them
    are the ``remarks_outside``. ``unclear_headers`` are the lines that are read as
    calls and may be headers, by the names there.
    """

    source: Source
    program: syntax.Program
    notes: list[Remark] = field(default_factory=list)
    errors: list[Remark] = field(default_factory=list)
    remarks_outside: list[Remark] = field(default_factory=list)
    stop_reasons: list[Remark] = field(default_factory=list)
    unclear_headers: dict[str, int] = field(default_factory=dict)

    def valid_program(self, strict: bool = False) -> syntax.Program:
        """Return the program. Raise PseudocodeError if there are errors.

        If ``strict``, notes and errors outside functions also count as errors.
        """
        refused = self.errors
        if strict:
            refused = sorted(
                self.errors + self.remarks_outside + self.notes, key=_remark_position
            )
        if refused:
            raise PseudocodeError(refused)
        return self.program

    def remarks_within(
        self, function: syntax.Function, remarks: list[Remark]
    ) -> list[Remark]:
        """Return those of ``remarks`` whose position is in the text of ``function``."""
        first, last = map(self.source.line_and_column, (function.offset, function.end))
        return [
            remark
            for remark in remarks
            if first <= (remark.line, remark.column) <= last
        ]

    def unreadable_functions(self) -> list[syntax.Function]:
        """Return the functions with errors in their text."""
        return [
            function
            for function in self.program.functions
            if self.remarks_within(function, self.errors)
        ]

    def replace_functions(self, functions: list[syntax.Function]) -> "Parsed":
        """Return a copy in which ``functions`` replace those with the same offset.

        The copy has no notes and no errors.
        """
        new_functions = {function.offset: function for function in functions}
        all_functions = [
            new_functions.get(function.offset, function)
            for function in self.program.functions
        ]
        program = syntax.Program(all_functions, self.program.statements)
        return Parsed(self.source, program)

    def select_functions(self, called: Iterable[str]) -> "Parsed":
        """Return a Parsed with the error-free functions, if ``called`` need no others.

        ``called`` are names of functions. Raise PseudocodeError if one of them, or a
        function that they call, has errors. If the text outside functions has no
        errors, return this Parsed unchanged, or raise PseudocodeError for any error in
        it.
        """
        if not self.remarks_outside:
            self.valid_program()
            return self
        functions = self.program.functions
        unreadable = self.unreadable_functions()
        function_by_key = {vocabulary.name_key(f.name): f for f in functions}
        needed_keys = [vocabulary.name_key(name) for name in called]
        for key in needed_keys:  # which grows meanwhile
            if function := function_by_key.get(key):
                calls = syntax.walk_calls(function)
                called_keys = {vocabulary.name_key(call.name) for call in calls}
                needed_keys += called_keys - {*needed_keys}
        for function in unreadable:
            if vocabulary.name_key(function.name) in needed_keys:
                raise PseudocodeError(self.remarks_within(function, self.errors))
        if len(unreadable) == len(functions):
            raise PseudocodeError(self.errors)
        readable = [function for function in functions if function not in unreadable]
        program = syntax.Program(readable, self.program.statements)
        selected = Parsed(self.source, program, remarks_outside=self.remarks_outside)
        for function in readable:
            selected.notes += self.remarks_within(function, self.notes)
        return selected

    def skipped_summary(self) -> str:
        """Return a line such as ``left out 3 lines outside the functions``, or ""."""
        if not self.remarks_outside:
            return ""
        text_lines = self.source.text.split("\n")
        lines = {k for k, line in enumerate(text_lines) if line.strip()}
        for function in self.program.functions:
            lines -= {*range(*self.source.line_range(function.offset, function.end))}
        amount = plural(len(lines), "line") if lines else "parts of lines"
        note = f"left out {amount} outside the functions"
        names = [function.name for function in self.unreadable_functions()]
        if names:
            note += f"; could not read {', '.join(names[:MAX_NAMES])}"
        if len(names) > MAX_NAMES:
            note += ", ..."
        return note


def _remark_position(remark: Remark) -> tuple[int, int]:
    return remark.line, remark.column


def parse(
    text: str,
    name: str = "pseudocode",
    cased: bool = False,
    handout: Handout = NO_HANDOUT,
    left_out: Iterable[LeftOut] = (),
    pages: Iterable[int] = (),
) -> Parsed:
    """Parse ``text`` in the course's notation, or in a variant that students use.

    ``name`` is the file name for messages. Unless ``cased``, names in a function that
    differ only in case are the same. ``handout`` is what the text answers, ``left_out``
    what the reader of the file did not put into ``text``, and ``pages`` are the first
    lines of pages. Errors are not raised but recorded in the result.

    >>> parsed = parse("x = 2", "answer")
    >>> parsed.program.statements
    [Assign(target=Name(name='x'), value=Literal(value=2))]
    >>> parsed.notes
    [<answer:1:3: '=' compares; to assign, write x ← 2>]
    """
    source = Source(text, name, handout, left_out=left_out, pages=pages)
    parsed = Parsed(source, syntax.Program([], []))
    cursor = Cursor(source)
    try:
        _parse_program(cursor, parsed.program)
    except MistakeLimitError:
        cursor.tokens.stop("too-many-mistakes", cursor.stop_offset, MAX_ERRORS)
    if _reject_foreign_language(cursor, parsed):
        return parsed
    if cursor.has_empty_lists:
        for function in parsed.program.functions:
            statements.resolve_list_kinds(function.body, handout)
        statements.resolve_list_kinds(parsed.program.statements, handout)
    for offset, text, word in spelling.correct_names(
        parsed.program, handout, cased, cursor.undeclared, cursor.called_functions
    ):
        if text.lower() == word.lower():
            cursor.add_note("letter-case", offset, text=text, word=word)
        # The hand-out has the short names, too.
        elif vocabulary.name_key(text) not in handout.short_keys:
            cursor.add_note("near-name", offset, text=text, word=word)
    parsed.stop_reasons = cursor.tokens.stop_reasons
    parsed.unclear_headers = cursor.tokens.unclear_headers
    parsed.errors = sorted([*cursor.errors, *parsed.stop_reasons], key=_remark_position)
    notes = [*cursor.notes, *cursor.tokens.corrected_keywords.values()]
    parsed.notes = _deduplicate(sorted(notes, key=_remark_position))
    _drop_unparsed(parsed, cursor.remarks_outside)
    if len(parsed.notes) > MAX_NOTES:
        limit = f"{MAX_NOTES:,}"
        remark = make_remark(source, len(source.text), "too-many-notes", most=limit)
        parsed.notes[MAX_NOTES:] = [remark]
    return parsed


def _deduplicate(notes: list[Remark]) -> list[Remark]:
    """Return ``notes`` with only the last of repeated notes on one operation."""
    last_by_key: dict[tuple[int, int, str], Remark] = {}
    keys: list[tuple[int, int, str]] = []
    for note in notes:
        words = re.split(r"; write (\w+)", note.message)[:2]
        keys.append((note.line, note.column, str(words).lower()))
        last_by_key[keys[-1]] = note
    return [
        note
        for note, key in zip(notes, keys)
        if "other" not in note.code or last_by_key[key] is note
    ]


def _drop_unparsed(parsed: Parsed, outside: list[Remark]) -> None:
    """Drop the statements outside functions if there are errors in the text there.

    ``outside`` are these errors. Constants are kept. If the text has no functions,
    ``outside`` is added to the program's errors instead.
    """
    program = parsed.program
    if not program.functions:
        parsed.errors = sorted([*parsed.errors, *outside], key=_remark_position)
    elif outside:
        parsed.remarks_outside = outside
        constants = syntax.constant_values(program.statements)
        program.statements = [
            statement
            for statement in program.statements
            if isinstance(statement, syntax.Assign)
            and isinstance(statement.target, syntax.Name)
            and statement.target.name in constants
        ]
        notes: dict[Remark, None] = {}  # each once, in a fixed order
        for function in program.functions:
            notes |= dict.fromkeys(parsed.remarks_within(function, parsed.notes))
        parsed.notes = sorted(notes, key=_remark_position)


def _reject_foreign_language(cursor: Cursor, parsed: Parsed) -> bool:
    """Record an error for each function written in a programming language.

    If no function is one of the hand-out's and the whole text is in such a language,
    drop the program and return True.
    """
    source = parsed.source
    program = parsed.program
    lines = source.original.split("\n")
    for function in program.functions:
        first, after = source.line_range(function.offset, function.end)
        language, line_index = _detect_language("\n".join(lines[first:after]))
        if language:
            error = _foreign_language_error(source, language, first + line_index)
            cursor.errors.append(error)
    if any(source.handout.recognizes(function.name) for function in program.functions):
        return False
    language, line_index = _detect_language(source.original)
    if language:
        parsed.program = syntax.Program([], [])
        parsed.errors = parsed.stop_reasons = [
            _foreign_language_error(source, language, line_index)
        ]
    return language != ""


def _foreign_language_error(source: Source, language: str, line: int) -> Remark:
    start = source.line_start(line)
    text = source.text[start:].partition("\n")[0]
    offset = start + len(text) - len(text.lstrip())
    return make_remark(source, offset, "other-language", language=language)


def _detect_language(text: str) -> tuple[str, int]:
    """Return the programming language of ``text``, and the first line that shows it.

    The line counts from 0. Return ``("", 0)`` for pseudocode or prose.

    >>> _detect_language("public static int f(int[] row) { return row[0]; }")
    ('Java', 0)
    >>> _detect_language("function F(a) return a end function")
    ('', 0)
    """
    start = text[:MAX_SCANNED_CHARACTERS]
    for language, (signs, pattern) in FOREIGN_LANGUAGES.items():
        if any(sign in start for sign in signs.split()):
            if match := re.search(pattern, start):
                return language, start.count("\n", 0, match.start())
    offset = start.find("def ")
    if offset >= 0 and _is_python(start):
        return "Python", start.count("\n", 0, offset)
    return "", 0


def _is_python(text: str) -> bool:
    """Return whether ``text`` is Python code, and not pseudocode in Python's syntax.

    Text that calls an ADT operation, or whose positions count from 1, is pseudocode.

    >>> _is_python("def F(row, p):\\n    return row[p:] + row[:p]")
    True
    >>> _is_python("def F(row):\\n    for i in range(1, 5):\\n        s.push(row[i])")
    False
    """
    import ast  # 5 ms, which few texts need

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(dedent(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return not MODULE_CALL.search(text) and _index_bases(text) != {"1"}


def _index_bases(text: str) -> set[str]:
    """Return the numbers from which ``text`` counts positions: "0", "1", both or none.

    For ``v[i]``, this is the first value of ``i`` in its ``for i in range(…)``.
    """
    first = {"0": "0", "-1": "0", "4": "1"}
    for name, start, more in re.findall(r"for (\w+) in range\(([^,)]*)(,?)", text):
        start = start.strip() if more else "0"
        if first.setdefault(name, start) != start:
            first[name] = ""
    positions = re.findall(r"(?<=[\w\])])\[\s*(-?\w+)\s*\]", text)
    return {first.get(index, "") for index in positions} & {"0", "1"}


def _add_pascal_return(cursor: Cursor, function: str, body: syntax.Block) -> None:
    """Append a return if ``body`` assigns to the ``function`` name, as in Pascal."""
    for statement in syntax.walk_statements(body):
        match statement:
            case syntax.Assign(target=syntax.Name(name=name), value=value):
                if name == function:
                    right = f"return {notation.expression_text(value)}"
                    cursor.add_note("other-form", statement.offset, right=right)
                    body.append(
                        syntax.Return(
                            statement.offset, syntax.Name(statement.offset, name)
                        )
                    )
                    return


def _parse_program(cursor: Cursor, program: syntax.Program) -> None:
    """Parse the whole text, and add its functions and statements to ``program``.

    Raise MistakeLimitError if too much of a text without a function cannot be read.
    """
    has_functions = any(section.is_function for section in cursor.sections)
    for section in cursor.sections:
        cursor.move_to(section.first)
        if section.is_function:
            program.functions.append(_parse_function(cursor))
            continue
        if program.functions:
            statements.skip_line_end(cursor)  # behind the end of the function
        _parse_outside_functions(cursor, program.statements, has_functions)


def _parse_outside_functions(
    cursor: Cursor, block: syntax.Block, has_functions: bool
) -> None:
    """Parse statements up to the end of the text, and add them to ``block``.

    Their errors become remarks, because only what is in functions must be readable.
    Raise MistakeLimitError if there are too many, and the text has no function.
    """
    error_count = len(cursor.errors)
    while cursor.kind != "end of text":
        start = cursor.offset
        if cursor.kind == "function":
            cursor.statement_start = cursor.index
            cursor.recover(lambda: _no_header(cursor))
        else:
            statements.parse_statement_into(cursor, block)
        cursor.remarks_outside += cursor.errors[error_count:]
        del cursor.errors[error_count:]
        if len(cursor.remarks_outside) > MAX_ERRORS and not has_functions:
            del cursor.remarks_outside[MAX_ERRORS:]
            cursor.stop_offset = start
            raise MistakeLimitError


def _parse_function(cursor: Cursor) -> syntax.Function:
    """Parse a function and return it; the word ``function`` may be missing."""
    offset = cursor.offset
    cursor.statement_start = cursor.index
    error_count = len(cursor.errors)
    has_keyword = cursor.accept("function")
    outer_variables = cursor.variables
    cursor.variables = {}
    cursor.declared = {}
    cursor.is_lost = False
    name = cursor.recover(lambda: _parse_function_name(cursor), "end") or ""
    parameters: list[str] = []
    if name:
        parsed = cursor.recover(lambda: _parse_parameters(cursor, name), "end")
        parameters = parsed or []
    if not has_keyword:
        header = f"function {name}({', '.join(parameters)})"
        cursor.add_note("other-form", offset, right=header)
    body = statements.parse_block(cursor)
    if name.lower() in cursor.variables:
        _add_pascal_return(cursor, name, body)
    cursor.variables = outer_variables
    statements.parse_end(cursor)
    while cursor.kind != "end of text":  # only after a mistake
        statements.parse_statement_into(cursor, body)
    end = cursor.previous_end
    if cursor.is_lost and len(cursor.errors) == error_count:
        error = make_remark(cursor.source, end, "no-statement", found="end")
        cursor.errors.append(error)
    if cursor.declared:
        _reject_unmade_structures(cursor, body)
    return syntax.Function(offset, name, parameters, body, end)


def _reject_unmade_structures(cursor: Cursor, body: syntax.Block) -> None:
    """Record an error for each structure that ``var`` declares but ``body`` lacks."""
    assigned = {name.lower() for name in syntax.assigned_names(body)}
    for name in cursor.declared.keys() - assigned:  # Pascal's var makes none
        offset, kind = cursor.declared[name]
        remark = make_remark(cursor.source, offset, "declared", kind=kind, name=name)
        cursor.errors.append(remark)


def _no_header(cursor: Cursor) -> None:
    """Raise ParseError for a ``function`` without a complete header."""
    cursor.advance()
    _parse_parameters(cursor, _parse_function_name(cursor))


def _parse_function_name(cursor: Cursor) -> str:
    if cursor.kind != "name":
        cursor.fail("header-name")
    name = cursor.text
    cursor.advance()
    return name


def _parse_parameters(cursor: Cursor, function: str) -> list[str]:
    """Parse the parameters of ``function``, declare them, and return their names."""
    cursor.expect("(", "before the parameters, as in function F(a, b)")
    names = [] if cursor.kind == ")" else [_parse_parameter(cursor)]
    while cursor.accept(",") or cursor.accept(";"):
        names.append(_parse_parameter(cursor))
    cursor.expect(")", "after the parameters")
    _skip_after_parameters(cursor)
    kinds = cursor.source.handout.kinds.get(vocabulary.name_key(function), ())
    for name in names:
        cursor.declare(name, "")
    keys = [name.lower() for name in names]
    cursor.variables = dict.fromkeys(keys, "") | dict(zip(keys, kinds))
    return names


def _parse_parameter(cursor: Cursor) -> str:
    """Parse a parameter and return its name; a type before or after it is skipped."""
    if cursor.kind == "name" and cursor.next_kind == "name":
        cursor.note_and_skip("type")
    name = cursor.text
    if cursor.kind != "name":
        cursor.fail("header-name")
    cursor.advance()
    if cursor.kind == ":" and cursor.next_kind == "name":
        cursor.note_and_skip("type")
        while cursor.kind not in (",", ";", ")") and not cursor.is_first:
            cursor.advance()
    return name


def _skip_after_parameters(cursor: Cursor) -> None:
    """Skip a result type after the parameters, and a symbol such as ``:``.

    Variable declarations of Pascal (``var``) are skipped too, and recorded.
    """
    if cursor.word == "returns" and not cursor.is_first:  # a type, or return x
        one = "return x on a line of its own"
        cursor.fail("two-readings", one=one, two="// returns x")
    third = cursor.peek(2)
    is_last = third.starts_line or third.kind in (":", "begin", ";")
    is_name = cursor.next_kind == "name" and not cursor.next.starts_line
    if cursor.kind in (":", "→") and is_name and is_last:
        cursor.note_and_skip("type")
        cursor.advance()
    if cursor.kind in (":", "do", "then", ";"):
        cursor.note_and_skip("needless")
    if cursor.word == "var" and "begin" in cursor.kinds:
        cursor.add_note("type")
        cursor.advance()
        _skip_declarations(cursor)


def _skip_declarations(cursor: Cursor) -> None:
    """Skip declarations such as ``s, t: Stack;`` before ``begin``, and record them."""
    offsets: dict[str, int] = {}  # of the names in the declaration so far
    while cursor.kind not in ("begin", "end of text"):
        if cursor.word in vocabulary.STRUCTURE_KINDS:
            kind = vocabulary.STRUCTURE_KINDS[cursor.word]
            for name, offset in offsets.items():
                cursor.declared[name] = offset, kind
        elif cursor.kind == ";":
            offsets = {}
        elif cursor.kind == "name":
            offsets[cursor.word] = cursor.offset
        cursor.advance()
