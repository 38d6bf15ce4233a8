const keyword =
  "arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|" +
  "extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|" +
  "private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield";
const identifier = String.raw`(?!(?:${keyword})(?![\w$]))[A-Za-z_$][\w$]*`;
const path = String.raw`${identifier}(?:\.[A-Za-z_$][\w$]*)*`;
const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?![\w.])`;
const escaped = "\\\\[\\\\\"'`$nt]";
const text = String.raw`"(?:[^"\\\n]|${escaped})*"|'(?:[^'\\\n]|${escaped})*'`;
const template = String.raw`\`(?:[^\`\\$]|\$(?!\{)|${escaped})*\``;
const scalar = new RegExp(`(?:true|false|null)(?![\\w$])|${number}|${text}|${template}|${path}`, "y");
const key = /(?:[A-Za-z_]\w*|"[\w-]+"|'[\w-]+'):[ \t\n]*/y;
const comment = /\{[ \t]*\/\*(?:[^*{}]|\*(?!\/))*\*\/[ \t]*\}/y;
const gap = /[ \t\n]*/y;
const tagStart = /<(\/?)((?:[A-Za-z][\w-]*(?:\.[A-Za-z]\w*)*)?)/y;
const attributeName = /[ \t\n]+[A-Za-z_][\w-]*(?::[A-Za-z_][\w-]*)?/y;
const attributeText = /"[^"\n]*"|'[^'\n]*'/y;
const spread = new RegExp(String.raw`[ \t\n]+\{\.\.\.${path}\}`, "y");
const depthMax = 20;

export interface PlainMarkup {
  length: number;
  /** Names of tags, "" for a fragment. */
  opened?: string;
  closed?: string;
}

/**
 * Reads a tag or an expression; null unless it is valid and ends at the same place for every reader. Values
 * are as in JSON; names and comments are the only code.
 */
export function readPlainMarkup(source: string, at: number): PlainMarkup | null {
  if (source[at] === "<") return readTag(source, at);
  const end = endOf(comment, source, at) ?? endOfBraces(source, at);
  return end === null ? null : { length: end - at };
}

function readTag(source: string, at: number): PlainMarkup | null {
  tagStart.lastIndex = at;
  const [, slash, name = ""] = tagStart.exec(source)!;
  let end = tagStart.lastIndex;
  const mayHaveAttributes = slash === "" && name !== "";
  const passAttribute = () => (mayHaveAttributes ? endOfAttribute(source, end) : null);
  for (let next = passAttribute(); next !== null; next = passAttribute()) end = next;
  if (name !== "") end = endOf(gap, source, end)!;
  const isAlone = slash === "" && source[end] === "/";
  if (isAlone) end += 1;
  if (source[end] !== ">") return null;
  const length = end + 1 - at;
  if (isAlone) return { length };
  return slash === "/" ? { length, closed: name } : { length, opened: name };
}

function endOfAttribute(source: string, at: number): number | null {
  const end = endOf(spread, source, at) ?? endOf(attributeName, source, at);
  if (end === null || source[end] !== "=") return end;
  return endOf(attributeText, source, end + 1) ?? endOfBraces(source, end + 1);
}

function endOfBraces(source: string, at: number): number | null {
  if (source[at] !== "{") return null;
  const end = endOfValue(source, endOf(gap, source, at + 1)!, 0);
  const close = end === null ? null : endOf(gap, source, end)!;
  return close !== null && source[close] === "}" ? close + 1 : null;
}

function endOfValue(source: string, at: number, depth: number): number | null {
  const open = source[at];
  if (open !== "[" && open !== "{") return endOf(scalar, source, at);
  const close = open === "[" ? "]" : "}";
  let next = endOf(gap, source, at + 1)!;
  while (source[next] !== close) {
    const start = open === "[" ? next : endOf(key, source, next);
    const end = start === null || depth === depthMax ? null : endOfValue(source, start, depth + 1);
    if (end === null) return null;
    next = endOf(gap, source, end)!;
    if (source[next] === ",") next = endOf(gap, source, next + 1)!;
    else if (source[next] !== close) return null;
  }
  return next + 1;
}

function endOf(pattern: RegExp, source: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : null;
}
