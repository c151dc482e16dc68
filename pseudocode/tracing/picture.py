"""Draw one step of a run as SVG: its sentence, its line, variables and structures."""

from adt.show import svg
from adt.show.descriptions import description
from adt.show.layout import shapes
from adt.show.shapes import Style, extent_of_all
from pseudocode.tracing.record import StepState, format_state
from pseudocode.tracing.step_writer import drawable_states, undrawn_variables

ROW_PIXELS = 28  # from a row of text to the next row or structure
LETTER_PIXELS: dict[Style, int] = {"value": 10, "label": 8}


def draw_step(state: StepState, total: int, code: str) -> str:
    """Return a picture of one of ``total`` steps, whose line is ``code``.

    It is a whole SVG document, dark where the reader prefers dark pages.
    """
    step = state.step
    elements: list[str] = []
    descriptions: list[str] = []
    width = bottom = 0

    def add_row(text: str, style: Style) -> None:
        nonlocal width, bottom
        elements.append(svg.text(0, bottom, text, style, "start"))
        width = max(width, LETTER_PIXELS[style] * len(text))
        bottom += ROW_PIXELS

    add_row(step.text, "value")
    add_row(f"Line {step.line}: {code}", "label")
    variables = undrawn_variables(state)
    if variables:
        add_row(", ".join(variables), "label")
    for name, structure in drawable_states(state).items():
        if structure["kind"] == "large":
            add_row(f"{name}: {format_state(structure)}", "label")
            continue
        add_row(name, "label")
        drawn = shapes(structure)
        x, y, right, end = extent_of_all(drawn)
        to = f"{-svg.COLUMN_PIXELS * x},{bottom - svg.LINE_PIXELS * y}"
        painted = [element for shape in drawn for element in svg.paint(shape)]
        elements += [f'<g transform="translate({to})">', *painted, "</g>"]
        width = max(width, svg.COLUMN_PIXELS * (right - x))
        bottom += svg.LINE_PIXELS * (end - y) + ROW_PIXELS
        descriptions.append(f"{name}: {description(structure)}")
    margin = svg.MARGIN
    extent = -margin, -margin, width + 2 * margin, bottom + margin
    title = f"Step {state.number:,} of {total:,}: {step.text}"
    words = " ".join(descriptions)
    return svg.document(extent, elements, title, words, svg.styles(light=False))
