"""Describe a picture in words: a title, and a text for readers who cannot see it.

>>> from adt.show.states import line_state
>>> state = line_state("queue", [3, 1, 4, 2])
>>> state["marks"] = ["", "", "", "leaves"]
>>> title(state)
'Queue, tail first: 3, 1, 4, 2'
>>> description(state)
'Queue, tail first: 3, 1, 4, 2 (leaves).'
"""

from collections.abc import Sequence

from adt.show.lines import printable_element
from adt.show.states import (
    ArrayState,
    Element,
    LineState,
    Mark,
    MemoryState,
    PointerState,
    State,
)

KIND_TITLES = {
    "vector": "Vector",
    "queue": "Queue, tail first",
    "stack": "Stack, top first",
    "large": "Too large to draw",
}


def title(state: State) -> str:
    """Return a title: the size of a memory, or the kind and the elements of others."""
    if state["kind"] == "memory":
        return (
            f"Memory of {sum(len(array['cells']) for array in state['arrays'])} cells"
        )
    return _line_words(state, [])


def description(state: State) -> str:
    """Return everything that a picture of ``state`` shows, in words."""
    if state["kind"] == "memory":
        return " ".join(_memory_sentences(state))
    return f"{_line_words(state, state.get('marks', []))}."


def _line_words(state: LineState, marks: Sequence[Mark]) -> str:
    elements = [_element_words(element) for element in state["elements"]]
    return f"{KIND_TITLES[state['kind']]}: {_join_marked(elements, marks) or 'empty'}"


def _element_words(element: Element) -> str:
    if isinstance(element, dict):
        return f"({_line_words(element, element.get('marks', []))})"
    return printable_element(element) or "nothing"


def _join_marked(words: Sequence[str], marks: Sequence[str]) -> str:
    marked = [f"{word} ({mark})" if mark else word for word, mark in zip(words, marks)]
    return ", ".join(marked or words)


def _memory_sentences(state: MemoryState) -> list[str]:
    variables = [
        f"{variable['name']} points to {variable['to']}."
        for variable in state["variables"]
    ]
    return variables + [_array_sentence(array) for array in state["arrays"]]


def _array_sentence(array: ArrayState) -> str:
    last = array["address"] + len(array["cells"]) - 1
    words = [_content_words(content) for content in array["cells"]]
    return f"Cells {array['address']} to {last}: {_join_marked(words, array['marks'])}."


def _content_words(content: int | PointerState | None) -> str:
    if isinstance(content, dict):
        return f"pointer to {content['to']}"
    return "null" if content is None else str(content)
