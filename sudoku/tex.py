r"""COMP9021: the LaTeX of a grid, to the byte.

A cell is ``\N{1 2}{3 4}{5 6}{7 8 9}{E}``: its marks in four corners, then the digit in
the centre or nothing.
"""

from sudoku.grid import Digits, Grid, Marks

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
    """``grid`` and, in its empty cells, ``marks``: cancelled unless still ``left``."""
    lines = []
    for row in range(9):
        cells = [
            cell(
                grid[row][column],
                marks.get((row, column), 0),
                left.get((row, column), 0),
            )
            for column in range(9)
        ]
        lines.append(grid_line(row + 1, cells))
    return HEADER + "\n".join(lines) + FOOTER


def grid_line(number: int, cells: list[str]) -> str:
    """Line ``number`` of the grid, with the rule below it."""
    boxes = [" & ".join(cells[start : start + 3]) for start in (0, 3, 6)]
    rule = r"\hline\hline" if number % 3 == 0 else r"\hline"
    return f"% Line {number}\n" + " &\n".join(boxes) + rf" \\ {rule}" + "\n"


def cell(digit: int, marks: Digits, left: Digits) -> str:
    r"""One cell.

    >>> print(cell(0, 2**1 | 2**3 | 2**4, 2**1 | 2**3))
    \N{1}{3 \cancel{4}}{}{}{}
    """
    corners = "".join(f"{{{corner(digits, marks, left)}}}" for digits in CORNERS)
    return rf"\N{corners}{{{digit or ''}}}"


def corner(digits: tuple[int, ...], marks: Digits, left: Digits) -> str:
    """Those of ``digits`` that are marks."""
    return " ".join(
        str(digit) if left & 2**digit else rf"\cancel{{{digit}}}"
        for digit in digits
        if marks & 2**digit
    )
