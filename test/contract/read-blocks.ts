import { readFile } from "node:fs/promises";
import { join } from "node:path";

export interface CodeBlock {
  /** The nearest heading above it, without its marks. */
  heading: string;
  /** "" when it names none. */
  language: string;
  text: string;
}

/** The fenced code of a page of the project, in its order. */
export async function readBlocks(page: string): Promise<CodeBlock[]> {
  const text = await readFile(join(import.meta.dirname, "../..", page), "utf8");
  const parts = text.matchAll(/^#+ ([^\n]+)$|^```(\w*)\n(.*?)^```$/gms);
  const blocks: CodeBlock[] = [];
  let heading = "";
  for (const [, title, language = "", code] of parts) {
    if (title !== undefined) heading = title;
    else blocks.push({ heading, language, text: code ?? "" });
  }
  return blocks;
}
