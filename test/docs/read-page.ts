import { readFile } from "node:fs/promises";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

export interface PageBlock {
  page: string;
  line: number;
  language: string;
  text: string;
  /** From comments right above the block, which readers of the page do not see. */
  notes: BlockNotes;
}

export interface BlockNotes {
  /** `<!-- not run: needs an account on GitHub -->` */
  notRun?: string;
  /** `<!-- file: engine.json -->`: the reader keeps it under this name. */
  file?: string;
  /** `<!-- keeps running: ready at http -->`: the last command does, and has started when it prints this. */
  keepsRunning?: string;
  /** `<!-- before: COMMAND -->`: what the text takes for granted. */
  before?: string;
  /** `<!-- stops: npm start -->`: the reader has ended what the last such command keeps running. */
  stops?: string;
  /** `<!-- host: GitLab -->`: the code host that it talks to, by the names of `code-host-stand-in.ts`. */
  host?: string;
}

const noteNames: Record<string, keyof BlockNotes> = {
  "not run": "notRun",
  file: "file",
  "keeps running": "keepsRunning",
  before: "before",
  stops: "stops",
  host: "host",
};

/** The fenced code of a page of the project, in its order; also what is indented below a step of a list. */
export async function readPage(page: string): Promise<PageBlock[]> {
  const lines = (await readFile(join(root, page), "utf8")).split("\n");
  const blocks: PageBlock[] = [];
  let notes: BlockNotes = {};
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    const note = /^ *<!-- ([a-z ]+): (.+) -->$/.exec(line);
    const fence = /^( *)```(\w*)$/.exec(line);
    if (note !== null) notes = addNote(notes, note, `${page}:${index + 1}`);
    else if (fence === null) notes = line.trim() === "" ? notes : {};
    else {
      const [, indent = "", language = ""] = fence;
      const end = lines.indexOf(`${indent}\`\`\``, index + 1);
      if (end < 0) throw new Error(`${page}:${index + 1}: the block has no end`);
      const text = lines.slice(index + 1, end).map((part) => `${part.slice(indent.length)}\n`);
      blocks.push({ page, line: index + 1, language, text: text.join(""), notes });
      notes = {};
      index = end;
    }
  }
  return blocks;
}

function addNote(notes: BlockNotes, [, name, value]: RegExpExecArray, place: string): BlockNotes {
  const key = noteNames[name!];
  if (key === undefined) throw new Error(`${place}: there is no note "${name}"`);
  return { ...notes, [key]: value };
}
