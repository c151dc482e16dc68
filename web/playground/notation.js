/* The notation in colors. WORDS come from pseudoku.pseudocode.reading.vocabulary. */
import {HighlightStyle, StreamLanguage, syntaxHighlighting} from "@codemirror/language";
import {tags} from "@lezer/highlight";

const {keywords, kinds, operations, functions} = WORDS;

/* Return the kind of the next token of a line, and move behind it. */
function token(stream) {
  if (stream.eatSpace()) return null;
  if (stream.match("//")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match(/^\d+/)) return "number";
  const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u)?.[0].toLowerCase();
  if (word) {
    if (keywords.includes(word)) return "keyword";
    if (kinds.includes(word)) return "typeName";
    if (operations.includes(word) && stream.match(/^\s*\[/, false)) return "operator";
    return functions.includes(word.replaceAll("_", "")) ? "name" : null;
  }
  return /[←≤≥≠<>=:+*/−-]/.test(stream.next()) ? "punctuation" : null;
}

/* The colors are those of bench.css, in light and in dark. */
const colors = HighlightStyle.define([
  {tag: tags.comment, color: "var(--quiet)", fontStyle: "italic"},
  {tag: tags.keyword, color: "var(--blue)", fontWeight: "bold"},
  {tag: tags.typeName, color: "var(--green)"},
  {tag: tags.operator, color: "var(--link)"},
  {tag: tags.name, fontWeight: "bold"},
]);

export const notation = [
  StreamLanguage.define({name: "pseudocode", token,
    languageData: {commentTokens: {line: "//"}}}),
  syntaxHighlighting(colors),
];
