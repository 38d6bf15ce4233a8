import { type Html, html } from "./html.ts";

type Block = { kind: "paragraph" | "quote" | "bullets" | "numbers"; lines: string[] };

const markers: [Block["kind"], RegExp][] = [
  ["bullets", /^[-*] (?=\S)/],
  ["numbers", /^\d{1,4}[.)] (?=\S)/],
  ["quote", /^> ?/],
];

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
