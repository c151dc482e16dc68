"""What a page shows at a step: what is in view, by rectangles, and what is ringed."""

from typing import Final

from tests.browser.opened import Page

# The text of each cell of the comparison, and whether it is ringed.
COMPARED: Final = """[...document.querySelectorAll(".compared .place > :first-child")].map(
  (one) => [one.textContent, getComputedStyle(one).outlineStyle === "solid"])"""
SIZES: Final = ((360, 740), (768, 1024), (1280, 720), (1920, 1080))
# Each moment at which something is out of view, with the names of what is.
OUT_OF_VIEW: Final = """(every) => {
  const byId = (id) => document.getElementById(id);
  const slider = byId("slider"), bad = [];
  const isInside = (node, pane) => {
    const [a, b] = [node, pane].map((one) => one.getBoundingClientRect());
    return a.width > 0 && a.height > 0 && b.left - 1 <= a.left && a.right <= b.right + 1
      && b.top - 1 <= a.top && a.bottom <= b.bottom + 1; };
  const isShown = (node) => node.getClientRects().length > 0;
  const last = Number(slider.max);
  for (let n = Number(slider.min); n <= last; n += n === last ? 1 : Math.min(every, last - n)) {
    slider.value = n;
    slider.oninput();
    const out = new Set();
    const root = document.documentElement, stage = byId("stage"), words = byId("words");
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) out.add("document");
    const line = byId("code").querySelectorAll("[aria-current]");
    if (isShown(byId("code"))
        && (line.length !== 1 || !isInside(line[0], byId("code")))) out.add("line in code");
    for (const id of ["where", "sentence"])
      if (!isInside(byId(id), words)) out.add(id);
    if (isShown(byId("line")) && byId("line").textContent && !isInside(byId("line"), words))
      out.add("line");
    if (words.scrollHeight > words.clientHeight) out.add("words");
    if (!isInside(byId("next"), root)) out.add("next");
    const drawn = [...stage.querySelectorAll("figure, .value, .sheet, .frame, .numbers")];
    for (const node of drawn.filter(isShown))
      if (!isInside(node, stage)) out.add(node.className || node.localName);
    const dot = stage.querySelector(".here > path");
    if (dot && !isInside(dot, dot.closest(".frame"))) out.add("dot");
    if (!drawn.some(isShown)) out.add("nothing drawn");
    if (out.size) bad.push([n, ...out]);
  }
  return bad;
}"""


def out_of_view(page: Page, every: int = 1) -> list[list[object]]:
    """Return the steps of *page* at which something is out of view.

    Each is a list of the number of the step and the names of what is out of view. Only
    each *every*-th step and the last one are looked at.
    """
    found: list[list[object]] = page.evaluate(OUT_OF_VIEW, every)
    return found
