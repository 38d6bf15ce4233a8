import type { Prepared } from "./run.ts";

/** Files in which a project tells agents how it wants its documentation written, in order of precedence. */
const instructionFiles = [".copydesk/AGENTS.md", "AGENTS.md", ".mintlify/AGENTS.md"] as const;

const instructionsCharactersMax = 16_000;

/** The project's instructions at the base commit, as text, or null when it has none. */
export async function readInstructions(prepared: Prepared): Promise<string | null> {
  const known = new Set(prepared.files);
  const parts: string[] = [];
  for (const path of instructionFiles.filter((file) => known.has(file))) {
    const content = await prepared.tree.readAt(prepared.startCommit, path);
    const text = content?.toString("utf8").trim();
    if (text) parts.push(`From ${path}:\n${text}`);
  }
  if (parts.length === 0) return null;
  const text = parts.join("\n\n");
  if (text.length <= instructionsCharactersMax) return text;
  return `${text.slice(0, instructionsCharactersMax)}\n… (cut: the instructions are longer than ${instructionsCharactersMax} characters)`;
}
