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

OPERATOR_KINDS = {*operators.PRECEDENCE, "//", "←", ",", "."}
# A line that begins with one of these continues the line above, and a line below one
# that ends with an operator continues it.
KINDS_CONTINUING_ABOVE = {
    *OPERATOR_KINDS,
    "(",
    "[",
    ")",
    "]",
    "{",
    "then",
    "do",
    ":",
    ";",
}
KINDS_CONTINUED_BELOW = {*OPERATOR_KINDS, "¬", "(", "["}
BETWEEN_STATEMENTS = (":", ";", "then", "do", "{")
# Tokens that may begin or end a block, or that are around its statements.
STRUCTURE = {*vocabulary.STARTERS, "else", "end", "then", "do", ":", "{", "}", "(", "["}
BEGIN = ("begin", "Begin", "BEGIN")
VALUE_KINDS = ("number", "string", ")", "]", "true", "false", "null")
# A statement may begin after these, also in the middle of a line.
BEFORE_A_KEYWORD = {"then", "do", "else", ";", ":", "{", *VALUE_KINDS}
# A name before one of these begins an assignment or a call, and is no misspelt keyword.
BEHIND_A_NAME = ("←", "=", "[", "(", ".", "++", "+=", "-=", "−")
MAX_NAME_TOKENS = 4  # of the name in a header, with hyphens in it
MAX_REMARK_LINES = 100  # below a function, that are searched for code
CLOSING_REMARK = "remark below the last statement"
MAX_INNER_FUNCTIONS = 20
MAX_OPEN_BLOCKS = 100  # that are searched for the one that an end belongs to


class Section(NamedTuple):
    """A section of a token list: a function, or the text between two functions.

    It starts at the index ``first`` and extends to the next token "end of text".
    """

    first: int
    is_function: bool


class Unbalanced(Exception):
    """Raised if the ends in a text do not match its blocks."""


def segment(source: Source, tokens: Tokens) -> list[Section]:
    """Split ``tokens`` into functions and the text between, and return these sections.

    ``tokens`` is changed: missing ends of blocks are inserted, and each section gets a
    token "end of text". Notes on the ends are added to ``tokens.notes``.
    """
    sections: list[Section] = []
    all_tokens: list[Token] = []
    for region in Segmenter(source, tokens).regions():
        sections.append(Section(len(all_tokens), region.kind == "function"))
        all_tokens += region.tokens
        end = all_tokens[-1].end
        line = all_tokens[-1].line + 1
        all_tokens.append(Token("end of text", "", end, end, line, 0, True))
        tokens.notes += region.notes
    tokens[:] = [*all_tokens[:-1], tokens[-1]]
    return sections


class Segmenter:
    """Splits the tokens of a text into functions and the text between them.

    ``header_indices`` are those of the tokens that may begin a function, in ascending
    order. Those in ``certain_headers`` begin one; those in ``likely_headers`` begin one
    unless they are in a function that has all its ends; the others begin one unless
    they are in any function.
    """

    def __init__(self, source: Source, tokens: Tokens) -> None:
        self.source = source
        self.tokens = tokens
        self.last = len(tokens) - 1  # the index of the token "end of text"
        self.closers = closers([token.kind for token in tokens])
        self.line_starts = [k for k, token in enumerate(tokens) if token.starts_line]
        self.correct_keywords()
        headers = self.find_headers()
        self.header_indices = [*headers]
        self.certain_headers = [k for k, word in headers.items() if word == "certain"]
        self.likely_headers = [k for k, word in headers.items() if word != "possible"]
        self.task_lines = sorted(source.tasks)

    def regions(self) -> Iterator["Region"]:
        """Yield a region for each function and each text between two, in order."""
        position = 0
        by_columns = False
        for header in [*self.header_indices, self.last]:
            if header < position:  # it is inside the last function
                if by_columns:
                    self.record_unclear_header(self.tokens[header])
                continue
            if header > position:
                yield self.text_region(position, header)
            if header < self.last:
                function = self.function(header)
                position = function.index
                by_columns = function.by_columns
                if not function.is_ended and self.may_go_on(header, position):
                    function.notes.pop()  # that on the missing end
                    end = function.tokens[-1].end
                    function.note("unclear-end", end, function.outer_block)
                yield function
                yield from function.nested_regions.values()

    def record_unclear_header(self, token: Token) -> None:
        """Record that a line, which is read as a call of ``token``, may be a header."""
        name = vocabulary.name_key(self.source.handout.full_name(token.text))
        self.tokens.unclear_headers.setdefault(name, token.line)

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

    def function(self, header: int) -> "Region":
        """Return the region of the function whose header is at the token ``header``.

        The function ends before the next certain header at the latest. If its ends do
        not match its blocks, indentation closes the blocks, and the function also ends
        before the next likely header, a task heading, or remarks below it.
        """
        certain = self.next_header(self.certain_headers, header)
        region = Region(self, header, certain, "function")
        try:
            return region.read()
        except Unbalanced:
            if region.index == certain < self.last:
                if outer := self.outer_region(header, certain):
                    return outer
        likely = self.next_header(self.likely_headers, header)
        limit = self.end_before_task(header, likely)
        region = Region(self, header, limit, "function", by_columns=True).read()
        if region.is_ended:
            return region
        limit = self.first_remark_index(header, region.index)
        if limit == region.index:
            return region
        self.leave_out_remark(limit, region.index)
        return Region(self, header, limit, "function", by_columns=True).read()

    def outer_region(self, header: int, inner: int) -> "Region | None":
        """Return the region of a function with others inside it, or None.

        It has the header at the token ``header``, and the first other function begins
        at ``inner``. All of them must have all their ends.
        """
        nested: dict[int, Region] = {}
        with suppress(Unbalanced):
            while inner < self.last and len(nested) < MAX_INNER_FUNCTIONS:
                limit = self.next_header(self.certain_headers, inner)
                nested[inner] = Region(self, inner, limit, "function").read()
                outer = Region(self, header, limit, "function", nested_regions=nested)
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
        if kind != "name":
            return False
        return begins_assignment_or_call(self.tokens, self.closers, index)

    def starts(self, first: int, limit: int) -> list[int]:
        """Return the tokens from index ``first`` to ``limit`` - 1 that start a line."""
        start, end = (bisect_left(self.line_starts, k) for k in (first, limit))
        return self.line_starts[start:end]

    def correct_keywords(self) -> None:
        """Correct misspelt keywords at the beginnings of statements, with notes."""
        corrections = self.tokens.corrected_keywords
        for index in range(self.last):
            token = self.tokens[index]
            if token.kind != "name" or not self.may_be_keyword(index):
                continue
            if len(corrections) > MAX_NOTES:
                break
            if word := spelling.nearest_word(token.text, vocabulary.STATEMENT_KEYWORDS):
                corrections[token.start] = make_remark(
                    self.source, token.start, "misspelt", text=token.text, word=word
                )
                self.tokens[index] = token._replace(kind=word)

    def may_be_keyword(self, index: int) -> bool:
        """Return whether the name at token ``index`` may be a misspelt keyword.

        It is where a statement or, as in ``x ned if``, the end of a block may begin, and
        no assignment or call begins with it.
        """
        above = self.tokens[index - 1].kind
        following = self.tokens[index + 1].kind
        if not self.tokens[index].starts_line:
            is_end = above == "name" and following in vocabulary.BLOCK_KEYWORDS
            if not is_end and above not in BEFORE_A_KEYWORD:
                return False
        if following == "(":  # whlie (c) do
            closer = self.closers.get(index + 1, self.last - 1)
            return self.tokens[closer + 1].kind in ("then", "do")
        return following not in BEHIND_A_NAME

    # Where functions begin and end.

    def find_headers(self) -> dict[int, str]:
        """Return the indices of tokens that may begin a function, in ascending order.

        The values are "certain", "likely" and "possible", as in `Segmenter`.
        """
        headers: dict[int, str] = {}
        names: set[str] = set()
        plain_headers: list[int] = []
        for index, token in enumerate(self.tokens):
            if token.kind == "function" and self.is_header(index):
                is_end = self.tokens[index - 1].kind == "end" and not token.starts_line
                if not is_end:
                    headers[index] = "certain"
                    names.add(vocabulary.name_key(self.tokens[index + 1].text))
            elif token.kind == "(" and self.is_plain_header(index - 1):
                plain_headers.append(index - 1)
        for index in plain_headers:
            name = vocabulary.name_key(self.tokens[index].text)
            following = self.tokens[self.closers[index + 1] + 1]
            if following.kind in (":", "{"):
                headers[index] = "certain"
            elif following.starts_line and name not in names:
                headers[index] = "likely" if self.has_gap(index) else "possible"
            if index in headers:
                names.add(name)
        return dict(sorted(headers.items()))

    def is_header(self, index: int) -> bool:
        """Return whether a name and a bracket follow the ``function`` at ``index``.

        The name may have hyphens, and be on the next line.
        """
        if self.tokens[index + 1].kind not in ("name", "−"):
            return False
        for token in self.tokens[index + 2 : index + MAX_NAME_TOKENS + 1]:
            if token.kind not in ("name", "−") or token.starts_line:
                return token.kind == "("
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
        has_only_names = {token.kind for token in inside} <= {"name", ","}
        return has_only_names and self.source.handout.recognizes(name.text)

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
        returns = self.tokens[last].kind == "return"
        for index in starts[bisect_left(starts, last + 1) :]:
            has_gap = self.has_gap(index)
            if (has_gap or returns) and not self.continues_above(index, has_gap):
                return index
        return end

    def continues_above(self, index: int, has_gap: bool) -> bool:
        """Return whether the line of token ``index`` continues the one above.

        ``has_gap`` is whether there is a gap between them.
        """
        if begins_with_operator(self.tokens, index):
            if self.tokens[index].start not in self.tokens.detached_signs:
                return True
        return not has_gap and _ends_with_operator(self.tokens[index - 2 : index])

    def leave_out_remark(self, first: int, end: int) -> None:
        """Record that the tokens from ``first`` to ``end`` - 1 are below a function."""
        line = self.tokens[first - 1].line
        last = self.tokens[end - 1].line
        lines = self.source.text.split("\n")[self.tokens[first].line - 1 : last]
        for text in lines[:MAX_REMARK_LINES]:
            self.source.left_out.append(LeftOut(line, text.strip(), CLOSING_REMARK))

    def is_complete(self, statements: list[int]) -> bool:
        """Return whether a function has a return and is more than an empty template.

        ``statements`` are the first tokens of its statements, as indices.
        """
        kinds = {self.tokens[index].kind for index in statements}
        last = statements[-1]
        below = self.line_starts[bisect_left(self.line_starts, last + 1)]
        kinds_in_last_line = {token.kind for token in self.tokens[last:below]}
        has_work = "name" in kinds or not kinds_in_last_line.isdisjoint({"(", "["})
        return "return" in kinds and has_work

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
                if index == end and not self.has_gap(index):
                    return True
                has_same_margin = self.source.has_same_margin(start.line, token.line)
                return token.indent > start.indent or not has_same_margin
        return False


class OpenBlock:
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
        self.opening = ""  # ``begin`` or ``{``, if the statements begin with one
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
    ``nested_regions`` are the functions inside it, by the index of their first token.
    """

    def __init__(
        self,
        segmenter: Segmenter,
        first: int,
        limit: int,
        kind: str,
        by_columns: bool = False,
        nested_regions: "dict[int, Region] | None" = None,
    ) -> None:
        self.segmenter = segmenter
        self.nested_regions = nested_regions or {}
        self.index = first
        self.limit = limit
        self.kind = kind
        self.by_columns = by_columns
        self.tokens: list[Token] = []
        self.notes: list[Remark] = []
        self.is_ended = False  # whether the function has an end of its own
        self.outer_block = OpenBlock(kind, segmenter.tokens[first])
        self.blocks = [self.outer_block]  # the open ones, the innermost last
        self.last_closer = -1  # the index of the last bracket that closes one so far
        self.list_closers: set[int] = set()  # the indices of closing braces of lists
        self.surplus_ends = 0  # ``end if`` below the last end that it does not need
        self.statement_indent = -1

    def read(self) -> "Region":
        """Fill `tokens` up to the end of the outer block; return this region.

        Raise Unbalanced if ends are missing and ``by_columns`` is false.
        """
        if self.kind:
            self.read_header()
        heeds_indentation = self.by_columns or not self.kind
        while self.blocks and self.index < self.limit:
            if self.index in self.nested_regions:
                self.index = self.nested_regions[self.index].index
                continue
            token = self.segmenter.tokens[self.index]
            if token.starts_line and heeds_indentation:
                self.begin_line(token)
                if not self.blocks:
                    break
            if token.kind in STRUCTURE or token.text in BEGIN:
                self.read_structure(token)
            else:
                self.tokens.append(token)  # `take` would be slow
                self.index += 1
        while self.blocks and self.blocks[-1].kind:
            self.insert_end()
        return self

    def take(self, token: Token) -> None:
        """Append ``token``, and go to the next one."""
        self.tokens.append(token)
        self.index += 1

    def read_header(self) -> None:
        """Read the function header, with any type or symbol after the parameters."""
        tokens = self.segmenter.tokens
        first = self.index
        bracket = first + 1
        if tokens[first].kind == "function":
            bracket += 1
        while tokens[bracket].kind in ("name", "−"):
            bracket += 1
        end = self.segmenter.closers.get(bracket, bracket)
        if end >= self.limit:
            end = bracket
        end = self.skip_result_type(end)
        if tokens[end + 1].kind in (":", "do", "then", ";"):
            end += 1
        end = min(end, self.limit - 1)
        self.tokens += tokens[first : end + 1]
        self.index = end
        self.end_header(self.outer_block)
        self.index += 1

    def skip_result_type(self, end: int) -> int:
        """Return the index of the last token of a type such as ``: Vector``.

        The type is that after the token ``end``; without one, return ``end``.
        """
        following = self.segmenter.tokens[end + 1 : end + 4]
        if len(following) < 3:
            return end
        symbol, name, after = following
        is_type = symbol.kind in (":", "→") and name.kind == "name"
        is_last = after.starts_line or after.kind in (":", "{", ";")
        return end + 2 if is_type and not name.starts_line and is_last else end

    def end_header(self, block: OpenBlock) -> None:
        """Record that the header of ``block`` ends with the current token."""
        block.in_header = False
        following = self.segmenter.tokens[self.index + 1]
        if not following.starts_line and following.kind not in BETWEEN_STATEMENTS:
            block.is_indented = True
            block.lines = 1

    def begin_line(self, token: Token) -> None:
        """Close the blocks that, by indentation, end above the line of ``token``."""
        if self.continues(token):
            return
        self.blocks[-1].in_header = False
        self.statement_indent = token.indent
        if self.by_columns and not self.is_end_or_else(token):
            while self.blocks and self.blocks[-1].is_indented:
                if token.indent > self.blocks[-1].indent:
                    break
                self.insert_end(token)
        if self.blocks and token.kind not in ("end", "else", "}"):
            block = self.blocks[-1]
            same = self.segmenter.source.has_same_margin(block.line, token.line)
            block.add_line(token.indent, same)

    def continues(self, token: Token) -> bool:
        """Return whether the line of ``token`` continues the statement above."""
        kind = token.kind
        if self.is_begin(token):
            return True
        if kind == "}" and not self.is_brace_of_block():
            return True
        if self.index <= self.last_closer and kind not in vocabulary.STATEMENT_KEYWORDS:
            return True
        if not begins_with_operator(self.segmenter.tokens, self.index):
            return _ends_with_operator(self.tokens[-2:])
        if kind not in BETWEEN_STATEMENTS and self.is_apart(token):
            self.segmenter.tokens.detached_signs.add(token.start)
            return False
        return True

    def is_apart(self, token: Token) -> bool:
        """Return whether ``token`` starts a line separate from the line above."""
        if self.kind and not self.by_columns:
            return False
        if self.segmenter.has_gap(self.index):
            return True
        if self.outer_block.is_indented and token.indent <= self.outer_block.indent:
            return True
        return self.by_columns and token.indent <= self.statement_indent

    def is_end_or_else(self, token: Token) -> bool:
        """Return whether ``token`` is the ``end`` or ``else`` of an open block."""
        if token.kind == "else":
            return self.block_of_else(token) is not None
        if token.kind == "end" or token.kind == "}":
            word, _ = self.end_word_and_length(token)
            if self.is_surplus(token, word):
                return True
            return self.block_of_end(token, word) is not None
        return False

    def is_begin(self, token: Token) -> bool:
        """Return whether ``token`` is a ``{`` or a ``begin`` that opens a block."""
        tokens = self.segmenter.tokens
        top = self.blocks[-1]
        if top.opening or not top.kind:
            return False
        above = tokens[self.index - 1]
        below = tokens[self.index + 1]
        at_edge = token.starts_line or above.kind in ("then", "do", "else", ")", ";")
        if token.kind == "{":
            if not top.in_header and top.lines:
                return False
            is_list = above.text.lower() == "in"  # for x in {1, 2}
            ends_header = top.in_header and above.kind in ("name", *VALUE_KINDS)
            return at_edge or below.starts_line or ends_header and not is_list
        if token.text in BEGIN and at_edge:
            return below.starts_line or below.kind in ("name", *vocabulary.STARTERS)
        return False

    def is_brace_of_block(self) -> bool:
        """Return whether the current ``}`` closes a block, not a list."""
        return self.index not in self.list_closers and any(
            block.opening == "{" for block in self.blocks[-MAX_OPEN_BLOCKS:]
        )

    def read_structure(self, token: Token) -> None:
        """Read ``token``, a token that may begin or end a block."""
        kind = token.kind
        if kind == "end" or kind == "}" and self.is_brace_of_block():
            self.read_end(token)
        elif kind == "else":
            self.read_else(token)
        elif kind in ("{", "name") and self.is_begin(token):
            block = self.blocks[-1]
            block.open()
            self.end_header(block)
            block.opening = token.text.lower()
            self.take(token._replace(kind="begin"))
        else:
            if kind in ("then", "do", ":"):
                block = self.blocks[-1]
                if block.in_header or not block.lines:
                    self.end_header(block)
            elif kind in ("(", "[", "{"):
                self.enter_brackets(kind)
            elif kind in vocabulary.STARTERS:
                self.begin_statement(token)
            self.take(token)

    def enter_brackets(self, opening: str) -> None:
        """Record where the bracket ``opening``, the current token, is closed."""
        closer = self.segmenter.closers.get(self.index, -1)
        if closer < self.limit:
            self.last_closer = max(self.last_closer, closer)
            if opening == "{":
                self.list_closers.add(closer)

    def begin_statement(self, token: Token) -> None:
        """End a header that lacks its ``then`` or ``do``, and open a block if needed.

        The statement begins with the keyword ``token``.
        """
        block = self.blocks[-1]
        if block.in_header:
            block.in_header = False
            block.is_indented = True
            block.lines = 1
        if token.kind in ("if", "for", "while") and self.index > self.last_closer:
            self.read_opener(token)

    def read_opener(self, token: Token) -> None:
        """Open a block for the ``if``, ``for`` or ``while`` of ``token``.

        An ``else if`` opens no new block, and a word in the middle of prose opens none.
        """
        follows_else = bool(self.tokens) and self.tokens[-1].kind == "else"
        if token.kind == "if" and follows_else and not token.starts_line:
            block = self.blocks[-1]
            block.open()
            block.in_header = True
            block.has_else = False
            block.branches += 1
            return
        before = self.segmenter.tokens[max(0, self.index - 3) : self.index]
        kinds = [token.kind for token in before]
        is_prose = kinds[-2:] == ["name", "name"] and kinds[0] != "new"
        if token.starts_line or not is_prose:
            self.blocks.append(OpenBlock(token.kind, token))

    def read_else(self, token: Token) -> None:
        """Close the blocks inside the ``if`` of an ``else``; begin the last part."""
        block = self.block_of_else(token)
        if block is None:
            self.add_stray(token, 1)
            return
        while self.blocks[-1] is not block:
            self.insert_end(token)
        block.open()
        self.end_header(block)
        block.has_else = True
        self.take(token)

    def block_of_else(self, token: Token) -> OpenBlock | None:
        """Return the open ``if`` to which the ``else`` ``token`` belongs, or None."""
        if not self.by_columns:
            block = self.blocks[-1]
            return block if block.kind == "if" and not block.has_else else None
        for block in reversed(self.blocks[-MAX_OPEN_BLOCKS:]):
            is_outside = block.is_indented and token.indent < block.indent
            if block.kind == "if" and not block.has_else:
                if not token.starts_line or not is_outside:
                    return block
        return None

    # Ends.

    def read_end(self, token: Token) -> None:
        """Close the block that ``token`` ends, and all blocks inside the block."""
        word, token_count = self.end_word_and_length(token)
        if self.is_surplus(token, word):
            self.note("needless", token.start, text="end if")
            self.surplus_ends -= 1
            self.index += token_count
            return
        block = self.block_of_end(token, word)
        if block is None:
            self.add_stray(token, token_count)
            return
        while self.blocks[-1] is not block:
            self.insert_end()
        following = self.segmenter.tokens[self.index + 1]
        if block.opening and token_count == 1 and following.kind == "else":
            self.index += 1  # } else {
            return
        end = self.segmenter.tokens[self.index + token_count - 1].end
        text = " ".join(self.segmenter.source.text[token.start : end].split())
        if word != block.kind or token.text.lower() != "end":
            self.note("wrong-end", token.start, block, text=text)
        self.tokens.append(token._replace(kind="end", text=text, end=end))
        self.index += token_count
        self.blocks.pop()
        self.is_ended = not self.blocks
        self.surplus_ends = block.branches - 1

    def end_word_and_length(self, token: Token) -> tuple[str, int]:
        """Return the word after the ``end`` at ``token``, and the number of tokens.

        For ``end if``, this is ``("if", 2)``; for ``end`` or ``}``, ``("", 1)``.
        """
        tokens = self.segmenter.tokens
        second = tokens[self.index + 1]
        third = tokens[min(self.index + 2, self.segmenter.last)]
        if token.text == "}" or second.starts_line and not third.starts_line:
            return "", 1
        if second.kind in vocabulary.BLOCK_KEYWORDS:
            return second.kind, 2
        if second.kind == "name" and not second.starts_line:
            is_keyword = spelling.nearest_word(second.text, vocabulary.BLOCK_KEYWORDS)
            if third.starts_line or is_keyword:
                return second.text, 2
        return "", 1

    def block_of_end(self, token: Token, word: str) -> OpenBlock | None:
        """Return the open block that the ``end`` at ``token`` closes, or None.

        ``word`` is the word after it, such as ``if``, or "".
        """
        kind = word if word in vocabulary.BLOCK_KEYWORDS else ""
        if not self.by_columns:
            block = self.blocks[-1]
            if not block.kind or kind not in ("", block.kind):
                return None
            is_brace_of_other = token.kind == "}" and block.opening != "{"
            return None if is_brace_of_other else block
        blocks = [block for block in self.blocks[-MAX_OPEN_BLOCKS:] if block.kind][::-1]
        if token.kind == "}":
            blocks = [block for block in blocks if block.opening == "{"]
        elif not token.starts_line:
            blocks = [block for block in blocks if kind in ("", block.kind)]
        else:
            blocks = _blocks_ending_at(token.indent, kind, blocks)
        return next(iter(blocks), None)

    def is_surplus(self, token: Token, word: str) -> bool:
        """Return whether ``token`` is an ``end`` too many, after an ``else if``.

        ``word`` is the word after the ``end``, such as "if".
        """
        if word != "if" or not self.surplus_ends or self.tokens[-1].kind != "end":
            return False
        outer = [block for block in self.blocks if block.kind == "if"]
        if not outer:
            return True
        is_inside = token.starts_line and token.indent > outer[-1].indent
        return self.by_columns and is_inside

    def add_stray(self, token: Token, token_count: int) -> None:
        """Add a token "stray" for an ``end`` or ``else`` that belongs to no block.

        It has ``token_count`` tokens. Raise Unbalanced if ``by_columns`` is false.
        """
        if not self.by_columns:
            raise Unbalanced
        end = self.segmenter.tokens[self.index + token_count - 1].end
        text = " ".join(self.segmenter.source.text[token.start : end].split())
        self.tokens.append(token._replace(kind="stray", text=text, end=end))
        self.index += token_count

    def insert_end(self, closing: Token | None = None) -> None:
        """Close the innermost block: insert the missing ``end``, with a note.

        ``closing`` is the token above which the block ends, or None. Raise Unbalanced
        if ``by_columns`` is false.
        """
        if not self.by_columns:
            raise Unbalanced
        block = self.blocks.pop()
        above = self.tokens[-1]
        is_unclear = block.is_mixed if block.is_indented else block.lines > 1
        source = self.segmenter.source
        if closing and not source.has_same_margin(block.line, closing.line):
            is_unclear = True
        if block.kind == "function":
            is_unclear = False
        self.note("unclear-end" if is_unclear else "missing-end", above.end, block)
        end = Token("end", "", above.end, above.end, above.line, block.indent, True)
        self.tokens.append(end)

    def note(
        self, name: str, offset: int, block: OpenBlock | None = None, text: str = ""
    ) -> None:
        """Add a note on the diagnosis ``name`` at ``offset``, about ``block``."""
        fields: dict[str, object] = {"text": text}
        if block:
            fields |= {"kind": block.kind, "line": block.line}
        self.notes.append(make_remark(self.segmenter.source, offset, name, **fields))


def _blocks_ending_at(
    indent: int, kind: str, blocks: list[OpenBlock]
) -> list[OpenBlock]:
    """Return those of ``blocks`` that an ``end`` at ``indent`` may close, best first.

    ``kind`` is the kind of block that it names, or "". An end with a kind closes the
    block of this kind at its own indentation, else any block there, else the innermost
    block of this kind. ``blocks`` are open, the innermost first.
    """
    around = [
        block for block in blocks if not block.is_indented or block.indent <= indent
    ]
    if not kind:
        return around
    of_kind = [block for block in blocks if block.kind == kind]
    same_indent = [block for block in of_kind if block.indent == indent]
    innermost = [
        block for block in around[:1] if block.is_indented and block.indent == indent
    ]
    return [*same_indent, *innermost, *of_kind]


def begins_with_operator(tokens: list[Token], index: int) -> bool:
    """Return whether the line from token ``index`` on may continue the line above."""
    kind = tokens[index].kind
    word = tokens[index].text.lower()
    if kind != "name" or word not in vocabulary.BEGINNING_OPERATORS:
        return kind in KINDS_CONTINUING_ABOVE
    following = tokens[index + 1]
    if following.kind == "name" and word == "is":  # it may be a sentence
        return following.text.lower() in vocabulary.COMPARING_WORDS
    return following.kind in ("name", "¬", *VALUE_KINDS)


def _ends_with_operator(last: list[Token]) -> bool:
    """Return whether a line may continue below; ``last`` are its last two tokens."""
    if not last:
        return False
    word = last[-1]
    if word.kind != "name":
        return word.kind in KINDS_CONTINUED_BELOW
    is_operator = word.text.lower() in vocabulary.ENDING_OPERATORS
    is_behind_value = last[0].kind in ("name", *VALUE_KINDS)
    return is_operator and is_behind_value and not word.starts_line


def begins_assignment_or_call(
    tokens: list[Token], closers: dict[int, int], name_index: int
) -> bool:
    """Return whether an assignment or a call begins with the name at ``name_index``.

    ``closers`` has the index of each closing bracket, by that of its opening bracket.
    """

    def kind_at(index: int) -> str:
        return tokens[min(index, len(tokens) - 1)].kind

    index = name_index + 1
    while kind_at(index) == "." and kind_at(index + 1) == "name":
        index += 2
    is_operation = vocabulary.operation_name(tokens[name_index].text) != ""
    if kind_at(index) == "(" or (is_operation and kind_at(index) == "["):
        return True
    while index in closers:
        index = closers[index] + 1
    return kind_at(index) in ("←", "=")
