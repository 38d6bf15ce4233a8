const inBraces = 1;
const inTemplate = 2;

/**
 * Where searches for a closing quote or comment end have failed, so that hostile text is not searched
 * repeatedly.
 */
interface Failures {
  double: number;
  single: number;
  comment: number;
}

function noFailures(): Failures {
  return { double: 0, single: 0, comment: 0 };
}

/**
 * Returns the offset after the `}` that closes the `{` at `open`, or -1. Understands strings, template
 * literals and comments; a quote that is not closed on its line is an apostrophe in JSX text. Never looks at
 * or beyond `limit`.
 */
export function skipBraces(text: string, open: number, limit: number): number {
  return closeBraces(text, open, limit, noFailures());
}

function closeBraces(text: string, open: number, limit: number, failures: Failures): number {
  const modes = [inBraces];
  let at = open + 1;
  while (at < limit) {
    if (modes[modes.length - 1] === inTemplate) {
      at = stepTemplate(text, at, modes);
      continue;
    }
    const code = text.charCodeAt(at);
    if (code === 0x7b) modes.push(inBraces);
    else if (code === 0x7d) {
      modes.pop();
      if (modes.length === 0) return at + 1;
    } else if (code === 0x60) modes.push(inTemplate);
    else if (code === 0x22 || code === 0x27 || code === 0x2f) {
      at = skipStringOrComment(text, at, limit, failures);
      continue;
    }
    at += 1;
  }
  return -1;
}

function stepTemplate(text: string, at: number, modes: number[]): number {
  const code = text.charCodeAt(at);
  if (code === 0x5c) return at + 2;
  if (code === 0x60) modes.pop();
  if (code === 0x24 && text.charCodeAt(at + 1) === 0x7b) {
    modes.push(inBraces);
    return at + 2;
  }
  return at + 1;
}

function skipStringOrComment(text: string, at: number, limit: number, failures: Failures): number {
  const code = text.charCodeAt(at);
  if (code === 0x2f) return skipComment(text, at, limit, failures);
  const kind = code === 0x22 ? "double" : "single";
  if (at < failures[kind]) return at + 1;
  let i = at + 1;
  for (; i < limit; i += 1) {
    const next = text.charCodeAt(i);
    if (next === 0x5c) i += 1;
    else if (next === code) return i + 1;
    else if (next === 0x0a) break;
  }
  failures[kind] = i;
  return at + 1;
}

function skipComment(text: string, at: number, limit: number, failures: Failures): number {
  const next = text.charCodeAt(at + 1);
  if (next === 0x2f && text.charCodeAt(at - 1) !== 0x3a) {
    let i = at + 2;
    while (i < limit && text.charCodeAt(i) !== 0x0a) i += 1;
    return i;
  }
  if (next === 0x2a && at >= failures.comment) {
    for (let i = at + 3; i < limit; i += 1) {
      if (text.charCodeAt(i) === 0x2f && text.charCodeAt(i - 1) === 0x2a) return i + 1;
    }
    failures.comment = limit;
  }
  return at + 1;
}

/**
 * Finds the end of the `import` / `export` block at `start`: the first blank line at which every bracket is
 * closed, or the first blank line if they never close. `looked` is how far the search went.
 */
export function skipModuleBlock(text: string, start: number, limit: number): { end: number; looked: number } {
  const failures = noFailures();
  let firstBlank = -1;
  let at = start;
  let round = 0;
  while (at < limit) {
    const code = text.charCodeAt(at);
    if (code === 0x0a && isBlankLine(text, at + 1)) {
      if (round <= 0) return { end: at, looked: at };
      if (firstBlank < 0) firstBlank = at;
      at += 1;
    } else if (code === 0x7b) {
      const after = closeBraces(text, at, limit, failures);
      if (after < 0) break;
      at = after;
    } else if (code === 0x60) {
      const after = skipTemplate(text, at, limit, failures);
      if (after < 0) break;
      at = after;
    } else if (code === 0x22 || code === 0x27 || code === 0x2f) {
      at = skipStringOrComment(text, at, limit, failures);
    } else {
      if (code === 0x28) round += 1;
      else if (code === 0x29) round -= 1;
      at += 1;
    }
  }
  if (at >= limit && firstBlank < 0) return { end: limit, looked: limit };
  return { end: firstBlank >= 0 ? firstBlank : nextBlank(text, start, limit), looked: limit };
}

/**
 * Returns text of the same length, with everything in braces, template literals and comments replaced by
 * spaces.
 */
export function blankNested(text: string): string {
  const failures = noFailures();
  let outer = "";
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const isQuote = code === 0x22 || code === 0x27;
    let after = at + 1;
    if (code === 0x7b) after = closeBraces(text, at, text.length, failures);
    else if (code === 0x60) after = skipTemplate(text, at, text.length, failures);
    else if (isQuote || code === 0x2f) after = skipStringOrComment(text, at, text.length, failures);
    if (after < 0) return outer + text.slice(at);
    outer += isQuote || after === at + 1 ? text.slice(at, after) : " ".repeat(after - at);
    at = after;
  }
  return outer;
}

function skipTemplate(text: string, open: number, limit: number, failures: Failures): number {
  let at = open + 1;
  while (at < limit) {
    const code = text.charCodeAt(at);
    if (code === 0x60) return at + 1;
    if (code === 0x5c) at += 2;
    else if (code === 0x24 && text.charCodeAt(at + 1) === 0x7b) {
      const after = closeBraces(text, at + 1, limit, failures);
      if (after < 0) return -1;
      at = after;
    } else at += 1;
  }
  return -1;
}

function nextBlank(text: string, start: number, limit: number): number {
  for (let at = text.indexOf("\n", start); at >= 0 && at < limit; at = text.indexOf("\n", at + 1)) {
    if (isBlankLine(text, at + 1)) return at;
  }
  return limit;
}

function isBlankLine(text: string, lineStart: number): boolean {
  for (let i = lineStart; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0x0a) return true;
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return false;
  }
  return true;
}
