export type SummaryBlock = { kind: "text"; text: string } | { kind: "list"; items: string[] };

/**
 * Paragraphs and lists of what the agent says of its work; anything else of Markdown stays as it was written.
 */
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

export interface CodePart {
  text: string;
  isCode: boolean;
}

/** Splits a text at its `code`. */
export function toCodeParts(text: string): CodePart[] {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return [{ text, isCode: false }];
  return parts
    .map((part, index) => ({ text: part, isCode: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}
