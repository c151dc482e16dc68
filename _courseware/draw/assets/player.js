"use strict";
/* Step through a page with buttons, slider, keys and the address.

   ranges: the first and the last number after each prefix, {s: [0, 13]} for #s0 to #s13.
   show(prefix, number): draw, and return the words for the slider.
   ask(prefix, number): called before the next step; return true to stay.
   begin: the step to show first, such as s4, or else the first one.
   Returns go(prefix, number). */
function startPlayer(ranges, show, ask = () => false, begin = "") {
  const byId = (id) => document.getElementById(id);
  const slider = byId("slider"), play = byId("play"), big = byId("big");
  const page = document.documentElement;
  let prefix = Object.keys(ranges)[0], at = ranges[prefix][0];
  let timer = 0, written = 0, later = 0;

  function go(newPrefix, number) {
    prefix = newPrefix;
    const [first, last] = ranges[prefix];
    at = Math.min(Math.max(number, first), last);
    Object.assign(slider, {min: first, max: last, value: at});
    slider.setAttribute("aria-valuetext", show(prefix, at));
  }
  /* Write the address at most five times a second: WebKit allows 100 in 10 seconds. */
  function writeAddress() {
    clearTimeout(later);
    const wait = written + 200 - Date.now();
    if (wait > 0) {
      later = setTimeout(writeAddress, wait);
      return;
    }
    written = Date.now();
    history.replaceState(null, "", "#" + prefix + at + (isBig() ? "!" : ""));
  }
  function goAndName(number) {
    go(prefix, number);
    writeAddress();
  }
  function follow(hash) {
    const found = /^#([a-z])(\d{1,9})(!?)$/.exec(hash);
    if (!found || !Object.hasOwn(ranges, found[1])) return;
    if (isBig() !== Boolean(found[3])) switchBig();
    go(found[1], Number(found[2]));
  }
  function isBig() {
    return page.classList.contains("big");
  }
  /* For the last row of a lecture room: the style shows one step, as large as it can. */
  function switchBig() {
    big.ariaPressed = page.classList.toggle("big");
    dispatchEvent(new Event("resize"));
  }
  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.textContent = "Play";
  }
  /* The seconds for the step that is shown: three words are read in one. */
  function seconds() {
    const words = byId("sentence").textContent.trim().split(/\s+/).length;
    return Number(byId("pace").value) || Math.max(1, words / 3);
  }
  function playOn() {
    timer = setTimeout(() => {
      goAndName(at + 1);
      at === ranges[prefix][1] ? stop() : playOn();
    }, 1000 * seconds());
  }
  function start() {
    if (at === ranges[prefix][1]) goAndName(ranges[prefix][0]);
    playOn();
    play.textContent = "Pause";
  }
  const moves = {
    first: () => goAndName(ranges[prefix][0]),
    back: () => goAndName(at - 1),
    next: () => ask(prefix, at) || goAndName(at + 1),
    last: () => goAndName(ranges[prefix][1]),
  };
  const keys = {Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last"};

  for (const name in moves) byId(name).onclick = () => { stop(); moves[name](); };
  big.onclick = () => {
    switchBig();
    goAndName(at);
  };
  play.onclick = () => timer ? stop() : start();
  slider.oninput = () => { stop(); goAndName(Number(slider.value)); };
  addEventListener("hashchange", () => {
    stop();
    clearTimeout(later);
    follow(location.hash);
  });
  /* ↑ and ↓ in the list go to the entry above or below. */
  byId("steps").addEventListener("keydown", (event) => {
    const item = event.target.closest("li");
    const to = {ArrowUp: item.previousElementSibling,
      ArrowDown: item.nextElementSibling}[event.key]?.querySelector("a");
    if (!to || withModifier(event)) return;
    event.preventDefault();
    stop();
    if (event.key === "ArrowDown" && ask(prefix, at)) return;
    follow(to.hash);
    writeAddress();
    to.focus();
  });
  addEventListener("keydown", (event) => {
    if (withModifier(event) || event.target.closest("select, textarea")) return;
    if (event.key.toLowerCase() === "f") return big.click();
    if (!(event.key in keys)) return;
    if (event.target.closest("input")) return;
    event.preventDefault();
    stop();
    moves[keys[event.key]]();
  });
  page.classList.add("js");
  for (const item of document.querySelectorAll("#steps [id]"))
    item.removeAttribute("id");  // or the browser would scroll to it
  for (const part of document.querySelectorAll(".transport")) part.hidden = false;
  go(prefix, at);
  if (begin) follow("#" + begin);
  follow(location.hash);
  return (newPrefix, number) => { prefix = newPrefix; goAndName(number); };
}

function withModifier({ctrlKey, altKey, metaKey}) {
  return ctrlKey || altKey || metaKey;
}

/* Mark an item of the list of steps as the current one, and show it in its frame.
   Its link is the only one that Tab stops at; without an item, that is the first. */
function markItem(item) {
  const list = document.getElementById("steps");
  const links = list.querySelectorAll("a"), stop = item?.querySelector("a") ?? links[0];
  for (const link of links) link.tabIndex = link === stop ? 0 : -1;
  for (const old of list.querySelectorAll("[aria-current]"))
    old.removeAttribute("aria-current");
  if (!item) return list.scrollTo(0, 0);
  item.setAttribute("aria-current", "step");
  list.scrollTop = item.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
}

/* Show a step in the status: its number, its sentence, and a detail below. */
function setStatus(count, sentence, detail) {
  document.getElementById("count").textContent = count;
  document.getElementById("sentence").textContent = sentence;
  document.getElementById("detail").textContent = detail;
  breakAtCommas(document.getElementById("detail"));
}

/* Make the status as high as its longest texts need, so that nothing below it jumps. */
function fitStatus(sentences, details) {
  const status = document.getElementById("status");
  const size = (text) => text.length + 100 * text.split("\n").length;
  const longest = [sentences, details].map((texts) =>
    [...texts, ""].sort((a, b) => size(b) - size(a)).slice(0, 10));
  const height = (sentence, detail) => {
    setStatus("Start", sentence, detail);
    return status.getBoundingClientRect().height;
  };
  const fit = () => {
    const now = ["count", "sentence", "detail"].map(
      (id) => document.getElementById(id).textContent);
    status.style.minHeight = 0;
    const high = Math.max(...longest[0].map((sentence) => height(sentence, "")))
      + Math.max(...longest[1].map((detail) => height("", detail))) - height("", "");
    status.style.minHeight = `${Math.ceil(high)}px`;
    setStatus(...now);
  };
  addEventListener("resize", fit);
  fit();
}

/* Let a long text without spaces break after its commas. */
function breakAtCommas(element) {
  const parts = element.textContent.split(/(?<=,)/);
  element.replaceChildren(...parts.flatMap(
    (part, k) => k ? [document.createElement("wbr"), part] : [part]));
}
