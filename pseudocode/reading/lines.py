"""Remove text that is not program: headings, list markers, page numbers and headers."""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from _courseware.text.documents import LeftOut
from pseudocode.reading import operators
from pseudocode.reading.advice import make_remark
from pseudocode.reading.handout import Handout
from pseudocode.reading.source import Columns, Remark, Source
from pseudocode.reading.vocabulary import BEGINNING_OPERATORS, ENDING_OPERATORS

# What may begin a line and is no part of the program; ␣ is any number of blanks. A
# number before one of these is the end of a variable's name: ``q1.enqueue(x)``.
NO_ACCESS = r"(?!\.[^\W\d]\w*\s*[(\[]|\[[^\W\d])"
FURNITURE_PATTERN = rf"""␣ (?: (?P<heading>
        (?:\#{{1,6}} ␣)? [*_]{{0,2}}
            (?: task | question | exercise | problem | part | q ) ␣ \d+ \b {NO_ACCESS}
            (?! [^\n]* (?: ← | <- | = ) )
            [^\n]*? (?= $ | \b (?: function | def | procedure | algorithm ) \b )
        | (?: answer | solution | pseudo-?code | draft | final \ version ) ␣ :? ␣ $
        | (?: input | output | require | ensure | returns | parameter )s? ␣ : [^\n]*
        | page ␣ \d+ (?: ␣ (?: of | / ) ␣ \d+ )? ␣ $
        | [-–—] ␣ \d+ ␣ [-–—] ␣ $
        | [(\[] ␣ \d+ ␣ marks? ␣ [)\]] ␣ $
        | (?! end | return | else ) [^\W\d] [\w .,:&–—-]* [^\S\n]{{4}} \d{{1,3}} ␣ $
        | (?: </? (?:pre|code) \b [^>\n]* > )+
        | ``` [^\n]* | ([-=~_*])\2{{3,}} ␣ $ | rem \b [^\n]* )
    | (?P<bullet> (?: (?: [•▪◦‣●○■▸➢│┃¦] | \|(?!\|) ) ␣ )+ )
    | (?P<number> \d+ ␣ (?: : (?!=) | \|(?!\|) ) )
    | (?P<listing> (?: \(\d{{1,6}}\) | \d{{1,6}}[.)]? | L\d{{1,6}}[.:]? )
        (?= ␣ (?: $ | [^\W\d] | // | \# | … | \.\.\. ) ) )
    | (?P<dash> [-*–+>] (?= [^\S\n]+ \S ) ) ) ␣""".replace("␣", r"[^\S\n]*+")
FURNITURE = re.compile(FURNITURE_PATTERN, re.VERBOSE | re.IGNORECASE)
# The note on each kind of furniture, and the reason why it is left out.
FURNITURE_NOTES = {"heading": "heading-line", "bullet": "line-mark", "number": ""}
FURNITURE_NOTES |= {"listing": "line-mark", "dash": "line-mark"}
HEADING = "heading"
PAGE_LINE = "page number or header"
LINE_NUMBER = "line number"
LIST_MARK = "list mark"
BROKEN = "word in two lines"
REASONS = {"heading": HEADING, "bullet": LIST_MARK, "number": LINE_NUMBER}
REASONS |= {"listing": LINE_NUMBER, "dash": LIST_MARK}
LINE_MARKS = (LINE_NUMBER, LIST_MARK)
NUMBERED_KINDS = ("number", "listing")
MAJORITY_KINDS = ("listing", "dash")  # furniture only if half of the lines have it

REM = re.compile(r"\s*rem\b", re.IGNORECASE)  # which begins a comment of BASIC

LONE_NUMBER = re.compile(r"\s*\d{1,12}\s*")
TASK = re.compile(r"[^\w\n]*(?:task|question|exercise|problem|q)\W{0,3}\d", re.I)
# The end of a line that goes on below, and the beginning of one that goes on from
# above: a number between is part of the program.
CONTINUED_BELOW_PATTERN = re.compile(
    rf"(?:[{re.escape(''.join(operators.SIGNS))}←,(\[]|\b(?:return|for|if|while"
    rf"|{'|'.join([*operators.SYMBOL_OF_KEYWORD, *sorted(ENDING_OPERATORS)])}))\s*$",
    re.IGNORECASE,
)
CONTINUING_ABOVE_PATTERN = re.compile(
    rf"\s*(?:[{re.escape(''.join(operators.SIGNS))},)\]]|(?:do|then"
    rf"|{'|'.join([*operators.SYMBOL_OF_KEYWORD, *sorted(BEGINNING_OPERATORS)])})\b)",
    re.IGNORECASE,
)
# What is shown as a sign between the tags of HTML; no line ends there.
PREFORMATTED = re.compile(
    r"<pre\b[^>\n]*>(.*?)((?:</code>)?</pre>|\Z)", re.DOTALL | re.IGNORECASE
)
ENTITY = re.compile(
    r"&(?:[lg]t|[lgn]e|amp|quot|nbsp|larr|not|and|or|times|divide|minus|[lr]floor"
    r"|#\d{4,5});"
)

HYPHENED_HEADER = r"(?i:\bfunction)\s+([^\W\d]\w*(?:-\w+)+)(?=\s*\()"
NOTHING = "(?!)"  # a pattern that matches nothing

LineMatches: TypeAlias = dict[int, re.Match[str]]  # by the index of the line


class Cut(NamedTuple):
    """The start of a line, up to ``end``, that is removed for ``reason``.

    Its columns from ``margin`` on stay as blanks.
    """

    margin: int
    end: int
    reason: str


@cache
def _marked_header(handout: Handout) -> re.Pattern[str]:
    """Return the pattern of a header that is behind a heading or a number, or bold."""
    names = "|".join((*handout.functions, *handout.short_names))
    return re.compile(
        rf"""[^\S\n]*+ (?: \#{{1,6}} [^\S\n]*+ )?
        (?: [*_]{{0,3}} (?:task|question|exercise|problem|part|q) \W{{0,3}} \d+ \b [^\n]*?
          | \(? (?:\d{{1,2}}|[a-z]) [.)] [^\S\n]++ )?
        [*_`]{{0,3}} (?P<header> (?:function\s+)? \b
          (?P<name>{names or NOTHING}) \s*+ \( (?!\s*+\d) [\w\s,]*+ \) )
        [\s:*_`]*+""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _broken_word(handout: Handout) -> re.Pattern[str]:
    """Return the pattern of a word that a hyphen divides, or a name, in two lines."""
    halves = [re.findall("[A-Z][a-z]+", name) for name in handout.functions]
    names = "|".join(rf"{first}[^\S\n]*\n\s*{rest}" for first, rest in halves)
    return re.compile(
        r"(?<=[^\W\d_])[-‐][^\S\n]*\n[^\S\n]*(?=[^\W\d_])"
        rf"|\b(?:{names or NOTHING})(?=\s*\()",
        re.IGNORECASE,
    )


def blank_furniture(source: Source) -> Iterator[Remark]:
    """Blank out headings, list markers and page lines; yield a note for each kind."""
    _decode_entities(source)
    _join_hyphened_names(source)
    lines = source.text.split("\n")
    cuts = {k: Cut(0, len(lines[k]), PAGE_LINE) for k in _page_number_indices(lines)}
    if cuts:
        yield make_remark(source, source.line_start(min(cuts)), "heading-line")
    matches_by_kind: dict[str, LineMatches] = {kind: {} for kind in FURNITURE_NOTES}
    for k, line in enumerate(lines):
        if k not in cuts and (match := FURNITURE.match(line)):
            matches_by_kind[match.lastgroup or ""][k] = match
    for k, header in _headers_with_marks(source, lines, matches_by_kind["listing"]):
        matches_by_kind["heading"].pop(k, None)
        matches_by_kind["bullet"].pop(k, None)
        yield _write_header(source, lines, k, header)
    for k in matches_by_kind["heading"]:
        if TASK.match(lines[k]):
            source.tasks[k + 1] = len(lines[k]) - len(lines[k].lstrip())
    used_lines = [line for line in lines if line.strip()]
    min_count = max(3, len(used_lines) / 2)
    for kind, matches in matches_by_kind.items():
        if not matches or kind in MAJORITY_KINDS and len(matches) < min_count:
            continue
        if FURNITURE_NOTES[kind]:
            first = min(matches)
            start = source.line_start(first) + matches[first].start(kind)
            yield make_remark(source, start, FURNITURE_NOTES[kind])
        cuts |= _furniture_cuts(kind, matches)
    _blank_cuts(source, lines, cuts)
    source.replace_text("\n".join(lines))
    for broken in _broken_word(source.handout).finditer(source.text):
        number, _ = source.line_and_column(broken.start())
        piece = "".join(broken[0].split())
        source.left_out.append(LeftOut(number, piece, BROKEN, is_line=False))


def _furniture_cuts(kind: str, matches: LineMatches) -> dict[int, Cut]:
    """Return the cut of each line in ``matches``, which has furniture of ``kind``.

    The width of a number counts as indentation, unless the lines are aligned by the
    blanks after their numbers.
    """
    columns = {match.end() for match in matches.values()}
    blank_counts = {match.end() - match.end(kind) for match in matches.values()}
    is_aligned_by_blanks = kind in NUMBERED_KINDS and len(blank_counts) < len(columns)
    cuts: dict[int, Cut] = {}
    for k, match in matches.items():
        margin = match.end(kind) if is_aligned_by_blanks else 0
        cuts[k] = Cut(margin, match.end(), REASONS[kind])
    return cuts


def _write_header(
    source: Source, lines: list[str], k: int, header: re.Match[str]
) -> Remark:
    """Replace line ``k`` by the header of a function that is in it; return a note."""
    header_text = header["header"]
    if not header_text.lower().startswith("function"):
        header_text = f"function {header_text}"
    offset = source.line_start(k) + header.start("header")
    note = make_remark(source, offset, "other-form", right=header_text)
    indent = len(lines[k]) - len(lines[k].lstrip())
    moved = header.start("header") - indent + len(header["header"]) - len(header_text)
    lines[k] = lines[k][:indent] + header_text
    source.columns[k + 1] = Columns(moved)
    return note


def _blank_cuts(source: Source, lines: list[str], cuts: dict[int, Cut]) -> None:
    """Blank the start of each line of ``cuts``, and keep a trace of what was there."""
    for k, (margin, end, reason) in cuts.items():
        if not REM.match(lines[k]):
            source.left_out.append(LeftOut(k + 1, lines[k][:end].strip(), reason))
        text_after = lines[k][end:]
        indent = len(lines[k][margin:end].expandtabs(4)) if text_after.strip() else 0
        lines[k] = " " * indent + text_after
        source.columns[k + 1] = Columns(end - indent)


def _decode_entities(source: Source) -> None:
    """Replace ``&lt;`` and the like between ``<pre>`` and ``</pre>`` by their signs.

    The closing tag is blanked, since it may be glued to a last line.
    """
    for block in [*PREFORMATTED.finditer(source.text)][::-1]:
        start, end = block.span(1)
        blank = " " * len(block[2])
        for entity in ENTITY.finditer(source.text, start, end):
            line, column = source.line_and_column(entity.start())
            source.columns.setdefault(line, Columns(0, column))
        decoded = ENTITY.sub(lambda entity: unescape(entity[0]), block[1])
        text_after = source.text[block.end() :]
        source.replace_text(source.text[:start] + decoded + blank + text_after)


def _join_hyphened_names(source: Source) -> None:
    """Replace hyphens in the names of functions by underscores, also in calls."""
    for name in re.findall(HYPHENED_HEADER, source.text):
        if not source.handout.has(name.replace("-", "")):
            pattern = rf"(?<![\w-]){re.escape(name)}(?=\s*\()"
            joined = name.replace("-", "_")
            text = re.sub(pattern, joined, source.text, flags=re.IGNORECASE)
            source.replace_text(text)


def _headers_with_marks(
    source: Source, lines: list[str], numbered: LineMatches
) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the function headers that have a number, bullet or Markdown marks.

    An example is ``1. **MakeVector(row)**``. Each item is the index of the line in
    ``lines``, and its match of `_marked_header`. ``numbered`` has the matches of
    numbered lines, by index; such a line is skipped if an adjacent line is numbered. A
    line without the word ``function`` is skipped if its function has another header.
    """
    pattern = _marked_header(source.handout)
    matches = {
        k: match
        for k, line in enumerate(lines)
        if "(" in line and line.rstrip()[-1] in "):*_`"
        if (match := pattern.fullmatch(line))
        if line.strip().rstrip(": ") != match["header"]
        if k not in numbered or not ({k - 1, k + 1} & numbered.keys())
    }
    function_names = {*re.findall(r"function\s+(\w+)", source.text.lower())}
    for k, after in pairwise([*matches, len(lines)]):
        header = matches[k]["header"]
        name = matches[k]["name"]
        is_named = name.lower() in function_names
        has_other_header = is_named or _has_header(lines[k + 1 : after], name)
        if header.lower().startswith("function") or not has_other_header:
            yield k, matches[k]


def _has_header(section: list[str], name: str) -> bool:
    header_pattern = re.compile(rf"\W*{name}\s*\([\w\s,]*\)\s*[:{{]?\s*", re.IGNORECASE)
    return any(map(header_pattern.fullmatch, section))


def _page_number_indices(lines: list[str]) -> Iterator[int]:
    """Yield the indices of lines that are only the number of a page.

    A number between two lines of a statement is a part of it.
    """
    indices = [k for k, line in enumerate(lines) if line.strip()]
    # Blank lines stand for those above the first line and below the last one.
    texts = ["", *(lines[k] for k in indices), ""]
    for k, above, text, below in zip(indices, texts, texts[1:], texts[2:]):
        if LONE_NUMBER.fullmatch(text):
            is_continued = CONTINUED_BELOW_PATTERN.search(above)
            if not is_continued and not CONTINUING_ABOVE_PATTERN.match(below):
                yield k
