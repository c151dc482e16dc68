/* The bench: panes that fill the window, with one timeline. It shows a film:

   kind, title, summary, isWrong   the layout, the call or the method, the result
   first, last, open               the moments, and the one to begin at
   at(n)          {where, line, sentence, detail, name, place, failed, values}: the words
                  of a moment, and the line of the code at a place in the function name
   draw(n, stage), fit(stage)      draw a moment; choose the size for all moments
   bands, ticks   rows of bars {from, to, text, kind}; marks {at, kind}
   list, code     entries {at, text}; functions {name, start, lines}
   legend         what classes of cells mean: [class, text]
   hints(n)       questions about the moment after n, if there are any
   longest        the moments with the longest texts
   click(event)   the moment that a click on the stage leads to, if any */
const ICONS = {first: "M4 3v10M13 3 6 8l7 5z", back: "M12 3 4 8l8 5z",
  play: "M4 3l8 5-8 5z", pause: "M5 3v10M11 3v10", next: "M4 3l8 5-8 5z",
  last: "M12 3v10M3 3l7 5-7 5z"};
const icon = (name) => `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
const button = (name, label, text = icon(name)) =>
  `<button type="button" id="${name}" aria-label="${label}" title="${label}">${text}</button>`;
const SHELL = `<header id="head"><h1 id="title"></h1><p id="summary"></p></header>
<section id="code" aria-label="Code" tabindex="0"></section>
<section id="stage" aria-label="State"></section>
<div id="words" role="status"><p id="where"></p><p id="line"></p><p id="sentence"></p><p id="detail"></p></div>
<nav id="list" aria-label="All steps"><ol id="steps"></ol></nav>
<div id="time"><div id="bars" aria-hidden="true"></div><div id="now"></div>
<input type="range" id="slider" aria-label="Step"></div>
<div id="keys" role="group" aria-label="Steps">${button("first", "First")}${button("back", "Back")}
${button("play", "Play")}<button type="button" id="next">${icon("next")}<span id="ask">Next</span></button>
${button("last", "Last")}<button type="button" id="show-code" aria-pressed="false">Code</button>
<button type="button" id="more" aria-label="More" aria-expanded="false">⋯</button></div>
<div id="menu" hidden><p><label>Pace <select id="pace"><option value="0">by words<option value="1">1 s
<option value="2">2 s<option value="4">4 s<option value="8">8 s</select></label></p>
<p id="asks"><label><input type="checkbox" id="predict"> Predict: ask before showing</label></p>
<p><button type="button" id="show-list" aria-pressed="false">Steps (L)</button>
<button type="button" id="big" aria-pressed="false">Big (F)</button></p><ul id="legend"></ul>
<p>Keys: ← → Home End; Space plays; N and P go to the next and the last mark; C shows the code.</p></div>`;
const KEYS = {Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last", " ": "play",
  f: "big", c: "show-code", l: "show-list"};
const byId = (id) => document.getElementById(id);

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

export function counted(number) {
  return number.toLocaleString("en");
}

/* Make a bench of an element. Returns show(film). An *editor* shows the code instead of
   lists of lines: it has mark(moment). */
export function makeBench(root, editor) {
  root.innerHTML = SHELL;
  const page = document.documentElement, stage = byId("stage"), slider = byId("slider");
  let film, at = 0, timer = 0, written = 0, later = 0, asked = false, listed;

  function show(newFilm) {
    stop();
    close();
    film = newFilm;
    listed = false;
    root.className = film.kind;
    root.classList.toggle("has-failed", Boolean(film.isWrong));
    byId("title").textContent = film.title;
    byId("summary").textContent = byId("summary").title = film.summary;
    byId("asks").hidden = !film.hints;
    byId("legend").replaceChildren(...(film.legend ?? []).map(
      ([kind, text]) => element("li", "", element("b", kind), text)));
    if (!editor) byId("code").replaceChildren(...(film.code ?? []).map(listing));
    stage.replaceChildren();
    Object.assign(slider, {min: film.first, max: film.last});
    at = film.open;
    fit();
    if (editor || !follow(location.hash)) go(film.open);
  }

  function listing({name, start, lines}) {
    const made = element("ol", "", ...lines.map((line) => element("li", "", line)));
    Object.assign(made, {start, ariaLabel: name ? `Code of ${name}` : "Code"});
    made.dataset.name = name;
    return made;
  }

  /* Choose what depends on the size of the window. */
  function fit() {
    fitWords();
    drawTime();
    film.fit?.(stage);
    if (getComputedStyle(byId("list")).display !== "none") drawList();
  }

  /* Make the words as high as their longest texts, so that nothing jumps. */
  function fitWords() {
    const words = byId("words");
    words.style.height = "";
    const high = film.longest.map((moment) => {
      setWords(film.at(moment));
      return words.getBoundingClientRect().height;
    });
    setHeight(Math.max(...high));
  }

  function setHeight(high) {
    byId("words").style.height = `${Math.min(Math.ceil(high), innerHeight * .36)}px`;
  }

  function setWords(moment) {
    for (const name of ["where", "line", "sentence", "detail"])
      byId(name).replaceChildren(...broken(moment[name] ?? ""));
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
    const ticks = (film.ticks ?? []).map(({at: moment, kind}) => {
      const tick = element("b", kind);
      tick.style.left = `${place(moment)}%`;
      return tick;
    });
    byId("bars").replaceChildren(...bands, ...ticks);
  }

  function drawList() {
    if (listed) return;
    listed = true;
    byId("steps").replaceChildren(...film.list.map(({at: moment, text}) => {
      const link = element("a", "", ...broken(text));
      link.href = `#s${moment}`;
      return element("li", "", link);
    }));
    markList();
  }

  /* Mark the entry of the moment, and show it. Tab stops at this one alone. */
  function markList() {
    if (!listed) return;
    const found = film.list.findLastIndex(({at: moment}) => moment <= at);
    [...byId("steps").children].forEach((item, k) => {
      item.ariaCurrent = k === found ? "step" : null;
      item.lastChild.tabIndex = k === Math.max(found, 0) ? 0 : -1;
    });
    center(byId("list"), byId("steps").children[Math.max(found, 0)]);
  }

  function center(pane, item) {
    if (item) pane.scrollTop = item.offsetTop - (pane.clientHeight - item.offsetHeight) / 2;
  }

  function markCode({name, place: line, isOwn, failed, values}) {
    if (editor) return editor.mark({line: isOwn ? line : 0, failed, values});
    for (const made of byId("code").children) {
      made.hidden = made.dataset.name !== name;
      for (const old of made.querySelectorAll("[aria-current]")) {
        old.ariaCurrent = old.className = null;
        old.querySelector("span")?.remove();
      }
      const item = made.hidden ? null : made.children[line - made.start];
      if (!item) continue;
      item.ariaCurrent = "step";
      item.className = failed ? "failed" : "";
      if (values) item.append(element("span", "", values));
      center(byId("code"), item);
    }
  }

  function go(moment) {
    at = Math.min(Math.max(moment, film.first), film.last);
    asked = false;
    byId("ask").textContent = "Next";
    const told = film.at(at), words = byId("words");
    setWords(told);
    if (words.scrollHeight > words.clientHeight) setHeight(words.scrollHeight + 1);
    words.tabIndex = words.scrollHeight > words.clientHeight ? 0 : -1;
    film.draw(at, stage);
    markCode(told);
    markList();
    slider.value = at;
    slider.ariaValueText = told.where;
    byId("now").style.left = `${place(at)}%`;
  }

  function goAndName(moment) {
    go(moment);
    writeAddress();
  }

  /* Write the address at most five times a second: WebKit allows 100 in 10 seconds. */
  function writeAddress() {
    if (editor) return;
    clearTimeout(later);
    const wait = written + 200 - Date.now();
    if (wait > 0) {
      later = setTimeout(writeAddress, wait);
      return;
    }
    written = Date.now();
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
    setPlay("play", "Play");
  }

  function setPlay(name, label) {
    byId("play").innerHTML = icon(name);
    byId("play").ariaLabel = byId("play").title = label;
  }

  /* Go on after the time that the words need: three are read in a second. */
  function playOn() {
    const words = byId("sentence").textContent.trim().split(/\s+/).length;
    timer = setTimeout(() => {
      goAndName(at + 1);
      at === film.last ? stop() : playOn();
    }, 1000 * (Number(byId("pace").value) || Math.max(1, words / 3)));
  }

  /* Ask about the next moment, unless that was done. */
  function ask() {
    if (!film.hints || !byId("predict").checked || asked || at === film.last) return false;
    asked = true;
    byId("ask").textContent = "Show";
    setWords({where: `What is step ${counted(at + 1)}?`, sentence: film.hints(at).join(" ")});
    return true;
  }

  function toTick(forward) {
    const moments = (film.ticks ?? []).map((tick) => tick.at);
    const to = forward ? moments.find((one) => one > at) : moments.findLast((one) => one < at);
    if (to !== undefined) goAndName(to);
  }

  function toggle(pane) {
    byId(`show-${pane}`).ariaPressed = root.classList.toggle(`with-${pane}`);
    if (pane === "list") drawList();
    markList();
    markCode(film.at(at));
  }

  function close() {
    for (const pane of ["code", "list"])
      if (root.classList.contains(`with-${pane}`)) toggle(pane);
    byId("menu").hidden = true;
    byId("more").ariaExpanded = false;
  }

  const moves = {first: () => goAndName(film.first), back: () => goAndName(at - 1),
    next: () => ask() || goAndName(at + 1), last: () => goAndName(film.last)};
  for (const name in moves) byId(name).onclick = () => { stop(); moves[name](); };
  byId("play").onclick = () => {
    if (timer) return stop();
    if (at === film.last) goAndName(film.first);
    playOn();
    setPlay("pause", "Pause");
  };
  byId("big").onclick = () => { switchBig(); goAndName(at); };
  byId("more").onclick = () => {
    byId("more").ariaExpanded = !(byId("menu").hidden = !byId("menu").hidden);
  };
  for (const pane of ["code", "list"]) byId(`show-${pane}`).onclick = () => toggle(pane);
  byId("predict").onchange = () => go(at);
  slider.oninput = () => { stop(); goAndName(Number(slider.value)); };
  stage.onclick = (event) => {
    const to = film.click?.(event, at);
    if (to === undefined) return;
    stop();
    goAndName(to);
  };
  byId("steps").onkeydown = (event) => {
    const item = event.target.closest("li");
    const to = {ArrowUp: item.previousSibling, ArrowDown: item.nextSibling}[event.key]?.lastChild;
    if (!to || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    stop();
    if (event.key === "ArrowDown" && ask()) return;
    follow(to.hash);
    writeAddress();
    to.focus();
  };
  addEventListener("keydown", (event) => {
    const {key} = event, [target] = event.composedPath();  // also inside the editor
    if (!film || event.ctrlKey || event.altKey || event.metaKey) return;
    if (key === "Escape") return close();
    if (target.closest("select, textarea, input, [contenteditable], .board")) return;
    if (key === " " && target.closest("button, a")) return;
    const name = KEYS[key.length > 1 ? key : key.toLowerCase()];
    if (/^[np]$/i.test(key)) toTick(key.toLowerCase() === "n");
    if (!name) return;
    event.preventDefault();
    byId(name).click();
  });
  addEventListener("hashchange", () => {
    stop();
    clearTimeout(later);
    if (!editor) follow(location.hash);
  });
  addEventListener("resize", () => { if (film) { fit(); go(at); } });
  page.classList.add("js");
  return show;
}

/* A text that may break after its commas. */
function broken(text) {
  return text.split(/(?<=,)/).flatMap(
    (part, k) => k ? [document.createElement("wbr"), part] : [part]);
}
