/* A program in the address of the page: #p= and raw deflate in base64url. */

export const MOST = 20_000;  // characters of a program in a link

/** Pack a program into letters, digits, - and _.
 * @param {string} text */
export async function packed(text) {
  const stream = new Blob([text]).stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Unpack a program, and stop after MOST characters.
 * @param {string} word */
export async function unpacked(word) {
  const binary = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
  const reader = new Blob([bytes]).stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .pipeThrough(new TextDecoderStream("utf-8", {fatal: true})).getReader();
  let text = "";
  for (let part; !(part = await reader.read()).done;) {
    text += part.value;
    if (text.length > MOST) {
      await reader.cancel();
      throw new Error("too long");
    }
  }
  return text;
}
