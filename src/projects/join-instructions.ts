/**
 * Files with a project's instructions to agents on how to write its documentation, in order of precedence.
 */
const instructionFiles = [".copydesk/AGENTS.md", "AGENTS.md", ".mintlify/AGENTS.md"] as const;

export const instructionsCharactersMax = 16_000;

export interface InstructionFile {
  path: string;
  /** Trimmed text; never empty. */
  text: string;
  /** Number of its characters that jobs receive. */
  usedCharacters: number;
}

export interface JoinedInstructions {
  /** Text that jobs receive. */
  text: string;
  files: InstructionFile[];
  isCut: boolean;
}

/**
 * Joins the existing instruction files for an agent, cut at the limit. Returns null if they are all empty.
 */
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
