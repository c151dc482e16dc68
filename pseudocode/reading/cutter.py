"""Split a text into functions and the text between them, and complete missing ends.

A function extends to the ``end function`` if its ends match its blocks. If an end is
missing, indentation shows where each block ends, and the missing ends are inserted into
the tokens. Where indentation is unclear, a note says so.

The evidence, strongest first: an ``end``, indentation, a blank line or a heading, and
the form of a line.
"""

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from _courseware.text.documents import LeftOut
from pseudocode.reading import operators, spelling, vocabulary
from pseudocode.reading.advice import MAX_NOTES, make_remark
from pseudocode.reading.source import Remark, Source
from pseudocode.reading.tokens import BLANK_LINE, Token, Tokens, closers

OPERATORS = {*operators.PRECEDENCE, "//", "←", ",", "."}
# A line that begins with one of these continues the line above, and a line below one
# that ends with an operator continues it.
CONTINUES_ABOVE = {*OPERATORS, "(", "[", ")", "]", "{", "then", "do", ":", ";"}
CONTINUES_BELOW = {*OPERATORS, "¬", "(", "["}
BETWEEN_STATEMENTS = (":", ";", "then", "do", "{")
# Tokens that may begin or end a block, or that are around its statements.
STRUCTURE = {*vocabulary.STARTERS, "else", "end", "then", "do", ":", "{", "}", "(", "["}
BEGIN = ("begin", "Begin", "BEGIN")
BEFORE_A_STATEMENT = ("then", "do", "else", ";", ":", "{")
VALUES = ("number", "string", ")", "]", "true", "false", "null")
# A name before one of these begins an assignment or a call, and is no misspelt keyword.
BEHIND_A_NAME = ("←", "=", "[", "(", ".", "++", "+=", "-=", "−")
MAX_NAME_TOKENS = 4  # of the name in a header, with hyphens in it
MAX_REMARK_LINES = 100  # below a function, that are searched for code
REMARK = "remark below the last statement"
MAX_INNER_FUNCTIONS = 20
MAX_OPEN_BLOCKS = 100  # that are searched for the one that an end belongs to


class Part(NamedTuple):
    """A section of a token list: a function, or the text between two functions.

    It starts at the index ``first`` and extends to the next token "end of text".
    """

    first: int
    is_function: bool


class Unbalanced(Exception):
    """Raised if the ends in a text do not match its blocks."""


def cut(source: Source, tokens: Tokens) -> list[Part]:
    """Split ``tokens`` into functions and the text between, and return these sections.

    ``tokens`` is changed: missing ends of blocks are inserted, and each section gets a
    token "end of text". Notes on the ends are added to ``tokens.notes``.
    """
    parts: list[Part] = []
    cut_tokens: list[Token] = []
    for region in Cutter(source, tokens).regions():
        parts.append(Part(len(cut_tokens), region.kind == "function"))
        cut_tokens += region.tokens
        end = cut_tokens[-1].end
        line = cut_tokens[-1].line + 1
        cut_tokens.append(Token("end of text", "", end, end, line, 0, True))
        tokens.notes += region.notes
    tokens[:] = [*cut_tokens[:-1], tokens[-1]]
    return parts


class Cutter:
    """Splits the tokens of a text into functions and the text between them.

    ``headers`` maps the index of each token that may begin a function to how certain
    that is: "certain"; "likely", unless it is in a function that has all its ends; or
    "possible", unless it is in any function.
    """

    def __init__(self, source: Source, tokens: Tokens) -> None:
        self.source = source
        self.tokens = tokens
        self.last = len(tokens) - 1  # the index of the token "end of text"
        self.closers = closers([token.kind for token in tokens])
        self.line_starts = [k for k, token in enumerate(tokens) if token.starts_line]
        self.correct_keywords()
        self.headers = self.find_headers()
        self.header_indices = [*self.headers]
        self.certain = [k for k, word in self.headers.items() if word == "certain"]
        self.task_lines = sorted(source.tasks)

    def regions(self) -> Iterator["Region"]:
        """Yield a region for each function and each text between two, in order."""
        position = 0
        by_columns = False
        likely = [k for k, word in self.headers.items() if word != "possible"]
        for header in [*self.header_indices, self.last]:
            if header < position:
                if by_columns:
                    token = self.tokens[header]
                    name = vocabulary.name_key(
                        self.source.handout.full_name(token.text)
                    )
                    self.tokens.unclear_headers.setdefault(name, token.line)
                continue
            if header > position:
                yield self.text_region(position, header)
            if header < self.last:
                limits = (
                    self.next_header(self.certain, header),
                    self.next_header(likely, header),
                )
                function = self.function(header, *limits)
                position = function.index
                by_columns = function.by_columns
                if not function.is_ended and self.may_go_on(header, position):
                    function.notes.pop()  # that on the missing end
                    end = function.tokens[-1].end
                    function.note("unclear-end", end, function.around)
                yield function
                yield from function.inner.values()

    def next_header(self, headers: list[int], header: int) -> int:
        """Return the first of ``headers`` after ``header``, or the last token index.

        ``headers`` is in ascending order.
        """
        after = bisect_left(headers, header + 1)
        return headers[after] if after < len(headers) else self.last

    def text_region(self, first: int, limit: int) -> "Region":
        """Return the region outside functions from token ``first`` to ``limit`` - 1."""
        try:
            return Region(self, first, limit, "").read()
        except Unbalanced:
            return Region(self, first, limit, "", by_columns=True).read()

    def function(self, header: int, certain: int, likely: int) -> "Region":
        """Return the region of the function whose header is at the token ``header``.

        The function ends before ``certain``, the next certain header, at the latest. If
        its ends do not match its blocks, indentation closes the blocks, and the
        function also ends before ``likely`` (the next likely header), a task heading,
        or remarks below it. All three are token indices.
        """
        region = Region(self, header, certain, "function")
        try:
            return region.read()
        except Unbalanced:
            if region.index == certain < self.last:
                if outer := self.outer_region(header, certain):
                    return outer
            limit = self.end_before_task(header, likely)
            region = Region(self, header, limit, "function", by_columns=True).read()
        limit = region.index
        if not region.is_ended:
            limit = self.first_remark_index(header, limit)
        if limit < region.index:
            self.leave_out_remark(limit, region.index)
            region = Region(self, header, limit, "function", by_columns=True).read()
        return region

    def outer_region(self, header: int, inner: int) -> "Region | None":
        """Return the region of a function with others inside it, or None.

        It has the header at the token ``header``, and the first other function begins
        at ``inner``. All of them must have all their ends.
        """
        functions: dict[int, Region] = {}
        with suppress(Unbalanced):
            while inner < self.last and len(functions) < MAX_INNER_FUNCTIONS:
                limit = self.next_header(self.certain, inner)
                functions[inner] = Region(self, inner, limit, "function").read()
                outer = Region(self, header, limit, "function", inner=functions)
                with suppress(Unbalanced):
                    return outer.read()
                inner = limit
        return None

    # What a line is.

    def has_gap(self, index: int) -> bool:
        """Return whether a gap is above the line that begins at the token ``index``.

        A gap is a blank line, a heading or a page break. Blank lines do not count in a
        text that has them between most lines.
        """
        if index == 0:
            return True
        above = self.tokens[index - 1]
        token = self.tokens[index]
        if not self.source.has_same_margin(above.line, token.line):
            return True
        between = self.source.text[above.end : token.start]
        return bool(BLANK_LINE.search(between)) and not self.source.is_spaced

    def is_statement(self, index: int) -> bool:
        """Return whether a statement seems to begin at token ``index``."""
        kind = self.tokens[index].kind
        if kind in vocabulary.STATEMENT_KEYWORDS:
            return True
        return kind == "name" and begins(self.tokens, self.closers, index)

    def starts(self, first: int, limit: int) -> list[int]:
        """Return the tokens from index ``first`` to ``limit`` - 1 that start a line."""
        start, end = (bisect_left(self.line_starts, k) for k in (first, limit))
        return self.line_starts[start:end]

    def correct_keywords(self) -> None:
        """Correct misspelt keywords at the beginnings of statements, with notes."""
        respelt = self.tokens.corrected_keywords
        for index in range(self.last):
            token = self.tokens[index]
            following = self.tokens[index + 1].kind
            if token.kind != "name" or not self.may_be_keyword(index, following):
                continue
            if following == "(":  # whlie (c) do
                closer = self.closers.get(index + 1, self.last - 1)
                plain = self.tokens[closer + 1].kind not in ("then", "do")
            else:
                plain = following in BEHIND_A_NAME
            if plain or len(respelt) > MAX_NOTES:
                continue
            if word := spelling.nearest_word(token.text, vocabulary.STATEMENT_KEYWORDS):
                fields = {"text": token.text, "word": word}
                slip = make_remark(self.source, token.start, "misspelt", **fields)
                respelt[token.start] = slip
                self.tokens[index] = token._replace(kind=word)

    def may_be_keyword(self, index: int, following: str) -> bool:
        """Return whether the name at token ``index`` may be a misspelt keyword.

        ``following`` is the kind of the next token.
        """
        above = self.tokens[index - 1].kind
        if self.tokens[index].starts_line or above in (*BEFORE_A_STATEMENT, *VALUES):
            return True
        return above == "name" and following in vocabulary.BLOCK_KEYWORDS  # x ned if

    # Where functions begin and end.

    def find_headers(self) -> dict[int, str]:
        """Return the indices of tokens that may begin a function, in ascending order.

        The values are "certain", "likely" and "possible", as in `Cutter`.
        """
        headers: dict[int, str] = {}
        names: set[str] = set()
        plain: list[int] = []
        for index, token in enumerate(self.tokens):
            if token.kind == "function" and self.is_header(index):
                ended = self.tokens[index - 1].kind == "end" and not token.starts_line
                if not ended:
                    headers[index] = "certain"
                    names.add(vocabulary.name_key(self.tokens[index + 1].text))
            elif token.kind == "(" and self.is_plain_header(index - 1):
                plain.append(index - 1)
        for index in plain:
            name = vocabulary.name_key(self.tokens[index].text)
            behind = self.tokens[self.closers[index + 1] + 1]
            if behind.kind in (":", "{"):
                headers[index] = "certain"
            elif behind.starts_line and name not in names:
                headers[index] = "likely" if self.has_gap(index) else "possible"
            if index in headers:
                names.add(name)
        return dict(sorted(headers.items()))

    def is_header(self, index: int) -> bool:
        """Return whether a name and a bracket follow the ``function`` at ``index``."""
        for count in range(1, MAX_NAME_TOKENS + 1):
            token = self.tokens[min(index + count, self.last)]
            if token.kind not in ("name", "−") or token.starts_line and count > 1:
                return token.kind == "(" and count > 1
        return False

    def is_plain_header(self, index: int) -> bool:
        """Return whether a header without ``function`` may begin at token ``index``.

        It is a function name of the hand-out and a bracket with nothing but names in
        it.
        """
        name = self.tokens[index]
        if name.kind != "name" or not name.starts_line or index + 1 not in self.closers:
            return False
        inside = self.tokens[index + 2 : self.closers[index + 1]]
        plain = {token.kind for token in inside} <= {"name", ","}
        return plain and self.source.handout.recognizes(name.text)

    def end_before_task(self, header: int, limit: int) -> int:
        """Return where a task heading ends the function at token ``header``.

        It is the index of the first token below the next heading, such as ``Task 3``,
        or ``limit`` if there is none before it or the heading is indented more than the
        function.
        """
        start = self.tokens[header]
        for line in self.task_lines[bisect_left(self.task_lines, start.line + 1) :]:
            if self.source.tasks[line] <= start.indent:
                below = bisect_left(self.tokens, line, key=lambda token: token.line)
                return min(limit, below)
        return limit

    def first_remark_index(self, header: int, end: int) -> int:
        """Return the index of the first remark below a function's last statement.

        The function is that from token ``header`` to token ``end``. Return ``end`` if
        there is no remark, or if the function is a template or has no return: then the
        lines may be the student's answer.
        """
        starts = self.starts(header + 1, end)
        statements = [index for index in starts if self.is_statement(index)]
        if not statements or not self.is_complete(statements):
            return end
        last = statements[-1]
        for index in starts[bisect_left(starts, last + 1) :]:
            gap = self.has_gap(index)
            token = self.tokens[index]
            operator = begins_with_operator(self.tokens, index)
            if operator and token.start not in self.tokens.apart:
                continue
            if not gap and ends_with_operator(self.tokens[index - 2 : index]):
                continue
            if gap or self.tokens[last].kind == "return":
                return index
        return end

    def leave_out_remark(self, first: int, end: int) -> None:
        """Record that the tokens from ``first`` to ``end`` - 1 are below a function."""
        line = self.tokens[first - 1].line
        last = self.tokens[end - 1].line
        lines = self.source.text.split("\n")[self.tokens[first].line - 1 : last]
        for text in lines[:MAX_REMARK_LINES]:
            self.source.left_out.append(LeftOut(line, text.strip(), REMARK))

    def is_complete(self, statements: list[int]) -> bool:
        """Return whether a function has a return and is more than an empty template.

        ``statements`` are the first tokens of its statements, as indices.
        """
        kinds = {self.tokens[index].kind for index in statements}
        last = statements[-1]
        below = self.line_starts[bisect_left(self.line_starts, last + 1)]
        in_last = {token.kind for token in self.tokens[last:below]}
        return "return" in kinds and ("name" in kinds or bool(in_last & {"(", "["}))

    def may_go_on(self, header: int, end: int) -> bool:
        """Return whether the function at ``header`` may continue at the token ``end``.

        This is so if the next statement before another header follows ``end`` directly,
        is indented more than the header, or is on a page with another margin.
        """
        start = self.tokens[header]
        limit = self.next_header(self.header_indices, end - 1)
        for index in self.starts(end, limit):
            if self.is_statement(index):
                token = self.tokens[index]
                near = index == end and not self.has_gap(index)
                same = self.source.has_same_margin(start.line, token.line)
                return near or token.indent > start.indent or not same
        return False


class Block:
    """A block whose end has not been read yet.

    ``kind`` is "function", "if", "for" or "while", or "" for the text outside
    functions. ``token`` is the first token of the block.
    """

    def __init__(self, kind: str, token: Token) -> None:
        self.kind = kind  # "function", "if", "for" or "while"; "" is around them all
        self.line = token.line
        self.indent = token.indent if kind else -1  # of the line where it begins
        self.in_header = kind != ""
        self.branches = 1
        self.has_else = False
        self.is_mixed = False  # whether a line of it may belong to another block
        self.open()

    def open(self) -> None:
        """Reset the indentation, for the statements of the block or its ``else``."""
        self.begun = ""  # ``begin`` or ``{``, if the statements begin with one
        self.column = -1  # of the first line below the header
        self.is_indented = False
        self.lines = 0

    def add_line(self, indent: int, has_same_margin: bool) -> None:
        """Record ``indent``, the indentation of a line of the block.

        ``has_same_margin`` is whether its page has the margin of the block's first
        line.
        """
        if self.column < 0:
            self.column = indent
            self.is_indented |= indent > self.indent
        self.is_mixed |= indent != self.column or not has_same_margin
        self.lines += 1


class Region:
    """The tokens of a function or of the text between two, with missing ends inserted.

    ``read`` starts at the token ``first`` and stops at the token ``limit`` at the
    latest; afterwards ``index`` is the next token to read. ``kind`` is "function" or
    "". If ``by_columns``, indentation closes blocks; otherwise only an ``end`` does.
    ``inner`` are the functions inside it, by their first tokens.
    """

    def __init__(
        self,
        cutter: Cutter,
        first: int,
        limit: int,
        kind: str,
        by_columns: bool = False,
        inner: "dict[int, Region] | None" = None,
    ) -> None:
        self.cutter = cutter
        self.inner = inner or {}
        self.index = first
        self.limit = limit
        self.kind = kind
        self.by_columns = by_columns
        self.tokens: list[Token] = []
        self.notes: list[Remark] = []
        self.is_ended = False  # whether the end of the function is in words
        self.around = Block(kind, cutter.tokens[first])
        self.blocks = [self.around]
        self.in_brackets = -1  # the last closing bracket of those open here
        self.literals: set[int] = set()  # the closing braces of lists
        self.surplus = 0  # ``end if`` below the last end that it does not need
        self.statement_indent = -1

    def read(self) -> "Region":
        """Read the tokens, and return this region.

        Raise Unbalanced if ends are missing and ``by_columns`` is false.
        """
        if self.kind:
            self.read_header()
        text = self.cutter.tokens
        asks_lines = self.by_columns or not self.kind
        while self.index < self.limit:
            if within := self.inner.get(self.index):
                self.index = within.index
                continue
            token = text[self.index]
            if token.starts_line and asks_lines:
                self.begin_line(token)
                if not self.blocks:
                    return self
            if token.kind not in STRUCTURE and token.text not in BEGIN:
                self.tokens.append(token)
                self.index += 1
                continue
            self.read_structure(token)
            if not self.blocks:
                self.is_ended = True
                return self
        while self.blocks and self.blocks[-1].kind:
            self.write_end()
        return self

    def read_header(self) -> None:
        """Read the function header, with any type or symbol after the parameters."""
        text = self.cutter.tokens
        first = self.index
        name = first + 1 if text[first].kind == "function" else first
        while text[name + 1].kind in ("name", "−"):
            name += 1
        end = self.cutter.closers.get(name + 1, name + 1)
        if end >= self.limit:
            end = name + 1
        kinds = [token.kind for token in text[end + 1 : end + 4]] + [""] * 3
        if (
            kinds[0] in (":", "→")
            and kinds[1] == "name"
            and not text[end + 2].starts_line
        ):
            if text[end + 3].starts_line or kinds[2] in (":", "{", ";"):
                end += 2
        if text[end + 1].kind in (":", "do", "then", ";"):
            end += 1
        end = min(end, self.limit - 1)
        self.tokens += text[first : end + 1]
        self.index = end
        self.end_header(self.around)
        self.index += 1

    def end_header(self, block: Block) -> None:
        """Record that the header of ``block`` ends with the current token."""
        block.in_header = False
        following = self.cutter.tokens[self.index + 1]
        if not following.starts_line and following.kind not in BETWEEN_STATEMENTS:
            block.is_indented = True
            block.lines = 1

    def begin_line(self, token: Token) -> None:
        """Close the blocks that, by indentation, end above the line of ``token``."""
        top = self.blocks[-1]
        if self.continues(token):
            return
        top.in_header = False
        self.statement_indent = token.indent
        if self.by_columns and not self.is_end_or_else(token):
            while self.blocks and self.blocks[-1].is_indented:
                if token.indent > self.blocks[-1].indent:
                    break
                self.write_end(token)
        if self.blocks and token.kind not in ("end", "else", "}"):
            top = self.blocks[-1]
            same = self.cutter.source.has_same_margin(top.line, token.line)
            top.add_line(token.indent, same)

    def continues(self, token: Token) -> bool:
        """Return whether the line of ``token`` continues the statement above."""
        kind = token.kind
        if self.is_begin(token) or kind == "}" and not self.is_brace_of_block():
            return True
        if self.index <= self.in_brackets and kind not in vocabulary.STATEMENT_KEYWORDS:
            return True
        if begins_with_operator(self.cutter.tokens, self.index):
            if kind not in ("then", "do", ":", ";", "{") and self.is_apart(token):
                self.cutter.tokens.apart.add(token.start)
                return False
            return True
        return ends_with_operator(self.tokens[-2:])

    def is_apart(self, token: Token) -> bool:
        """Return whether ``token`` starts a line separate from the line above."""
        if self.kind and not self.by_columns:
            return False
        if self.cutter.has_gap(self.index):
            return True
        if self.around.is_indented and token.indent <= self.around.indent:
            return True
        return self.by_columns and token.indent <= self.statement_indent

    def is_end_or_else(self, token: Token) -> bool:
        """Return whether ``token`` is the ``end`` or ``else`` of an open block."""
        if token.kind == "else":
            return self.block_of_else(token) is not None
        if token.kind == "end" or token.kind == "}":
            name, _ = self.what_ends(token)
            return (
                self.is_surplus(token, name)
                or self.block_of_end(token, name) is not None
            )
        return False

    def is_begin(self, token: Token) -> bool:
        """Return whether ``token`` is a ``{`` or a ``begin`` that opens a block."""
        text = self.cutter.tokens
        top = self.blocks[-1]
        if top.begun or not top.kind:
            return False
        above = text[self.index - 1]
        below = text[self.index + 1]
        edge = token.starts_line or above.kind in ("then", "do", "else", ")", ";")
        if token.kind == "{":
            word = "" if above.text.lower() == "in" else above.kind
            edge |= below.starts_line or top.in_header and word in ("name", *VALUES)
            return edge and (top.in_header or not top.lines)
        if token.text in BEGIN and edge:
            return below.starts_line or below.kind in ("name", *vocabulary.STARTERS)
        return False

    def is_brace_of_block(self) -> bool:
        """Return whether the current ``}`` closes a block, not a list."""
        return self.index not in self.literals and any(
            block.begun == "{" for block in self.blocks[-MAX_OPEN_BLOCKS:]
        )

    def read_structure(self, token: Token) -> None:
        """Read ``token``, a token that may begin or end a block."""
        top = self.blocks[-1]
        kind = token.kind
        if kind == "end" or kind == "}" and self.is_brace_of_block():
            self.read_end(token)
            return
        if kind == "else":
            self.read_else(token)
            return
        if kind in ("{", "name") and self.is_begin(token):
            top.open()
            self.end_header(top)
            top.begun = token.text.lower()
            token = token._replace(kind="begin")
        elif kind in ("then", "do", ":"):
            if top.in_header or not top.lines:
                self.end_header(top)
        elif kind in ("(", "[", "{"):
            closer = self.cutter.closers.get(self.index, -1)
            if closer < self.limit:
                self.in_brackets = max(self.in_brackets, closer)
                self.literals |= {closer} if kind == "{" else set()
        elif kind in vocabulary.STARTERS:
            if top.in_header:  # without its word
                top.in_header = False
                top.is_indented = True
                top.lines = 1
            if kind in ("if", "for", "while") and self.index > self.in_brackets:
                self.read_opener(token)
        self.tokens.append(token)
        self.index += 1

    def read_opener(self, token: Token) -> None:
        """Open a block for the ``if``, ``for`` or ``while`` of ``token``.

        An ``else if`` opens no new block, and a word in the middle of prose opens none.
        """
        above = self.tokens[-1] if self.tokens else None
        if (
            token.kind == "if"
            and above
            and above.kind == "else"
            and not token.starts_line
        ):
            top = self.blocks[-1]
            top.open()
            top.in_header = True
            top.has_else = False
            top.branches += 1
            return
        text = self.cutter.tokens
        kinds = [token.kind for token in text[max(0, self.index - 3) : self.index]]
        prose = kinds[-2:] == ["name", "name"] and kinds[0] != "new"
        if token.starts_line or not prose:
            self.blocks.append(Block(token.kind, token))

    def read_else(self, token: Token) -> None:
        """Close the blocks inside the ``if`` of an ``else``; begin the last part."""
        block = self.block_of_else(token)
        if block is None:
            self.stray(token, 1)
            return
        while self.blocks[-1] is not block:
            self.write_end(token)
        block.open()
        self.end_header(block)
        block.has_else = True
        self.tokens.append(token)
        self.index += 1

    def block_of_else(self, token: Token) -> Block | None:
        """Return the open ``if`` to which the ``else`` ``token`` belongs, or None."""
        if not self.by_columns:
            top = self.blocks[-1]
            return top if top.kind == "if" and not top.has_else else None
        for block in reversed(self.blocks[-MAX_OPEN_BLOCKS:]):
            outer = (
                token.starts_line and block.is_indented and token.indent < block.indent
            )
            if block.kind == "if" and not block.has_else and not outer:
                return block
        return None

    # Ends.

    def read_end(self, token: Token) -> None:
        """Close the block that ``token`` ends, and all blocks inside the block."""
        name, count = self.what_ends(token)
        if self.is_surplus(token, name):
            self.note("needless", token.start, text="end if")
            self.surplus -= 1
            self.index += count
            return
        block = self.block_of_end(token, name)
        if block is None:
            self.stray(token, count)
            return
        while self.blocks[-1] is not block:
            self.write_end()
        following = self.cutter.tokens[self.index + 1]
        if block.begun and count == 1 and following.kind == "else":
            self.index += 1  # } else {
            return
        end = self.cutter.tokens[self.index + count - 1].end
        text = " ".join(self.cutter.source.text[token.start : end].split())
        if name != block.kind or token.text.lower() != "end":
            self.note("wrong-end", token.start, block, text=text)
        self.tokens.append(token._replace(kind="end", text=text, end=end))
        self.index += count
        self.blocks.pop()
        self.surplus = block.branches - 1

    def what_ends(self, token: Token) -> tuple[str, int]:
        """Return the word after the ``end`` at ``token``, and the number of tokens.

        For ``end if``, this is ``("if", 2)``; for ``end`` or ``}``, ``("", 1)``.
        """
        text = self.cutter.tokens
        after = text[self.index + 1]
        behind = text[min(self.index + 2, self.cutter.last)]
        if token.text == "}" or after.starts_line and not behind.starts_line:
            return "", 1
        if after.kind in vocabulary.BLOCK_KEYWORDS:
            return after.kind, 2
        if after.kind == "name" and not after.starts_line:
            if behind.starts_line or spelling.nearest_word(
                after.text, vocabulary.BLOCK_KEYWORDS
            ):
                return after.text, 2
        return "", 1

    def block_of_end(self, token: Token, name: str) -> Block | None:
        """Return the open block that the ``end`` at ``token`` closes, or None.

        ``name`` is the word after it, such as ``if``, or "". If indentation counts, an
        end with such a word closes the block of this kind at its own indentation, else
        any block there, else the innermost block of this kind.
        """
        named = name if name in vocabulary.BLOCK_KEYWORDS else ""
        if not self.by_columns:
            top = self.blocks[-1]
            begun = token.kind == "end" or top.begun == "{"
            return top if top.kind and begun and named in ("", top.kind) else None
        blocks = [block for block in self.blocks[-MAX_OPEN_BLOCKS:] if block.kind][::-1]
        if token.kind == "}":
            return next((block for block in blocks if block.begun == "{"), None)
        if not token.starts_line:
            return next((block for block in blocks if named in ("", block.kind)), None)
        around = [
            block
            for block in blocks
            if not block.is_indented or block.indent <= token.indent
        ]
        here = around[0] if around else None
        if not named:
            return here
        of_kind = [block for block in blocks if block.kind == named]
        for block in of_kind:
            if block.indent == token.indent:
                return block
        if here and here.is_indented and here.indent == token.indent:
            return here
        return next(iter(of_kind), None)

    def is_surplus(self, token: Token, name: str) -> bool:
        """Return whether ``token`` is an ``end`` too many, after an ``else if``.

        ``name`` is the word after the ``end``, such as "if".
        """
        if name != "if" or not self.surplus or self.tokens[-1].kind != "end":
            return False
        outer = [block.indent for block in self.blocks if block.kind == "if"]
        return (
            not outer
            or self.by_columns
            and token.starts_line
            and token.indent > outer[-1]
        )

    def stray(self, token: Token, count: int) -> None:
        """Add a token "stray" for an ``end`` or ``else`` that belongs to no block.

        ``count`` is its number of tokens. Raise Unbalanced if ``by_columns`` is false.
        """
        if not self.by_columns:
            raise Unbalanced
        end = self.cutter.tokens[self.index + count - 1].end
        text = " ".join(self.cutter.source.text[token.start : end].split())
        self.tokens.append(token._replace(kind="stray", text=text, end=end))
        self.index += count

    def write_end(self, closing: Token | None = None) -> None:
        """Close the innermost block: insert the missing ``end``, with a note.

        ``closing`` is the token above which the block ends, or None. Raise Unbalanced
        if ``by_columns`` is false.
        """
        if not self.by_columns:
            raise Unbalanced
        block = self.blocks.pop()
        above = self.tokens[-1]
        unclear = block.is_mixed if block.is_indented else block.lines > 1
        if closing and not self.cutter.source.has_same_margin(block.line, closing.line):
            unclear = True
        if block.kind == "function":
            unclear = False
        self.note("unclear-end" if unclear else "missing-end", above.end, block)
        end = Token("end", "", above.end, above.end, above.line, block.indent, True)
        self.tokens.append(end)

    def note(
        self, name: str, place: int, block: Block | None = None, text: str = ""
    ) -> None:
        """Add a note on the diagnosis ``name`` at offset ``place``, about ``block``."""
        fields: dict[str, object] = {"text": text}
        if block:
            fields |= {"kind": block.kind, "line": block.line}
        self.notes.append(make_remark(self.cutter.source, place, name, **fields))


def begins_with_operator(tokens: list[Token], index: int) -> bool:
    """Return whether the line from token ``index`` on may continue the line above."""
    kind = tokens[index].kind
    word = tokens[index].text.lower()
    if kind != "name" or word not in vocabulary.BEGINNING_OPERATORS:
        return kind in CONTINUES_ABOVE
    following = tokens[index + 1]
    if following.kind == "name" and word == "is":  # it may be a sentence
        return following.text.lower() in vocabulary.COMPARING_WORDS
    return following.kind in ("name", "¬", *VALUES)


def ends_with_operator(last: list[Token]) -> bool:
    """Return whether a line may continue below; ``last`` are its last two tokens."""
    if not last or last[-1].kind != "name":
        return bool(last) and last[-1].kind in CONTINUES_BELOW
    word = last[-1]
    before = last[0].kind
    behind_value = before == "name" or before in VALUES
    is_word = word.text.lower() in vocabulary.ENDING_OPERATORS
    return is_word and behind_value and not word.starts_line


def begins(tokens: list[Token], closers: dict[int, int], index: int) -> bool:
    """Return whether an assignment or a call begins with the name at token ``index``.

    ``closers`` maps opening to closing brackets.
    """

    def kind(index: int) -> str:
        return tokens[min(index, len(tokens) - 1)].kind

    word = tokens[index].text
    while kind(index + 1) == "." and kind(index + 2) == "name":
        index += 2
    index += 1
    if kind(index) == "(" or vocabulary.operation_name(word) and kind(index) == "[":
        return True
    while index in closers:
        index = closers[index] + 1
    return kind(index) in ("←", "=")
