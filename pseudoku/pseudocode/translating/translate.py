"""A program in Python on `adt`, statement by statement."""

from pseudoku.pseudocode.judging.reference import reference
from pseudoku.pseudocode.reading.parser import Parsed
from pseudoku.pseudocode.reading.syntax import Program, calls
from pseudoku.pseudocode.reading.words import key
from pseudoku.pseudocode.running.machine import Store
from pseudoku.pseudocode.translating.infer import Inference
from pseudoku.pseudocode.translating.python import snake
from pseudoku.pseudocode.translating.writer import MODULES, Writer, plain_text


def translate(parsed: Parsed, base: int = 1, store: Store = "copy") -> str:
    """The program of ``parsed`` as a Python module.

    PseudocodeError where it says what Python cannot say in the same order.
    """
    program, functions = parsed.checked(), reference().checked().functions
    own = {key(one.name) for one in program.functions}
    others = [one for one in functions if key(one.name) not in own]
    inference = Inference([program, Program(others, [])])
    writers = [
        Writer(parsed, inference, inference.signatures[key(one.name)], base, store)
        for one in program.functions
    ]
    pairs = zip(writers, program.functions)
    parts = ["\n".join(writer.function(function)) for writer, function in pairs]
    if program.statements:
        about = inference.statements(program.statements)
        writers.append(Writer(parsed, inference, about, base, store))
        parts.append("\n".join(writers[-1].module(program.statements)))
    imported = {name for writer in writers for name in writer.imported}
    wanted = {snake(call.name) for call in calls(program) if key(call.name) not in own}
    given = sorted(wanted & {snake(one.name) for one in others})
    head = header(parsed, "\n".join(parts), imported, given)
    return "\n\n\n".join([head, *parts]) + "\n"


def header(parsed: Parsed, text: str, imported: set[str], given: list[str]) -> str:
    """The docstring and the imports of the module whose functions are ``text``."""
    standard = ["import math"] * ("math" in imported)
    standard += ["from typing import Literal"] * ("Literal[False]" in text)
    ours = []
    for module, names in MODULES.items():
        used = [name for name in names if name in imported]
        if used:
            ours.append(f"from {module} import {', '.join(sorted(used))}")
    if given:
        ours.append(f"from pseudoku.tasks import {', '.join(given)}")
    told = f'"""Translated from {plain_text(parsed.source.name)}."""'
    parts = (told, "\n".join(standard), "\n".join(ours))
    return "\n\n".join(part for part in parts if part)
