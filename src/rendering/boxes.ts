import { dedent, endOfFence, fenceOf, indentOf, type Line } from "./page-lines.ts";
import { readComponent } from "./read-component.ts";
import { titleOf } from "./title-of.ts";

/** Something that a generator renders as a component, an admonition or a tab; shown as a box with a label. */
export interface FoundBox {
  label: string;
  title: string;
  /** `text`: show the content as is. `group`: an HTML element around Markdown, without a label. */
  content: "markdown" | "text" | "group";
  inner: Line[];
  /** Index after its last line. */
  end: number;
}

type FindBox = (lines: readonly Line[], at: number) => FoundBox | null;

/** Finds the box that begins on a line, in the syntax of any generator; null if there is none. */
export function findBox(lines: readonly Line[], at: number): FoundBox | null {
  const { text } = lines[at]!;
  const sign = text.trimStart()[0];
  for (const find of findersBySign[sign ?? ""] ?? []) {
    const found = find(lines, at);
    if (found !== null) return found;
  }
  return null;
}

const findersBySign: Record<string, readonly FindBox[]> = {
  ":": [findColons],
  "!": [findIndented],
  "?": [findIndented],
  "=": [findIndented],
  "{": [findShortcode, findLiquid, findExpression],
  "<": [findComponent],
  "`": [findDirective],
  "~": [findDirective],
  $: [findMath],
};

/** `:::note Title`, `:::{note}`, `::: {.callout-note}`. */
function findColons(lines: readonly Line[], at: number): FoundBox | null {
  const colons = (text: string) => /^:{3,}/.exec(text)?.[0].length ?? 0;
  const opening = lines[at]!.text.trim();
  const count = colons(opening);
  const rest = opening.slice(count).trim();
  if (count === 0 || rest === "" || indentOf(lines[at]!.text) > 3) return null;
  const { label, title } = nameOf(rest);
  let depth = 1;
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const text = lines[end]!.text.trim();
    if (colons(text) !== count) continue;
    depth += text.length === count ? -1 : 1;
    if (depth === 0) break;
  }
  return box({ label, title }, lines.slice(at + 1, end), Math.min(end + 1, lines.length));
}

/** "note[Title]{#id}", "{note} Title", "{.callout-note title="x"}", "tip Title". */
function nameOf(text: string): { label: string; title: string } {
  const words = text.slice(0, 300).replace(/^\{[.#]?/, "");
  const name = /^[\w-]+/.exec(words)?.[0] ?? "box";
  const titled = /title="([^"]*)"/.exec(words)?.[1];
  const rest = words
    .slice(name.length)
    .replace(/[[\]{}]/g, " ")
    .trim();
  const isAttributes = words.startsWith(`${name} `) && text.startsWith("{.");
  return { label: name.replace(/^callout-/, ""), title: titled ?? (isAttributes ? "" : rest) };
}

/** `!!! note "Title"`, `??? tip`, `=== "Tab"`, with the content indented by four. */
function findIndented(lines: readonly Line[], at: number): FoundBox | null {
  const { text } = lines[at]!;
  const indent = indentOf(text);
  const found = /^(!!!|\?\?\?\+?|===[+!]?)(?=[ \t])(.*)$/.exec(text.slice(indent, indent + 500));
  if (found === null || indent > 3) return null;
  const [, sign, words] = found as unknown as [string, string, string];
  const title = /"([^"]*)"/.exec(words)?.[1] ?? "";
  const name = words.split('"', 1)[0]!.trim();
  let end = at + 1;
  while (end < lines.length && (lines[end]!.text.trim() === "" || indentOf(lines[end]!.text) > indent))
    end += 1;
  while (end > at + 1 && lines[end - 1]!.text.trim() === "") end -= 1;
  const label = sign.startsWith("=") ? "tab" : name || "note";
  return box({ label, title }, lines.slice(at + 1, end), end);
}

/** `{{< name … >}}` and `{{% name … %}}` on a line of their own. */
function findShortcode(lines: readonly Line[], at: number): FoundBox | null {
  const read = (text: string) => readBraced(text, "{{<", ">}}") ?? readBraced(text, "{{%", "%}}");
  const opening = read(lines[at]!.text);
  if (opening === null) return null;
  const { name, rest } = splitName(opening);
  const isClose = (text: string) => splitName(read(text) ?? "").name === `/${name}`;
  const isOpen = (text: string) => splitName(read(text) ?? "").name === name;
  const isAlone = opening.endsWith("/") || name.startsWith("/");
  return paired(lines, at, { label: name, title: rest, isOpen, isClose, isAlone });
}

/** `{% name … %}` on a line of its own, ended by `{% endname %}`. */
function findLiquid(lines: readonly Line[], at: number): FoundBox | null {
  const read = (text: string) => readBraced(text, "{%", "%}");
  const opening = read(lines[at]!.text);
  if (opening === null) return null;
  const { name, rest } = splitName(opening.replace(/^-/, ""));
  const isClose = (text: string) => [`end${name}`, `/${name}`].includes(splitName(read(text) ?? "").name);
  const isOpen = (text: string) => splitName(read(text) ?? "").name === name;
  return paired(lines, at, { label: name, title: rest, isOpen, isClose, isAlone: /^(?:end|\/)/.test(name) });
}

/** `{expression}` or `{/* comment *\/}` of MDX on a line of its own. */
function findExpression(lines: readonly Line[], at: number): FoundBox | null {
  const text = lines[at]!.text.trim();
  if (!text.endsWith("}") || text.startsWith("{{") || /^\{[#.]/.test(text)) return null;
  const isComment = text.startsWith("{/*");
  return {
    label: isComment ? "" : "expression",
    title: "",
    content: "text",
    inner: isComment ? [] : [lines[at]!],
    end: at + 1,
  };
}

function readBraced(text: string, open: string, close: string): string | null {
  const line = text.trim();
  if (!line.startsWith(open) || !line.endsWith(close) || line.length < open.length + close.length)
    return null;
  const inner = line.slice(open.length, -close.length);
  return inner.includes(open) ? null : inner.trim();
}

function splitName(text: string): { name: string; rest: string } {
  const end = text.search(/\s/);
  return end === -1 ? { name: text, rest: "" } : { name: text.slice(0, end), rest: text.slice(end).trim() };
}

interface Pair {
  label: string;
  title: string;
  isOpen(text: string): boolean;
  isClose(text: string): boolean;
  /** True if it has no content. */
  isAlone: boolean;
}

function paired(lines: readonly Line[], at: number, pair: Pair): FoundBox {
  const named = { label: pair.label, title: pair.title.slice(0, 300) };
  const end = pair.isAlone ? -1 : findClose(lines, at, pair);
  if (end === -1) return box(named, [], at + 1);
  return box(named, lines.slice(at + 1, end), end + 1);
}

function findClose(
  lines: readonly Line[],
  at: number,
  { isOpen, isClose }: Pick<Pair, "isOpen" | "isClose">,
): number {
  let depth = 1;
  for (let index = at + 1; index < lines.length; index += 1) {
    const { text } = lines[index]!;
    const fence = fenceOf(text);
    if (fence !== null) index = endOfFence(lines, index, fence.mark);
    else if (isClose(text)) depth -= 1;
    else if (isOpen(text)) depth += 1;
    if (depth === 0) return index;
  }
  return -1;
}

const groups = new Set(["div", "section", "center", "aside", "figure"]);
const linesOfTagMax = 40;

/** `<Card title="x">` alone on its lines, with its content below it; `<details>` likewise. */
function findComponent(lines: readonly Line[], at: number): FoundBox | null {
  const joined = lines
    .slice(at, at + linesOfTagMax)
    .map(({ text }) => text)
    .join("\n");
  const tag = readComponent(joined, joined.indexOf("<"));
  if (tag === null || tag.kind === "close") return null;
  const isComponent = /^(?:[A-Z]|.*\.)/.test(tag.name) || tag.name === "";
  if (!isComponent && !groups.has(tag.name) && tag.name !== "details") return null;
  const behind = joined.slice(tag.end).split("\n", 1)[0]!;
  if (behind.trim() !== "") return null;
  const tagLines = joined.slice(0, tag.end).split("\n").length;
  const named = { label: isComponent ? tag.name || "fragment" : "details", title: titleOf(tag) };
  if (tag.kind === "alone") return isComponent ? box(named, [], at + tagLines) : null;
  const end = findClose(lines, at + tagLines - 1, {
    isOpen: (text) => opens(text.trim(), tag.name),
    isClose: (text) => text.trim().startsWith(`</${tag.name}>`),
  });
  if (end === -1) return null;
  const inner = lines.slice(at + tagLines, end);
  return groups.has(tag.name)
    ? { ...box(named, inner, end + 1), content: "group" }
    : box(named, inner, end + 1);
}

function opens(text: string, name: string): boolean {
  if (!text.startsWith(`<${name}`) || text.includes(`</${name}>`)) return false;
  const tag = readComponent(text, 0);
  return tag === null ? !text.endsWith("/>") : tag.name === name && tag.kind === "open";
}

const textDirectives = new Set([
  "code-block",
  "code",
  "code-cell",
  "sourcecode",
  "literalinclude",
  "math",
  "eval-rst",
  "mermaid",
  "raw",
  "toctree",
]);

/** Fences of MyST: "```{note} Title". */
function findDirective(lines: readonly Line[], at: number): FoundBox | null {
  const fence = fenceOf(lines[at]!.text);
  const found = fence === null ? null : /^\{([\w:-]+)\}(.*)$/.exec(fence.info);
  if (fence === null || found === null) return null;
  const end = endOfFence(lines, at, fence.mark);
  const [, name, title] = found as unknown as [string, string, string];
  const inner = lines.slice(at + 1, end);
  const begins = inner.findIndex(({ text }) => !/^\s*:[\w-]+:/.test(text));
  const content = begins === -1 ? [] : inner.slice(begins);
  const isText = textDirectives.has(name);
  return {
    ...box({ label: name, title: title.trim() }, content, Math.min(end + 1, lines.length)),
    content: isText ? "text" : "markdown",
  };
}

function findMath(lines: readonly Line[], at: number): FoundBox | null {
  if (lines[at]!.text.trim() !== "$$") return null;
  const end = lines.findIndex(({ text }, index) => index > at && text.trim() === "$$");
  if (end === -1) return null;
  return { ...box({ label: "math", title: "" }, lines.slice(at + 1, end), end + 1), content: "text" };
}

function box(named: { label: string; title: string }, inner: readonly Line[], end: number): FoundBox {
  return { ...named, content: "markdown", inner: dedent(inner), end };
}
