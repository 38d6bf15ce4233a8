const saysSo =
  /example|sample|placeholder|your|dummy|fake|redacted|change_?me|replace|insert|secret_?key|x{4}|0{6}|\*{3}/i;
const distinctMin = 8;
const runMin = 8;

/** Whether a token is written to show what one looks like: it says so, repeats few characters, or counts up. */
export function isPlaceholder(token: string): boolean {
  return saysSo.test(token) || new Set(token).size < distinctMin || hasRun(token);
}

/** `12345678`, `abcdefgh` */
function hasRun(text: string): boolean {
  let length = 1;
  for (let at = 1; at < text.length; at += 1) {
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1);
    const wraps = text[at] === "0" && text[at - 1] === "9";
    length = step === 1 || wraps ? length + 1 : 1;
    if (length >= runMin) return true;
  }
  return false;
}
