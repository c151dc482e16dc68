"""``draw FILE --step K -o x.svg``: a puzzle, or the grid at a step, as a picture."""

import sys
from argparse import Namespace

from _courseware.draw.drawing import draw_svg, draw_text
from _courseware.terminal import messages, options
from sudoku.cli.walkthrough import explain_first_puzzle, one_puzzle_arguments
from sudoku.explain.steps import State
from sudoku.grid_pictures import grid_at_step, latex_at_step


def arguments(parser: options.Parser) -> None:
    one_puzzle_arguments(parser)
    parser.add_argument(
        "--step",
        type=options.integer_argument,
        metavar="K",
        help="the number of the step, 0 for the start (default: the puzzle itself)",
    )
    options.picture_options(parser)


def run(arguments: Namespace) -> int:
    ending = options.picture_ending(arguments.output, ".svg", ".tex", ".txt")
    _, [explanation] = explain_first_puzzle(arguments, [arguments.method])
    if arguments.step is None:
        puzzle = State(explanation.puzzle, None)
        explanation = explanation._replace(start=puzzle)
    number: int = arguments.step or 0
    last = len(explanation.steps)
    options.check_step("--step", number, 0, last)
    if ending == ".tex":
        sys.stdout.write(latex_at_step(explanation, number))
    elif ending == ".svg":
        drawn = grid_at_step(explanation, number)
        sys.stdout.write(draw_svg(drawn, light=arguments.light))
    else:
        sys.stdout.write(draw_text(grid_at_step(explanation, number)))
    return messages.YES
