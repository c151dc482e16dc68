"""``analyse``: compute the figures in the answers to Tasks 9 and 10, by enumeration.

As text, they are in the sentences of `pseudoku.claims`; as JSON, they have names.
"""

import json
from argparse import Namespace
from collections.abc import Iterator
from math import comb
from textwrap import fill

from _courseware.terminal import messages, options
from pseudoku.claims import CLAIMS, unique_choices


def arguments(parser: options.Parser) -> None:
    options.options(parser, "output", "json")


def run(arguments: Namespace) -> int:
    if arguments.json:
        figures = {claim.key: claim.compute() for claim in CLAIMS}
        print(json.dumps(figures | {"unique_choices": unique_choices()}, indent=2))
    else:
        print("\n".join(_report_lines()))
    return messages.YES


def _report_lines() -> Iterator[str]:
    """Yield the lines of the report: the claims of each task, and a table on blanks."""
    for task in sorted({claim.task for claim in CLAIMS}):
        yield f"Sentences with a figure in the answer to Task {task}"
        for claim in CLAIMS:
            if claim.task == task:
                sentence = claim.sentence().replace("*", "")  # emphasis
                yield fill(sentence, 80, initial_indent="  ", subsequent_indent="    ")
        yield ""
    yield "Choices of n blanks that leave one solution, the same for each hit"
    yield "   n  unique   of all  P(one solution)"
    for n, unique in enumerate(unique_choices()):
        yield f"  {n:2}  {unique:6}  {comb(16, n):7}  {unique / comb(16, n):.3f}"
