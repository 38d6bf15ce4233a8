export type SummaryBlock = { kind: "text"; text: string } | { kind: "list"; items: string[] };

/** Parses the paragraphs and lists of the agent's summary; any other Markdown stays as written. */
export function toSummaryBlocks(summary: string): SummaryBlock[] {
  const blocks: SummaryBlock[] = [];
  let isNew = true;
  for (const line of summary.split("\n")) {
    const last = blocks.at(-1);
    const item = /^ {0,3}[-*] +(\S.*)$/.exec(line)?.[1];
    if (line.trim() === "") isNew = true;
    else if (item !== undefined) {
      if (last?.kind === "list") last.items.push(item);
      else blocks.push({ kind: "list", items: [item] });
      isNew = false;
    } else if (isNew || last === undefined) {
      blocks.push({ kind: "text", text: line });
      isNew = false;
    } else if (last.kind === "text") last.text += `\n${line}`;
    else last.items.push(`${last.items.pop()!} ${line.trim()}`);
  }
  return blocks;
}

export interface TextPart {
  text: string;
  kind: "plain" | "code" | "strong";
}

/** Splits a text at its `code` and its **strong** words. */
export function toTextParts(text: string): TextPart[] {
  return splitAt(text, "`", "code")
    .flatMap((part) => (part.kind === "plain" ? splitAt(part.text, "**", "strong") : [part]))
    .filter((part) => part.text !== "");
}

/** A mark without its partner is text. */
function splitAt(text: string, mark: string, kind: TextPart["kind"]): TextPart[] {
  const parts = text.split(mark);
  if (parts.length % 2 === 0) return [{ text, kind: "plain" }];
  return parts.map((part, index) => ({ text: part, kind: index % 2 === 1 ? kind : "plain" }));
}
