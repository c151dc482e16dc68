// @ts-nocheck
/* The bench: panes that fill the window, with one timeline. It shows a film:

   kind, title, summary, isWrong   the layout, the call or the method, the result
   first, last, open               the moments, and the one to begin at
   at(n)          {where, line, sentence, detail, name, place, failed, values}: the words
                  of a moment, and the line of the code at a place in the function name
   draw(n, stage), fit(stage)      draw a moment; choose the size for all moments
   bands, ticks   rows of bars {from, to, text, kind}; marks {at, kind}
   list, code     entries {at, text}; functions {name, start, lines}
   hints(n)       questions about the moment after n, if there are any
   longest        the moments with the longest texts
   click(event)   the moment that a click on the stage leads to, if any */
const KEYS = {Home: "first", ArrowLeft: "back", PageUp: "back", ArrowRight: "next",
  PageDown: "next", End: "last", " ": "play",
  f: "big", c: "show-code", l: "show-list"};
const FEWEST = 24;  // letters of a line for which the size of the code is chosen
/** @type {(id: string) => any} */
export const byId = (id) => document.getElementById(id);

/** @param {string} name
 * @param {string} [className]
 * @param {(string | Node)[]} content
 * @returns {any} */
export function element(name, className, ...content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

export function svg(name, attributes, ...content) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  made.append(...content);
  return made;
}

/** @param {number} number */
export function counted(number) {
  return number.toLocaleString("en");
}

/** Scroll a pane so that an item is in its middle.
 * @param {HTMLElement} pane
 * @param {any} item */
export function center(pane, item) {
  if (item) pane.scrollTop = item.offsetTop - (pane.clientHeight - item.offsetHeight) / 2;
}

/** Choose the size of the code, so that nine of ten lines are whole.
 * @param {string[]} lines */
export function fitCode(lines) {
  const lengths = lines.map(({length}) => length).filter(Boolean).sort((a, b) => a - b);
  const letters = Math.max(FEWEST, lengths[Math.floor(.9 * lengths.length)] ?? 0);
  byId("code").style.setProperty("--letters", letters);
}

/* Fill the elements of bench.html. Returns show(film). Beside an editor, edited() is the
   list of its lines, if they are those of the film. */
export function makeBench(edited) {
  const page = document.documentElement, root = byId("bench"), stage = byId("stage");
  const words = byId("words"), slider = byId("slider"), steps = byId("steps");
  let film, at = 0, timer = 0, later = 0, asked = false;

  function show(newFilm) {
    stop();
    close();
    film = newFilm;
    root.className = film.kind;
    root.classList.toggle("has-failed", Boolean(film.isWrong));
    root.classList.toggle("single", film.first === film.last);
    byId("title").textContent = film.title;
    byId("summary").textContent = byId("summary").title = film.summary;
    byId("asks").hidden = !film.hints;
    if (!edited) {
      byId("code").replaceChildren(...film.code.map(listing));
      fitCode(film.code.flatMap(({lines}) => lines));
    }
    stage.replaceChildren();
    steps.replaceChildren();
    Object.assign(slider, {min: film.first, max: film.last});
    at = film.open;
    fit();
    if (edited || !follow(location.hash)) go(film.open);
  }

  function listing({name, start, lines}) {
    const made = element("ol", "", ...lines.map((line) => element("li", "", line)));
    Object.assign(made, {start, ariaLabel: name ? `Code of ${name}` : "Code"});
    made.dataset.name = name;
    return made;
  }

  /* Choose what depends on the size of the window. */
  function fit() {
    words.style.minHeight = "";
    for (const moment of film.longest) setWords(film.at(moment));
    drawTime();
    film.fit?.(stage);
    drawList();
  }

  /* The words never get lower, so that nothing jumps. */
  function setWords(moment) {
    for (const name of ["where", "line", "sentence", "detail"])
      byId(name).textContent = moment[name] ?? "";
    words.style.minHeight = `${words.getBoundingClientRect().height}px`;
  }

  /* Where a moment is on the timeline, in percent. */
  function place(moment) {
    const share = (moment - film.first) / Math.max(1, film.last - film.first);
    return 100 * Math.min(1, Math.max(0, share));
  }

  /* Draw the bars. Thin ones of a kind that touch are one. */
  function drawTime() {
    const pixel = 100 / (byId("bars").clientWidth || 1);
    const bands = film.bands.map((band) => {
      const bars = [];
      for (const {from, to, text, kind} of band) {
        const left = place(from - .5), width = place(to + .5) - left;
        const before = bars.at(-1), isThin = width < 2.5 * pixel;
        if (isThin && before?.isThin && before.kind === kind
            && left - before.left - before.width < pixel) before.width = left + width - before.left;
        else bars.push({left, width, text, kind, isThin});
      }
      return element("div", "band", ...bars.map(({left, width, text, kind}) => {
        const has = text && width > pixel * (7 * text.length + 8);
        const bar = element("i", kind ?? "", has ? text : "");
        Object.assign(bar.style, {left: `${left}%`, width: `${width}%`});
        return bar;
      }));
    });
    const ticks = film.ticks.map(({at: moment, kind}) => {
      const tick = element("b", kind);
      tick.style.left = `${place(moment)}%`;
      return tick;
    });
    byId("bars").replaceChildren(...bands, ...ticks);
  }

  function drawList() {
    if (steps.firstChild || !steps.checkVisibility()) return;
    steps.append(...film.list.map(({at: moment, text}) =>
      element("li", "", Object.assign(element("a", "", text), {href: `#s${moment}`}))));
    markList();
  }

  /* Mark the entry of the moment, and show it. Tab stops at this one alone. */
  function markList() {
    const items = [...steps.children], found = film.list.findLastIndex((one) => one.at <= at);
    items.forEach((item, k) => {
      item.ariaCurrent = k === found ? "step" : null;
      item.lastChild.tabIndex = k === Math.max(found, 0) ? 0 : -1;
    });
    center(byId("list"), items[Math.max(found, 0)]);
  }

  function markCode({name, place: line, isOwn, failed, values}) {
    for (const old of byId("code").querySelectorAll("[aria-current]")) {
      old.ariaCurrent = null;
      old.classList.remove("failed");
      old.querySelector(".values")?.remove();
    }
    const listings = edited ? [] : [...byId("code").children];
    for (const one of listings) one.hidden = one.dataset.name !== name;
    const shown = edited ? isOwn && edited() : listings.find((one) => !one.hidden);
    const item = shown && shown.children[line - shown.start];
    if (!item) return;
    item.ariaCurrent = "step";
    item.classList.toggle("failed", failed);
    if (values) item.append(element("span", "values", values));
    if (!page.querySelector(".stale-shown")) center(byId("code"), item);
  }

  function go(moment) {
    at = Math.min(Math.max(moment, film.first), film.last);
    asked = false;
    byId("ask").textContent = "Next";
    const told = film.at(at);
    setWords(told);
    words.tabIndex = words.scrollHeight > words.clientHeight ? 0 : -1;
    film.draw(at, stage);
    markCode(told);
    markList();
    slider.value = at;
    slider.ariaValueText = told.where;
    byId("now").style.left = `${place(at)}%`;
    clearTimeout(later);
    if (!edited) later = setTimeout(writeAddress, 200);
  }

  /* Write the address at rest: WebKit allows 100 in 10 seconds. */
  function writeAddress() {
    history.replaceState(null, "", `#s${at}${isBig() ? "!" : ""}`);
  }

  function follow(hash) {
    const found = /^#s(\d{1,9})(!?)$/.exec(hash);
    if (!found) return false;
    if (isBig() !== Boolean(found[2])) switchBig();
    go(Number(found[1]));
    return true;
  }

  function isBig() {
    return page.classList.contains("big");
  }

  /* For the last row of a lecture room. */
  function switchBig() {
    byId("big").ariaPressed = page.classList.toggle("big");
    fit();
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    byId("play").ariaPressed = false;
  }

  /* Go on after the time that the words need: three are read in a second. */
  function play() {
    const count = byId("sentence").textContent.trim().split(/\s+/).length;
    byId("play").ariaPressed = true;
    timer = setTimeout(() => {
      go(at + 1);
      at === film.last ? stop() : play();
    }, 1000 * (Number(byId("pace").value) || Math.max(1, count / 3)));
  }

  /* Ask about the next moment, unless that was done. */
  function ask() {
    if (!film.hints || !byId("predict").checked || asked || at === film.last) return false;
    asked = true;
    byId("ask").textContent = "Show";
    setWords({where: `What is step ${counted(at + 1)}?`, sentence: film.hints(at).join(" ")});
    return true;
  }

  /* Go to a moment, if there is one, and stop playing. */
  function move(moment) {
    stop();
    if (moment !== undefined) go(moment);
  }

  function toTick(forward) {
    const moments = film.ticks.map((tick) => tick.at);
    move(forward ? moments.find((one) => one > at) : moments.findLast((one) => one < at));
  }

  function toggle(pane) {
    byId(`show-${pane}`).ariaPressed = root.classList.toggle(`with-${pane}`);
    drawList();
    markList();
    markCode(film.at(at));
  }

  function close() {
    for (const pane of ["code", "list"])
      if (root.classList.contains(`with-${pane}`)) toggle(pane);
    byId("menu").hidePopover();
  }

  const moves = {first: () => film.first, back: () => at - 1, last: () => film.last,
    next: () => ask() ? undefined : at + 1};
  for (const name in moves) byId(name).onclick = () => move(moves[name]());
  byId("play").onclick = () => {
    if (timer) return stop();
    if (at === film.last) go(film.first);
    play();
  };
  byId("big").onclick = () => { switchBig(); go(at); };
  for (const pane of ["code", "list"]) byId(`show-${pane}`).onclick = () => toggle(pane);
  byId("predict").onchange = () => go(at);
  slider.oninput = () => move(Number(slider.value));
  stage.onclick = (event) => move(film.click?.(event, at));
  steps.onkeydown = (event) => {
    const item = event.target.closest("li");
    const to = {ArrowUp: item.previousSibling, ArrowDown: item.nextSibling}[event.key]?.lastChild;
    if (!to || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    stop();
    if (event.key === "ArrowDown" && ask()) return;
    follow(to.hash);
    to.focus();
  };
  addEventListener("keydown", (event) => {
    const {key, target} = event;
    if (!film || event.ctrlKey || event.altKey || event.metaKey) return;
    if (key === "Escape") return close();
    if (target.closest("select, textarea, input, .board")) return;
    if (/^Page/.test(key) && target.scrollHeight > target.clientHeight) return;
    if (key === " " && target.closest("button, a")) return;
    const name = KEYS[key.length > 1 ? key : key.toLowerCase()];
    if (/^[np]$/i.test(key)) toTick(key.toLowerCase() === "n");
    if (!name) return;
    event.preventDefault();
    byId(name).click();
  });
  addEventListener("hashchange", () => {
    stop();
    if (!edited) follow(location.hash);
  });
  addEventListener("resize", () => { if (film) { fit(); go(at); } });
  page.classList.add("js");
  return show;
}
