// @ts-nocheck
/* The record of a run as a film: what `trace --json` prints. record.py describes a step,
   its changes, and adt/show/states.py a structure and the mark at an element. */
import {counted, element} from "../../_courseware/draw/assets/bench.js";

const SIGNS = {arrives: "▲", read: "○", leaves: "▽", wrong: "✕", differs: ""};
const APART = 500;  // steps between the states that are kept
const MOST_CALLERS = 3;
const TRIED = 24, LEAST = 9;  // moments that are drawn to fit; pixels of the text

export function filmOfRun(data) {
  const steps = [], kept = [[]], last = data.total;
  const rounds = new Map(data.rounds.map((round) => [round.end, round]));
  const {difference, endless} = data, isWrong = Boolean(data.error || difference && !difference.right);
  // Of the figures; the scale is 0 while some are tried.
  let columns = "one", width = 0, scale = 0;

  /* Unfold the bodies: each step with its call. */
  function unfold(number, caller) {
    const [index, ...parts] = data.bodies[number], name = data.functions[index];
    const body = {name, caller, path: [...caller?.path ?? [], name].filter(Boolean)};
    for (const part of parts) {
      if (part < 0) unfold(~part, body);
      else {
        const [line, operation, text, changes, marked] = data.steps[part];
        const [symbol, name, position, value] = marked ?? [];
        const marks = marked ? [{symbol, name, position, value}] : [];
        steps.push({body, line, operation, text, changes, marks});
      }
    }
  }
  unfold(data.bodies.length - 1, null);
  const hasFailed = steps[last - 1]?.operation === "FAIL";

  /* The active calls after step n, each with its variables and its last mark. They are
     kept after some steps, so that a moment replays at most APART. */
  function framesAt(n) {
    const from = Math.min(kept.length - 1, Math.floor(n / APART)), frames = copied(kept[from]);
    for (let k = APART * from; k < n; k += 1) {
      replay(steps[k], frames);
      if ((k + 1) % APART === 0) kept[(k + 1) / APART] ??= copied(frames);
    }
    return frames;
  }

  const program = data.program.split("\n");
  const listings = new Map(data.listings.map((one) => [one.name, one]));

  function at(n) {
    const {body: {name, path}, line, operation, text, changes} = steps[n - 1];
    const {start, lines} = listings.get(name), code = lines[line - start] ?? "";
    const failed = ["FAIL", "UNREAD"].includes(operation), isOwn = program[line - 1] === code;  // or the reference's
    const calls = [path.length > 3 && "…", ...path.slice(-3)].filter(Boolean).join(" › ");
    const turns = data.bars.filter(([from, to, , , isCall]) => !isCall && from <= n && n <= to);
    const given = changes.filter(([up, , value]) => !up && value !== null && !value.kind);
    return {
      where: [`Step ${counted(n)} of ${counted(last)}${endless ? " shown" : ""}`, calls,
        ...turns.map(([, , turn]) => turn)].filter(Boolean).join(" · "),
      line: `${failed ? "✕ " : ""}${isOwn ? "Line" : "In the reference, line"} `
        + `${line}${code && ": "}${code.trim()}`,
      sentence: `${text}.`,
      detail: n >= endless?.first || n === last && !hasFailed ? data.summary
        : n === difference?.step ? hint : lost.get(n) ?? (n < last ? rounds.get(n)?.text : ""),
      name, place: line, isOwn, failed,
      values: given.map(([, variable, value]) => `${variable} = ${value}`).join(", "),
    };
  }

  function draw(n, stage) {
    if (!stage.firstChild) stage.append(element("div", "figures"));
    const figures = stage.firstChild;
    figures.replaceChildren(...panes(n));
    if (!scale) return;
    arrange(figures, columns, width, scale);
    if (room(stage, figures) < 1) drawAlone(stage, figures);
  }

  /* Fit a moment that is larger than those that were tried. */
  function drawAlone(stage, figures) {
    const [[own, most]] = ["one", "two"].map((name) => {
      arrange(figures, name, 0, scale);
      return [name, room(stage, figures) * scale];
    }).sort(([, a], [, b]) => b - a);
    arrange(figures, own, 0, most);
  }

  function arrange(figures, name, least, size) {
    figures.className = `figures ${name}`;
    figures.style.minWidth = `${least}em`;
    figures.style.fontSize = `${Math.max(LEAST, 16 * size)}px`;
  }

  /* The panes of a moment: numbers, structures, at the end the result. */
  function panes(n) {
    const frames = framesAt(n), {held} = frames.at(-1), {marks, operation} = steps[n - 1];
    const [name, ...cells] = rounds.get(n)?.clash ?? [];
    const wrong = cells.map((position) => ({symbol: "wrong", name, position}));
    const numbers = numbersOf(held), structures = [];
    for (const [key, value] of held)
      if (isDrawn(value)) structures[isNested(value) ? "unshift" : "push"](
        figure(key, value, [...marks, ...wrong]));
    if (![...held.values()].some(isNested)) structures.unshift(...outer(frames, wrong));
    if (n === last && difference?.pairs) structures.push(pair(data.result, difference));
    if (!numbers.firstChild && !structures.length) numbers.append(
      operation === "UNREAD" ? "This line is not run." : "No variables yet");
    return [...callers(frames), numbers, ...structures];
  }

  /* The numbers of the nearest callers, if they are calls of the same function. */
  function callers(frames) {
    const {body: {name}} = frames.at(-1);
    const same = frames.slice(0, -1).filter(({body}) => body.name === name);
    return same.slice(-MOST_CALLERS).map(({held}) => {
      const numbers = numbersOf(held);
      numbers.classList.add("caller");
      return numbers;
    });
  }

  /* The grid of the nearest caller that has one. */
  function outer(frames, wrong) {
    for (const frame of frames.slice(0, -1).reverse())
      for (const [name, value] of frame.held)
        if (isNested(value)) return [figure(name, value, [...frame.marks, ...wrong],
          ` in ${frame.body.name}`)];
    return [];
  }

  /* How much larger the figures could be in the stage. */
  function room(stage, {offsetWidth, offsetHeight}) {
    const {clientWidth, clientHeight} = stage;
    return Math.min((clientWidth - 20) / offsetWidth, (clientHeight - 10) / offsetHeight);
  }

  /* Choose one column or two, and the largest scale at which some moments fit. The last one
     is larger than the others if it compares the result, and has a scale of its own. */
  function fit(stage) {
    const tried = new Set([last, ...data.largest, ...Array.from({length: TRIED},
      (_, k) => 1 + Math.floor(k * (last - 1) / TRIED))]);
    if (difference?.pairs && last > 1) tried.delete(last);
    const best = {one: Infinity, two: Infinity}, wide = {one: 0, two: 0};
    scale = 0;
    draw(last, stage);
    const figures = stage.firstChild;
    for (const n of tried) {
      draw(n, stage);
      for (const name of ["one", "two"]) {
        arrange(figures, name, 0, 1);
        best[name] = Math.min(best[name], room(stage, figures));
        wide[name] = Math.max(wide[name], figures.offsetWidth);
      }
    }
    columns = best.two > best.one ? "two" : "one";
    const limit = document.documentElement.classList.contains("big") ? 6 : 2.4;
    width = wide[columns] / 16;
    scale = Math.min(best[columns], limit);
  }

  const lost = new Map((difference?.lost ?? []).map(([moment, text]) =>
    [moment, `${text} is in no structure any more, and the result lacks it.`]));
  const parting = difference?.step || [...lost.keys()][0] || last;
  const hint = [difference?.told, difference?.after && `After the change: ${difference.after}.`]
    .filter(Boolean).join(" ");
  // The words of the steps tell the rest.
  const summary = endless ? data.summary.split(":")[0]
    : hasFailed ? `Error in line ${steps[last - 1].line}` : data.summary;
  const rows = Object.values(Object.groupBy(data.bars, ([, , , level]) => level));
  const bands = rows.map((row) => row.map(([from, to, text]) => ({from, to, text})));
  if (endless) {
    const {first, last: to, proved} = endless, text = proved ? "never ends" : "goes on";
    bands.unshift([{from: first, to, text, kind: "dead"}]);
  }
  return {
    kind: "run", title: data.call || "The program", summary, isWrong,
    first: 1, last, open: endless?.first ?? (isWrong ? parting : 1), at, draw, fit, bands,
    ticks: isWrong ? [...new Set([parting, ...lost.keys(), last])].map((moment) => ({at: moment, kind: "error"})) : [],
    code: data.listings,
    list: data.rounds.map(({end, text}) => ({at: end, text})),
    longest: [last, ...longest(steps, 6).map(([k]) => k + 1),
      ...longest(data.rounds, 2).map(([, {end}]) => end)],
  };
}

/* The entries [index, item] of the items with the longest texts. */
function longest(items, count) {
  return [...items.entries()].sort(([, a], [, b]) => b.text.length - a.text.length).slice(0, count);
}

/* Change the active calls as a step does. */
function replay({body, changes, marks}, frames) {
  const enter = (one) => frames.push({body: one, held: new Map(), marks: []});
  while (frames.length && ![body, body.caller].includes(frames.at(-1).body)) frames.pop();
  if (body.caller && !frames.length) enter(body.caller);
  if (frames.at(-1)?.body !== body) enter(body);
  for (const [up, name, value] of changes) {
    const {held} = frames.at(-1 - up);
    if (value === null) held.delete(name);
    else held.set(name, value);
  }
  if (marks.length) frames.at(-1).marks = marks;
}

function copied(frames) {
  return frames.map((frame) => ({...frame, held: new Map(frame.held)}));
}

/* The variables that are no structures. */
function numbersOf(held) {
  return element("p", "numbers", ...[...held].filter(([, value]) => !isDrawn(value)).flatMap(
    ([key, value]) => [element("span", "", `${key} = `,
      element("b", "", value.kind ? value.elements[0] : value)), " "]));
}

function isDrawn(value) {
  return Boolean(value?.kind) && value.kind !== "large";
}

function isNested(value) {
  return value?.kind === "vector" && value.elements.some(isDrawn);
}

function isGrid({elements}) {
  return elements.length === 4
    && elements.every((row) => row?.kind === "vector" && row.elements.length === 4);
}

/* The elements of a structure with their symbols and the marks inside, and what left. */
function elementsOf({elements}, marks) {
  const gone = marks.filter(({symbol, position}) => symbol === "leaves" && position.length === 1);
  const found = elements.map((value, k) => {
    const inner = marks.filter((mark) => mark.position[0] === k + 1 && !gone.includes(mark))
      .map((mark) => ({...mark, position: mark.position.slice(1)}));
    return {value, inner, symbol: inner.find(({position}) => !position.length)?.symbol};
  });
  return [found, gone];
}

/* What a screen reader says of a structure. */
function words(structure, marks) {
  const [found, gone] = elementsOf(structure, marks), {kind} = structure;
  const told = (kind === "queue" ? [...found, ...gone] : [...gone, ...found]).map(
    ({value, inner, symbol}) => (isDrawn(value) ? `(${words(value, inner)})` : value ?? "nothing")
      + (symbol ? ` (${symbol})` : ""));
  const name = {queue: "Queue, tail first", stack: "Stack, top first"}[kind] ?? "Vector";
  return `${name}: ${told.join(", ") || "empty"}`;
}

function cell({value, inner, symbol}) {
  const made = isDrawn(value) ? element("span", "inner", ...cells(value, inner))
    : element("span", "value", value ?? "");
  if (!symbol) return element("span", "place", made);
  made.classList.add(symbol);
  return element("span", "place marked", made, element("span", "sign", SIGNS[symbol]));
}

function label(text) {
  return element("span", "label", text);
}

function cells(structure, marks) {
  const [found, gone] = elementsOf(structure, marks).map((all) => all.map(cell));
  const shown = found.length ? found : [element("span", "place", element("span", "value empty", "empty"))];
  if (structure.kind === "stack") return [...gone, label("top"), ...shown];
  if (structure.kind === "queue") return [label("tail"), ...shown, label("head"), ...gone];
  return shown;
}

/* A vector with the position of each element; other structures as they are. */
function drawing(structure, marks) {
  if (structure.kind !== "vector") return element("div", "line", ...cells(structure, marks));
  const shown = elementsOf(structure, marks)[0].map((one, k) => element("div", "element",
    label(String(structure.first + k)), cell(one)));
  return element("div", isNested(structure) ? `rows${isGrid(structure) ? " boxes2" : ""}` : "line", ...shown);
}

function figure(name, structure, allMarks, where = "") {
  const kind = isNested(structure) ? "vector of vectors" : structure.kind;
  const marks = allMarks.filter((mark) => mark.name === name);
  const shown = drawing(structure, marks);
  shown.ariaHidden = "true";
  return element("figure", "", element("figcaption", "", element("b", "", name), `${where} ${kind}`),
    shown, element("p", "said", `${words(structure, marks)}.`));
}

/* The result and the expected one in two rows; what differs is ringed in both. */
function pair(result, {expected, pairs}) {
  const isTall = [result, expected].some(isNested);
  const at = (made, row, column) => {
    made.style.gridArea = isTall ? `${column} / ${row}` : `${row} / ${column}`;
    return made;
  };
  const drawn = element("div", "both", ...["result", "expected"].flatMap((name, row) => [
    at(label(name), row + 1, 1), ...pairs.map(([differs, ...both], column) => {
      const made = cell({value: both[row], inner: [], symbol: differs ? "differs" : undefined});
      return at(made, row + 1, column + 2);
    })]));
  drawn.ariaHidden = "true";
  return element("figure", "compared", element("figcaption", "", element("b", "", "The result")),
    drawn, element("p", "said", `Result: ${words(result, [])}. Expected: ${words(expected, [])}.`));
}
