r"""COMP9021: the LaTeX of a grid, to the byte.

A cell is ``\N{1 2}{3 4}{5 6}{7 8 9}{E}``: its marks in four corners, then the digit in
the center or nothing.
"""

from sudoku.grid import Grid, Marks

HEADER = r"""\documentclass[10pt]{article}
\usepackage[left=0pt,right=0pt]{geometry}
\usepackage{tikz}
\usetikzlibrary{positioning}
\usepackage{cancel}
\pagestyle{empty}

\newcommand{\N}[5]{\tikz{\node[label=above left:{\tiny #1},
                               label=above right:{\tiny #2},
                               label=below left:{\tiny #3},
                               label=below right:{\tiny #4}]{#5};}}

\begin{document}

\tikzset{every node/.style={minimum size=.5cm}}

\begin{center}
\begin{tabular}{||BOX BOX BOX}\hline\hline
""".replace("BOX BOX BOX", 3 * "@{}c@{}|@{}c@{}|@{}c@{}||")

FOOTER = r"""\end{tabular}
\end{center}

\end{document}
"""

CORNERS = (1, 2), (3, 4), (5, 6), (7, 8, 9)


def document(grid: Grid, marks: Marks, left: Marks) -> str:
    """Return the file for ``grid``; its ``marks`` are canceled unless ``left``.

    Both map the cells that have marks, by row and column from 0, to their digits.
    """
    lines = []
    for row in range(9):
        cells = [
            cell(
                grid[row][column],
                marks.get((row, column), set()),
                left.get((row, column), set()),
            )
            for column in range(9)
        ]
        lines.append(grid_line(row + 1, cells))
    return HEADER + "\n".join(lines) + FOOTER


def grid_line(number: int, cells: list[str]) -> str:
    """Return line ``number`` of the grid, from 1, with the rule below it."""
    boxes = [" & ".join(cells[start : start + 3]) for start in (0, 3, 6)]
    rule = r"\hline\hline" if number % 3 == 0 else r"\hline"
    return f"% Line {number}\n" + " &\n".join(boxes) + rf" \\ {rule}" + "\n"


def cell(digit: int, marks: set[int], left: set[int]) -> str:
    r"""Return one cell: its marks, crossed out unless they are ``left``, and its digit.

    >>> print(cell(0, {1, 3, 4}, {1, 3}))
    \N{1}{3 \cancel{4}}{}{}{}
    """
    corners = "".join(f"{{{corner(digits, marks, left)}}}" for digits in CORNERS)
    return rf"\N{corners}{{{digit or ''}}}"


def corner(digits: tuple[int, ...], marks: set[int], left: set[int]) -> str:
    """Return those of ``digits`` that are marks."""
    return " ".join(
        str(digit) if digit in left else rf"\cancel{{{digit}}}"
        for digit in digits
        if digit in marks
    )
