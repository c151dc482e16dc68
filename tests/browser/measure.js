// What the tests measure and do on pages; each is evaluated alone, by its name.

// === GRID: Each cell of the board: its digit, its marks, its lines and its outlines.
() => {
  const square = (node) => { const r = node.getBoundingClientRect();
    return [r.left, r.top, r.right, r.bottom]; };
  const third = (low, high, from, to) =>
    Math.floor(((low + high) / 2 - from) / (to - from) * 3);
  return [...document.querySelectorAll(".board tbody td")].map((td) => {
    const div = td.firstElementChild;
    const [left, top, right, bottom] = square(td);
    const outer = getComputedStyle(td), inner = getComputedStyle(div);
    const dashes = getComputedStyle(div, "::before");
    const marks = [...td.querySelectorAll("i")].filter((mark) => mark.textContent);
    return {
      square: square(div),
      digit: [...div.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent).join(""),
      marks: marks.map((mark) => mark.textContent).join(""),
      places: marks.map((mark) => { const [l, t, r, b] = square(mark);
        return 3 * third(t, b, top, bottom) + third(l, r, left, right) + 1; }).join(""),
      crossed: marks.filter((mark) =>
          getComputedStyle(mark, "::after").borderTopStyle === "solid")
        .map((mark) => mark.textContent).join(""),
      underlined: marks.filter((mark) =>
          getComputedStyle(mark).textDecorationLine === "underline")
        .map((mark) => mark.textContent).join(""),
      bold_marks: marks.filter((mark) =>
          Number(getComputedStyle(mark).fontWeight) >= 700)
        .map((mark) => mark.textContent).join(""),
      bold: Number(outer.fontWeight) >= 700,
      tint: outer.backgroundColor,
      outline: `${outer.outlineStyle} ${outer.outlineWidth}`,
      inside: `${dashes.borderTopStyle} ${dashes.borderTopWidth}`,
      right: parseFloat(inner.borderRightWidth),
      bottom: parseFloat(inner.borderBottomWidth),
      thin: outer.boxShadow !== "none",
      words: td.querySelector("small")?.textContent ?? "",
      sticks_out: div.scrollWidth > div.clientWidth + 1
        || div.scrollHeight > div.clientHeight + 1
        || marks.some((mark) => { const [l, t, r, b] = square(mark);
          return l < left || t < top || r > right || b > bottom; }),
    };
  });
}

// === OUT_OF_VIEW: Each moment at which something is out of view, with the names of what is.
(every) => {
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
}

// === COMPARED: The text of each cell of the comparison, and whether it is ringed.
[...document.querySelectorAll(".compared .place > :first-child")].map(
  (one) => [one.textContent, getComputedStyle(one).outlineStyle === "solid"])

// === TREE: The dots of a tree, told apart by how they are drawn, and its labels and counts.
(root) => {
  const shown = (one) => getComputedStyle(one).display !== "none";
  const shape = (path) => {
    const {fill, stroke} = getComputedStyle(path);
    if (path.getAttribute("d").startsWith("M-5")) return "✕";
    if (path.getAttribute("d").startsWith("M0")) return "★";
    return fill === stroke ? "●" : "○";
  };
  const middle = (one) => { const r = one.getBoundingClientRect();
    return [(r.left + r.right) / 2, (r.top + r.bottom) / 2]; };
  const boxOf = (one) => { const r = one.getBoundingClientRect();
    return [r.left, r.top, r.right, r.bottom]; };
  const dots = [...root.querySelectorAll(".dot")].filter(shown).map((dot) => ({
    label: dot.querySelector("text").textContent, at: middle(dot.querySelector("path")),
    shape: shape(dot.querySelector("path")), step: dot.dataset.step,
    now: shown(dot.querySelector(".now")) }));
  const labels = [...root.querySelectorAll(".dot text")].filter(
    (one) => one.textContent && shown(one)).map(boxOf);
  const thick = [...root.querySelectorAll("svg > path")].filter(shown).filter(
    (line) => parseFloat(getComputedStyle(line).strokeWidth) > 3).length;
  return {dots, labels, thick, counts: root.querySelector(".counts").textContent,
    waits: root.querySelector(".waits").textContent, frame: boxOf(root.querySelector(".frame"))};
}

// === MARKED: Of each step: the sentence, the cells that are marked, the text of the changed one.
() => {
  const slider = document.getElementById("slider"), steps = [];
  const cells = (role) => [...document.querySelectorAll(".board td." + role)].map(
    (td) => `r${td.parentNode.rowIndex}c${td.cellIndex}`);
  while (slider.value !== slider.max) {
    document.getElementById("next").click();
    steps.push([document.getElementById("sentence").textContent, cells("changed"),
      cells("reason"), document.querySelector(".board td.changed div")?.textContent]);
  }
  return steps; }

// === RUN: The variables, the structures, the sentence and the lines of a run at a step.
() => ({
  variables: [...document.querySelectorAll(".numbers span")].map(
    (one) => one.textContent),
  figures: [...document.querySelectorAll("#stage figure:not(.compared)")].map((figure) => ({
    name: figure.querySelector("figcaption").textContent,
    words: figure.querySelector(".said").textContent,
    values: [...figure.querySelectorAll(".value:not(.empty)")].map((one) => one.textContent),
    marked: [...figure.querySelectorAll(".marked > :first-child")].map((one) => {
      const style = getComputedStyle(one);
      return [one.textContent, style.outlineStyle, style.borderTopStyle,
        one.nextSibling.textContent];
    }),
    sticks_out: [...figure.querySelectorAll(".value")].some(
      (one) => one.getBoundingClientRect().right > innerWidth),
  })),
  line: document.getElementById("line").textContent,
  sentence: document.getElementById("sentence").textContent,
  detail: document.getElementById("detail").textContent,
  where: document.getElementById("where").textContent,
  marked_lines: [...document.querySelectorAll("#code ol:not([hidden]) [aria-current]")].map(
    (one) => [one.firstChild.textContent.trim(), one.children[0]?.textContent ?? ""]),
})

// === BARS: Of each bar: its row, its left and right end as parts of the timeline, its text.
[...document.querySelectorAll("#bars .band")].flatMap((band, row) => {
  const all = band.getBoundingClientRect();
  return [...band.children].map((bar) => { const one = bar.getBoundingClientRect();
    return [row, (one.left - all.left) / all.width, (one.right - all.left) / all.width,
      bar.textContent]; }); })

// === CUT: The pictures that are not whole inside the stage, and the pairs that overlap.
() => {
  const stage = document.getElementById("stage").getBoundingClientRect();
  const all = [...document.querySelectorAll("#stage :is(.sheet, .tree, figure)")].map(
    (one) => one.getBoundingClientRect()).filter(({width}) => width);
  return [all.length, all.filter((one) => one.left < stage.left - 1
      || one.right > stage.right + 1 || one.top < stage.top - 1
      || one.bottom > stage.bottom + 1).length,
    all.filter((one, k) => all.slice(k + 1).some((other) => one.left < other.right - 1
      && other.left < one.right - 1 && one.top < other.bottom - 1
      && other.top < one.bottom - 1)).length]; }

// === RINGS: The middles of the marks of a chain, and of the rings around them.
() => {
  const middle = (node) => { const r = node.getBoundingClientRect();
    return [(r.left + r.right) / 2, (r.top + r.bottom) / 2]; };
  return [".board .why", ".sheet circle"].map((what) =>
    [...document.querySelectorAll(what)].map(middle).sort((a, b) => a[0] + 3 * a[1] - b[0] - 3 * b[1])); }

// === ROLES: Of each role: how a cell of the key, and a cell of the board with it, look.
() => [...document.querySelectorAll("#legend b")].map((key) => {
  const cell = document.querySelector(".board td.given, .board td");
  cell.className = key.className;
  return [key, cell].map((one) => { const style = getComputedStyle(one);
    return [style.backgroundColor, style.outlineStyle]; }); })

// === PLACES: The places of the panes, in each arrangement that occurs at any step.
() => {
  const byId = (id) => document.getElementById(id), places = new Set();
  for (let last = -1; last !== byId("slider").value; byId("next").click()) {
    last = byId("slider").value;
    places.add(["keys", "time", "words", "stage"].map(
      (id) => byId(id).getBoundingClientRect().top).join());
  }
  return [...places]; }

// === TEXT: Of what a selector finds: the smallest size of its text, in hundredths of the height.
(what) => Math.min(...[...document.querySelectorAll(what)].map(
  (one) => parseFloat(getComputedStyle(one).fontSize)
    * one.getBoundingClientRect().width / (one.offsetWidth || 1))) / innerHeight * 100

// === SCROLLS: Whether the page scrolls.
(() => { const root = document.documentElement;
  return root.scrollWidth > innerWidth || root.scrollHeight > innerHeight; })()

// === COLORS: Those of the knob of the timeline, and of the bars in its lower row.
[getComputedStyle(document.getElementById("now"), "::after"),
    ...[...document.querySelectorAll(".band:last-of-type i")].map(
      (one) => getComputedStyle(one))].map(({backgroundColor}) => backgroundColor)

// === COUNT_CALLS: Count from now on how often the address is written.
() => { window.calls = 0; const real = history.replaceState;
  history.replaceState = function (...all) { window.calls += 1; real.apply(this, all); }; }

// === WATCH: Count from now on the nodes that are inserted and removed.
() => {
  window.changes = 0;
  const count = (records) => { window.changes += records.length; };
  new MutationObserver(count).observe(document, {childList: true, subtree: true}); }

// === FONTS: The sizes of the program, of the sentence and of a value.
["#program", "#sentence", ".value"].map((one) =>
  parseFloat(getComputedStyle(document.querySelector(one)).fontSize))

// === NOW: The text of the line of the editor that is marked as that of the step.
[...document.querySelectorAll("#lines [aria-current]")].filter(
  (one) => getComputedStyle(one).outlineStyle === "solid").map(
  (one) => one.firstChild.textContent.trim())

// === FAILED: The text of the line of the editor at which the run or the reading failed.
[...document.querySelectorAll("#lines .failed")].filter(
  (one) => one.checkVisibility()).map((one) => one.firstChild.textContent.trim())

// === HEIGHTS: Those of the program in its field, and of the list of its lines behind it.
(() => {
  const [field, lines] = ["program", "lines"].map((id) => document.getElementById(id));
  Object.assign(field.style, {alignSelf: "start", height: 0});
  lines.style.alignSelf = "start";
  const found = [field.scrollHeight, lines.offsetHeight];
  field.style.cssText = lines.style.cssText = "";
  return found; })()

// === INJECT: Insert a script, which the policy must stop.
() => { const one = document.createElement("script");
  one.textContent = "document.title = 'changed'"; document.body.append(one); }

// === BEGIN_AGAIN: Show the first text of the playground, without results and exercise.
() => {
  localStorage.clear();
  sessionStorage.clear();
  document.getElementById("restore").click();
  const chosen = {hints: "1", method: "preemptive"};
  for (const id in chosen) document.getElementById(id).value = chosen[id]; }

// === PASTE: Paste a text into an element.
(element, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const paste = {clipboardData, bubbles: true, cancelable: true};
  element.dispatchEvent(new ClipboardEvent("paste", paste)); }

// === DROP: Drop a file with a name and a text on the editor.
([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  const drop = {dataTransfer, bubbles: true, cancelable: true};
  document.getElementById("editor").dispatchEvent(new DragEvent("drop", drop)); }
