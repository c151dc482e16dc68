"""Translate a program, statement by statement, into Python that uses `adt`."""

import re
from collections.abc import Iterator

from pseudocode.reading import syntax
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import PseudocodeError
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.machine import Store
from pseudocode.translating.infer import Inference
from pseudocode.translating.writer import Writer, plain_text

MODULES = {
    "adt.queue": ("LinkedQueue", "Queue"),
    "adt.stack": ("ArrayStack", "Stack"),
    "adt.vector": ("ArrayVector", "DynamicArray", "Vector", "copy_vector"),
}
DOCSTRING = re.compile(r'""".*?"""', re.DOTALL)


def translate(
    parsed: Parsed, base: int = 1, store: Store = "copy", library: Parsed | None = None
) -> str:
    """Return the program in ``parsed`` as the source text of a Python module.

    ``base`` is the first position of a vector in the program, and ``store`` is "copy"
    if a vector stored in an element is copied. The types of what the program calls but
    does not define are inferred from the functions of ``library``. Raise
    PseudocodeError, with all positions, if the program has errors or has parts that
    cannot be translated.
    """
    program = parsed.valid_program()
    defined = {name_key(function.name) for function in program.functions}
    called = {name_key(call.name) for call in syntax.walk_calls(program)} - defined
    handout = parsed.source.handout
    functions = [*program.functions]
    for function in library.program.functions if library else ():
        if name_key(function.name) not in defined:
            functions.append(function)
    writer = Writer(program, handout, Inference(functions), base, store)
    texts = ["\n".join(writer.definition(function)) for function in program.functions]
    if program.statements:
        texts.append("\n".join(writer.module(program.statements)))
    if remarks := [parsed.source.remark(*fault) for fault in sorted(writer.faults)]:
        raise PseudocodeError(remarks)
    code = DOCSTRING.sub("", "\n".join(texts))
    handout_names = sorted(map(writer.function, called & handout.kinds.keys()))
    title = f'"""Translated from {plain_text(parsed.source.name)}."""'
    head = [title, *_imports(code, {handout.module: handout_names})]
    return "\n\n\n".join(["\n\n".join(head), *texts]) + "\n"


def _imports(code: str, handout_names: dict[str, list[str]]) -> Iterator[str]:
    """Yield the blocks of import statements that ``code`` needs.

    The first imports from the standard library, the second from this project.
    ``handout_names`` are the functions that it may use, by the module of the hand-out.
    """
    standard = []
    if "math." in code:
        standard.append("import math")
    if "Literal[" in code:
        standard.append("from typing import Literal")
    ours = []
    for module, names in (MODULES | handout_names).items():
        used = [name for name in names if re.search(rf"\b{name}\b", code)]
        if used:
            ours.append(f"from {module} import {', '.join(used)}")
    for lines in standard, ours:
        if lines:
            yield "\n".join(lines)
