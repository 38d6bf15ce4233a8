import { type Html, html, nothing } from "./html.ts";

type Block = { kind: "paragraph" | "quote" | "bullets" | "numbers"; lines: string[] };

const markers: [Block["kind"], RegExp][] = [
  ["bullets", /^[-*] (?=\S)/],
  ["numbers", /^\d{1,4}[.)] (?=\S)/],
  ["quote", /^> ?/],
];

const leadCharactersMax = 200;
const titlesMax = 3;
const titleCharactersMax = 40;

/** The first paragraph of a description; everything else is folded under the names of its parts. */
export function renderFoldedDescription(text: string): Html {
  const [first, ...rest] = splitBlocks(text);
  if (first === undefined) return nothing;
  const lead = first.lines.join("\n");
  if (first.kind !== "paragraph" || lead.length > leadCharactersMax)
    return fold(html`Description: ${cutAtWord(lead)}`, renderDescription(text));
  if (rest.length === 0) return renderBlock(first);
  const titles = rest.flatMap(titleOf);
  const label = [...(titleOf(rest[0]!).length === 0 ? ["Details"] : []), ...titles]
    .slice(0, titlesMax)
    .join(" · ");
  return html`${renderBlock(first)}${fold(html`${label}`, html`${rest.map(renderBlock)}`)}`;
}

function fold(label: Html, content: Html): Html {
  return html`<details class="more"><summary>${label}</summary>${content}</details>`;
}

/** "Left as it is" of a paragraph "Left as it is:". */
function titleOf({ kind, lines }: Block): string[] {
  const title = lines.at(-1)!.trim();
  if (kind !== "paragraph" || !title.endsWith(":") || title.length > titleCharactersMax) return [];
  return [title.slice(0, -1)];
}

function cutAtWord(text: string): string {
  if (text.length <= leadCharactersMax) return text;
  const cut = text.slice(0, leadCharactersMax);
  const space = cut.lastIndexOf(" ");
  return `${(space > 0 ? cut.slice(0, space) : cut).trimEnd()} …`;
}

/** Plain text with its paragraphs, lists, quotes, line breaks and `code`; everything else is shown as it was written. */
export function renderDescription(text: string): Html {
  return html`${splitBlocks(text).map(renderBlock)}`;
}

function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const line of text.split(/\r?\n/)) {
    const marker = markers.find(([, pattern]) => pattern.test(line));
    const kind = marker?.[0] ?? "paragraph";
    if (line.trim() === "") {
      open = null;
    } else if (open !== null && isContinuation(open, line, kind)) {
      open.lines[open.lines.length - 1] += `\n${line.trim()}`;
    } else {
      if (open === null || open.kind !== kind) {
        open = { kind, lines: [] };
        blocks.push(open);
      }
      open.lines.push(marker === undefined ? line : line.replace(marker[1], ""));
    }
  }
  return blocks;
}

function isContinuation(open: Block, line: string, kind: Block["kind"]): boolean {
  return kind === "paragraph" && /^\s{2,}/.test(line) && (open.kind === "bullets" || open.kind === "numbers");
}

function renderBlock({ kind, lines }: Block): Html {
  if (kind === "bullets") return html`<ul>${lines.map(renderItem)}</ul>`;
  if (kind === "numbers") return html`<ol>${lines.map(renderItem)}</ol>`;
  const content = renderLines(lines.join("\n"));
  return kind === "quote" ? html`<blockquote>${content}</blockquote>` : html`<p>${content}</p>`;
}

function renderItem(line: string): Html {
  return html`<li>${renderLines(line)}</li>`;
}

function renderLines(text: string): Html {
  const lines = text.split("\n").map(renderInline);
  return html`${lines.map((line, index) => (index === 0 ? line : html`<br>${line}`))}`;
}

function renderInline(line: string): Html {
  const parts = line.split(/`([^`]+)`/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}
