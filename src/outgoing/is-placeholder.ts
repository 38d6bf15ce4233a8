const saysSo =
  /example|sample|placeholder|your|dummy|fake|redacted|change_?me|replace|insert|secret_?key|x{4}|0{6}|\*{3}/i;
const distinctMin = 8;
const runMin = 8;
const zero = 48;
const nine = 57;

/** Whether a token only shows what one looks like: it says so, repeats few characters, or counts up. */
export function isPlaceholder(token: string): boolean {
  return saysSo.test(token) || !isVaried(token) || hasRun(token);
}

function isVaried(text: string): boolean {
  const seen = new Set<number>();
  for (let at = 0; at < text.length && seen.size < distinctMin; at += 1) seen.add(text.charCodeAt(at));
  return seen.size >= distinctMin;
}

/** Matches e.g. `12345678` and `abcdefgh`. */
function hasRun(text: string): boolean {
  let length = 1;
  let last = text.charCodeAt(0);
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    length = code - last === 1 || (code === zero && last === nine) ? length + 1 : 1;
    if (length >= runMin) return true;
    last = code;
  }
  return false;
}
