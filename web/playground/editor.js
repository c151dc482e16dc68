/* The editor of the program, in a shadow root: there its styles need no `style` element,
   which the policy of the page does not allow. */
import {defaultKeymap, history, historyKeymap, isolateHistory} from "@codemirror/commands";
import {bracketMatching} from "@codemirror/language";
import {lintGutter, setDiagnostics} from "@codemirror/lint";
import {EditorState, StateEffect, StateField} from "@codemirror/state";
import {Decoration, EditorView, WidgetType, drawSelection, keymap, lineNumbers} from "@codemirror/view";
import {notation} from "./notation.js";

const look = EditorView.theme({
  "&": {fontSize: ".95rem", height: "100%", backgroundColor: "var(--box)",
    color: "var(--ink)"},
  "&.cm-focused": {outline: "3px solid var(--blue)", outlineOffset: "1px"},
  ".cm-scroller": {fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace",
    lineHeight: "1.5"},
  ".cm-content": {caretColor: "var(--ink)"},
  ".cm-cursor": {borderLeftColor: "var(--ink)", borderLeftWidth: "2px"},
  ".cm-gutters": {backgroundColor: "var(--paper)", color: "var(--quiet)",
    borderRight: "1px solid var(--line)"},
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, \
.cm-selectionBackground": {backgroundColor: "var(--reason)"},
  ".now": {backgroundColor: "var(--unit)", fontWeight: "bold", outline: "2px solid var(--ink)",
    outlineOffset: "-2px"},
  ".now.failed": {outline: "3px double var(--red)", backgroundColor: "transparent"},
  ".now::before": {content: '"\\25b6 "'},
  ".now.failed::before": {content: '"\\2715 "', color: "var(--red)"},
  ".values": {marginLeft: "1.5rem", color: "var(--blue)", fontWeight: "normal"},
  ".cm-lintRange-warning": {backgroundImage: "none",
    textDecoration: "underline wavy var(--red)", textUnderlineOffset: "3px"},
  ".cm-tooltip": {backgroundColor: "var(--box)", color: "var(--ink)",
    border: "1px solid var(--quiet)", maxWidth: "30rem"},
});

/* The line of the step that is shown; none when the program changes. */
const setLine = StateEffect.define();
class Values extends WidgetType {
  constructor(text) {
    super();
    this.text = text;
  }
  toDOM() {
    return Object.assign(document.createElement("span"), {className: "values", textContent: this.text});
  }
}
const current = StateField.define({
  create: () => Decoration.none,
  update: (marks, {docChanged, effects, state: {doc}}) => {
    for (const effect of effects) if (effect.is(setLine)) {
      const {line, failed, values} = effect.value;
      if (!line || line > doc.lines) return Decoration.none;
      const {from, to} = doc.line(line);
      return Decoration.set([
        Decoration.line({class: failed ? "now failed" : "now"}).range(from),
        ...(values ? [Decoration.widget({widget: new Values(values), side: 1}).range(to)] : []),
      ]);
    }
    return docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const host = document.getElementById("editor");
const root = host.attachShadow({mode: "open"});
const editor = new EditorView({root, parent: root});
let changed = () => {};

/* Call *act* after each change of the program. */
export function onChange(act) {
  changed = act;
}

export function program() {
  return editor.state.doc.toString();
}

/* Show another program, whose changes begin anew. */
export function show(doc) {
  editor.setState(EditorState.create({doc, extensions: [
    lineNumbers(), lintGutter(), drawSelection(), history(), bracketMatching(), current,
    keymap.of([...defaultKeymap, ...historyKeymap]), notation, look,
    EditorView.contentAttributes.of({tabindex: "0", "aria-label": "Program"}),
    EditorView.updateListener.of(({docChanged, state: {doc, selection}}) => {
      if (docChanged) changed();
      host.dataset.line = doc.lineAt(selection.main.head).number;
    }),
  ]}));
  editor.dispatch({});  // call the listener
}

/* Replace the program, so that Ctrl+Z undoes it. */
export function replace(text) {
  editor.dispatch({
    changes: {from: 0, to: editor.state.doc.length, insert: text},
    selection: {anchor: 0}, annotations: isolateHistory.of("full")});
  mark([]);
}

/* Return the position of a line and a column, which count from 1, as Python does. */
function position(line, column) {
  const {doc} = editor.state;
  const {from, text} = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return from + [...text].slice(0, Math.max(column, 1) - 1).join("").length;
}

/* Return the column of the first character of a line that is no space. */
export function indent(line) {
  return editor.state.doc.line(line).text.search(/\S|$/) + 1;
}

export function goTo(line, column) {
  const anchor = position(line, column);
  const effects = EditorView.scrollIntoView(anchor, {y: "center"});
  editor.dispatch({selection: {anchor}, effects});
  editor.focus();
}

/* Underline the word at each place, and put a sign in the gutter. */
export function mark(places) {
  const marks = places.map(({line, column, message}) => {
    const from = position(line, column);
    const rest = editor.state.doc.sliceString(from, editor.state.doc.lineAt(from).to);
    const word = /^(?:[\p{L}\p{N}_]+|\S)/u.exec(rest)?.[0] ?? "";
    return {from, to: from + word.length, severity: "warning", message};
  });
  editor.dispatch(setDiagnostics(editor.state, marks));
}

/* Mark the line of a step, with the values that it gives; nothing without a line. */
export function markLine(told) {
  const effects = [setLine.of(told)], {doc} = editor.state;
  if (told.line && told.line <= doc.lines)
    effects.push(EditorView.scrollIntoView(doc.line(told.line).from, {y: "center"}));
  editor.dispatch({effects});
}
