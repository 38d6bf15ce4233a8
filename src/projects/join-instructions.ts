/** Files in which a project tells agents how it wants its documentation written, in order of precedence. */
const instructionFiles = [".copydesk/AGENTS.md", "AGENTS.md", ".mintlify/AGENTS.md"] as const;

export const instructionsCharactersMax = 16_000;

export interface InstructionFile {
  path: string;
  /** Without white space around it; never empty. */
  text: string;
  /** How many characters of it jobs get. */
  usedCharacters: number;
}

export interface JoinedInstructions {
  /** What jobs get. */
  text: string;
  files: InstructionFile[];
  isCut: boolean;
}

/** What an agent gets of the files that are there, which is cut at its limit. Null when they say nothing. */
export async function joinInstructions(
  read: (path: string) => Promise<string | null>,
): Promise<JoinedInstructions | null> {
  const files: InstructionFile[] = [];
  let joined = "";
  for (const path of instructionFiles) {
    const text = (await read(path))?.trim();
    if (!text) continue;
    joined += `${joined === "" ? "" : "\n\n"}From ${path}:\n`;
    const usedCharacters = Math.max(0, Math.min(text.length, instructionsCharactersMax - joined.length));
    joined += text;
    files.push({ path, text, usedCharacters });
  }
  if (files.length === 0) return null;
  if (joined.length <= instructionsCharactersMax) return { text: joined, files, isCut: false };
  const cut = `(cut: the instructions are longer than ${instructionsCharactersMax} characters)`;
  return { text: `${joined.slice(0, instructionsCharactersMax)}\n… ${cut}`, files, isCut: true };
}
