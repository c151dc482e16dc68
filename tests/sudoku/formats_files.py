"""Make random files of puzzles, by no code of the project, with the puzzles in them.

A file has a few parts, each with a few puzzles in one format. One line or one character
of it may be lost, repeated or wrong.
"""

from collections.abc import Callable
from json import dumps
from random import Random
from typing import Final, NamedTuple

Writer = Callable[[Random, list[str]], str]

SIGNS: Final = ".0_*-xX"
RULES: Final = (*"-_*x=+.0X", "- ", "_ ", "+---+", "|---+---+---|")
TITLES: Final = (
    *("Grid 01", "# then", "// easy", "Another one", "Nr. 7", "```", "2024-01-05"),
    *("5.1.2024", "03/04/2020", "5 Jan 2024", "1.", "(1)", "-- 12 --", "=== 1 ==="),
    *("[Puzzle 1]", "9 9", "Puzzle #12 (hard)", "Givens", "Start", "A B C D E F G H I"),
)
ANSWERS: Final = ("Solution", "Result:", "Output 3", "Lösung", "Final grid", "Answer")


class File(NamedTuple):
    """The text of a file, the puzzles in it, and whether something in it is wrong."""

    text: str
    puzzles: list[str]
    spoilt: bool


def puzzle(random: Random, spoilt: bool) -> str:
    """Return 81 random cells, which need not keep the rules; "." is a blank.

    Now and then a row is empty or full. If the file is to be *spoilt*, the first row is
    never 1 to 9, because such a row could be a heading.
    """
    density = random.choice((0.2, 0.35, 0.5, 0.9))
    rows = [
        "".join(
            random.choice("123456789") if random.random() < density else "."
            for _ in range(9)
        )
        for _ in range(9)
    ]
    if random.random() < 0.4:
        rows[random.randrange(9)] = "." * 9
    if random.random() < 0.2 and not spoilt:
        rows[random.choice((0, 0, 5))] = "123456789"
    if random.random() < 0.1:
        rows[random.randrange(9)] = "".join(random.sample("123456789", 9))
    return "".join(rows)


def full(random: Random) -> str:
    return "".join(random.choice("123456789") for _ in range(81))


def lines(random: Random, puzzles: list[str]) -> str:
    sign = random.choice(".0" if "." * 81 in puzzles else SIGNS)
    before = random.choice(("", "", "7 ", "id;"))
    after = random.choice(("", "", " # easy", ";2.5", " x 1.2"))
    return "".join(before + p.replace(".", sign) + after + "\n" for p in puzzles)


def table(random: Random, puzzles: list[str]) -> str:
    """Return a table with a solution beside each puzzle, with or without a heading."""
    names = random.choice(("puzzle,solution", "quizzes,solutions", "unsolved,solved"))
    rows = [[p, "".join(c if c != "." else "5" for c in p)] for p in puzzles]
    fields = [names.split(","), *rows][not random.random() < 0.7 :]
    if random.random() < 0.5:
        fields = [row[::-1] for row in fields]
    if random.random() < 0.5:
        fields = [[str(k) if k else "id", *row] for k, row in enumerate(fields)]
    separator = random.choice(",;\t")
    quote = random.choice(("", '"'))
    return "".join(
        separator.join(quote + field + quote for field in row) + "\n" for row in fields
    )


def headed(random: Random, puzzles: list[str]) -> str:
    return grids(random, puzzles, random.choice(("1 2 3 4 5 6 7 8 9\n", "123456789\n")))


def grids(random: Random, puzzles: list[str], heading: str = "") -> str:
    """Return the puzzles as nine rows each, perhaps with ruled lines, frames and gaps.

    *heading* is put above each puzzle.
    """
    sign = random.choice(SIGNS)
    layout = random.choice(("{}{}{}", "{}|{}|{}", "|{}|{}|{}|", "{} {} {}"))
    between = random.choice(("", "", " "))
    rule = rule_of(random)
    gap = random.choice(("", "", "\n", rule, rule))
    around = random.choice(("", rule)) if gap == rule else ""
    row_gap = random.choice(("", "", "", "\n"))
    texts = []
    for cells in puzzles:
        signs = cells.replace(".", sign)
        rows = [
            layout.format(*(between.join(signs[k : k + 3]) for k in (r, r + 3, r + 6)))
            for r in range(0, 81, 9)
        ]
        bands = [
            "".join(f"{row}\n{row_gap}" for row in rows[k : k + 3]) for k in (0, 3, 6)
        ]
        texts.append(heading + around + gap.join(bands) + around)
    return random.choice(("", "\n", "\n\n", "Title\n")).join(texts)


def rule_of(random: Random) -> str:
    rule = random.choice(RULES)
    if len(rule) < 3:
        rule = rule * random.choice((9, 9, 9, 11, 13)) if len(rule) == 1 else rule * 9
    return random.choice((rule, rule, "- - - | - - - | - - -")) + "\n"


def fields(random: Random, puzzles: list[str]) -> str:
    separator = random.choice(",;\t")
    sign = random.choice(("", "", ".", "0", "-"))
    heading = random.choice(("", "", separator.join("123456789") + "\n"))
    end = random.choice(("", separator))
    texts = [
        heading
        + "".join(
            separator.join(cells[k : k + 9]).replace(".", sign) + end + "\n"
            for k in range(0, 81, 9)
        )
        for cells in puzzles
    ]
    return random.choice(("", "\n", "Title\n")).join(texts)


def lists(random: Random, puzzles: list[str]) -> str:
    rows_of = [
        [p[k : k + 9].replace(".", "0") for k in range(0, 81, 9)] for p in puzzles
    ]
    grids = [[[int(c) for c in row] for row in rows] for rows in rows_of]
    text = random.choice((", ", ",\n ")).join
    one_by_one = [
        *("".join(f"{row},\n" for row in grid) for grid in grids),
    ]
    ways = (
        "".join(f"{grid}\n" for grid in grids),
        "".join(f"g = [{text(map(str, grid))}]\n\n" for grid in grids),
        f"[{text(map(str, grids))}]\n",
        "".join(dumps({"puzzle": grid, "id": 7}) + "\n" for grid in grids),
        dumps([{"board": rows} for rows in rows_of], indent=1) + "\n",
        dumps(puzzles) + "\n",
        str(tuple(tuple(map(tuple, grid)) for grid in grids)) + "\n",
        "\n".join(one_by_one),
        "Title\n".join(text.replace("[", "{").replace("]", "}") for text in one_by_one),
    )
    return random.choice(ways)


def moves(random: Random, puzzles: list[str]) -> str:
    texts = []
    for cells in puzzles:
        placed = [f"({k // 9}, {k % 9}, {c})" for k, c in enumerate(cells) if c != "."]
        if random.random() < 0.3:
            random.shuffle(placed)
        texts.append(random.choice((", ", ",\n  ")).join(placed))
    name = random.choice(("first_moves = ", "moves = ", ""))
    if "" in texts:
        name = "moves = "
    return "".join(f"{name}[{text}]\n" for text in texts)


def xml(random: Random, puzzles: list[str]) -> str:
    games = "".join(f'<game data="{p.replace(".", "0")}" />\n' for p in puzzles)
    return f"<opensudoku>\n<name>Mine</name>\n{games}</opensudoku>\n"


def candidates(random: Random, puzzles: list[str]) -> str:
    texts = []
    for cells in puzzles:
        marks = [
            c if c != "." else "".join(sorted(random.sample("123456789", 3)))
            for c in cells
        ]
        rows = [" ".join(marks[k : k + 9]) + "\n" for k in range(0, 81, 9)]
        gap = random.choice(("", "\n", "+-----+\n", "---------\n"))
        texts.append(gap.join("".join(rows[k : k + 3]) for k in (0, 3, 6)))
    return "# next\n".join(texts)


def titled(random: Random, puzzles: list[str]) -> str:
    return "".join(
        random.choice(TITLES)
        + "\n"
        + grids(random, [cells])
        + random.choice(("", "\n"))
        for cells in puzzles
    )


def answered(random: Random, puzzles: list[str]) -> str:
    """Return each puzzle with its solution below it, under a title."""
    return "".join(
        f"Puzzle\n{grids(random, [cells])}{random.choice(ANSWERS)}\n"
        f"{grids(random, [filled(random, cells)])}Next puzzle\n"
        for cells in puzzles
    )


def filled(random: Random, cells: str, share: float = 1) -> str:
    """Return ``cells`` with random digits in the blanks, or in a *share* of them."""
    return "".join(
        random.choice("123456789") if cell == "." and random.random() < share else cell
        for cell in cells
    )


def posted(random: Random, puzzles: list[str]) -> str:
    """Return the puzzles as people post them in forums and mails, in tags or quoted."""
    writer = random.choice((lines, grids, titled, fields, lists, answered))
    text = writer(random, puzzles)
    before, after = random.choice(
        (
            ("[code]\n", "[/code]\n"),
            ("[code]", "[/code]\n"),
            ('[quote="Ann"][b]Mine[/b]\n', "[/quote]\n"),
            ("<pre>\n", "</pre>\n"),
            ("Ann wrote:\n", ""),
        )
    )
    sign = random.choice(("> ", "> > ", ">> ", ">")) if not after else ""
    text = "".join(sign + line for line in text.splitlines(keepends=True))
    return before + text + after


def saved(random: Random, puzzles: list[str]) -> str:
    """Return saved games, with the player's progress and often a solution as well."""
    return "".join(
        random.choice((saved_object, saved_xml, saved_sections))(random, p)
        for p in puzzles
    )


def saved_object(random: Random, cells: str) -> str:
    first = random.choice(
        ("initial", "original", "initialBoard", "givens", "startGrid")
    )
    other = random.choice(("board", "grid", "state", "currentBoard", "progress"))
    last = random.choice(("solution", "solvedBoard", "answer"))
    game: dict[str, object] = {
        first: cells,
        other: filled(random, cells, 0.3),
        last: filled(random, cells),
    }
    if random.random() < 0.5:
        for name, one in list(game.items()):
            rows = [str(one)[k : k + 9].replace(".", "0") for k in range(0, 81, 9)]
            game[name] = [[int(c) for c in row] for row in rows]
    names = [*game, "id", "history"]
    random.shuffle(names)
    game |= {"id": 7, "history": [filled(random, cells, 0.3)] * 2}
    text = dumps({name: game[name] for name in names}, indent=random.choice((None, 1)))
    return text + "\n"


def saved_xml(random: Random, cells: str) -> str:
    values = "".join("_" if c == "." else "abcdefghij"[int(c)] for c in cells)
    graph = '<graph order="9" type="sudoku"/>'
    return (
        "<!DOCTYPE ksudoku>\n<ksudoku><game><puzzle>\n"
        f"{graph}\n<values>{values}</values>\n</puzzle></game></ksudoku>\n"
    )


def saved_sections(random: Random, cells: str) -> str:
    rows = [one + "\n" for one in (cells, filled(random, cells, 0.3))]
    parts = ["".join(r[k : k + 9] + "\n" for k in range(0, 81, 9)) for r in rows]
    marks = random.choice(("", "[PencilMarks]\n" + "12,,,,3,,,,\n" * 9))
    after = random.choice(("", "\n", "[Next]\n", "# another\n"))
    return f"[Puzzle]\n{parts[0]}[State]\n{parts[1]}{marks}{after}"


def markdown(random: Random, puzzles: list[str]) -> str:
    heads = random.choice(("ABCDEFGHI", "123456789", " " * 9, ""))
    sign = random.choice((" ", ".", "_"))
    texts = []
    for cells in puzzles:
        rows = [cells[k : k + 9].replace(".", sign) for k in range(0, 81, 9)]
        table = [heads, *rows] if heads else rows
        barred = [f"| {' | '.join(row)} |\n" for row in table]
        texts.append("".join([barred[0], "|---" * 9 + "|\n", *barred[1:]]))
    return "\n".join(texts)


WRITERS: Final[tuple[Writer, ...]] = (
    *(lines, table, grids, grids, grids, headed, fields, lists, moves, xml, candidates),
    *(titled, answered, posted, posted, saved, saved, markdown),
)
# Where a wrong name makes another file that is just as good.
NAMED: Final = (answered, posted, saved)
# Where a lost character or line can leave another file that is just as good.
SOFT: Final = (headed, candidates, fields, moves, markdown)


def file_of(seed: int) -> File:
    """Return a random file of one to four parts; a third of all files are spoilt."""
    random = Random(seed)
    puzzles: list[str] = []
    text = ""
    soft = False
    spoilt = random.random() < 0.35
    writers = [one for one in WRITERS if not (spoilt and one in NAMED)]
    for _ in range(random.choice((1, 1, 2, 3, 4))):
        part = [puzzle(random, spoilt) for _ in range(random.choice((1, 1, 2, 3, 9)))]
        writer = random.choice(writers)
        soft = soft or writer in SOFT
        text += writer(random, part)
        text += random.choice(("", "", "\n", "\n\n", random.choice(TITLES) + "\n"))
        puzzles += part
    return File(spoil(random, text, soft) if spoilt else text, puzzles, spoilt)


def spoil(random: Random, text: str, soft: bool) -> str:
    """Return ``text`` with one mistake, such as a lost line or a wrong character.

    If *soft*, nothing is lost.
    """
    rows = text.splitlines(keepends=True)
    at = random.randrange(len(rows))
    losses = () if soft else ("lost line", "lost character")
    kind = random.choice(("twice", "junk line", "wrong", *losses))
    if kind == "lost line":
        del rows[at]
    elif kind == "twice":
        rows.insert(at, rows[at])
    elif kind == "junk line":
        rows.insert(at, random.choice(("5 5\n", "???\n", "1 2 3 4 5 6 7 8\n", "z\n")))
    else:
        k = random.randrange(len(rows[at]))
        rows[at] = rows[at][:k] + "z" * (kind == "wrong") + rows[at][k + 1 :]
    return "".join(rows)
