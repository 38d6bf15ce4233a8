import { matchGlob } from "../text/match-glob.ts";

/** Compared without case, in any folder. */
const protectedNames = new Map([
  [".git", "it belongs to git"],
  [".gitmodules", "it decides which other repositories are loaded"],
  [".gitattributes", "it decides which programs git runs on files"],
  [".gitlab-ci.yml", "it decides what the continuous integration runs"],
  [".gitea", "it decides what the continuous integration runs"],
  [".forgejo", "it decides what the continuous integration runs"],
  [".circleci", "it decides what the continuous integration runs"],
  [".claude", "it instructs agents"],
  [".cursor", "it instructs agents"],
  [".cursorrules", "it instructs agents"],
  [".windsurfrules", "it instructs agents"],
  [".copydesk", "it instructs agents"],
  [".mcp.json", "it instructs agents"],
]);

/** Below a folder of this name, in any place. */
const protectedBelow = new Map([
  [".github/workflows", "it decides what the continuous integration runs"],
  [".github/actions", "it decides what the continuous integration runs"],
  [".github/copilot-instructions.md", "it instructs agents"],
  [".github/instructions", "it instructs agents"],
]);

/** Exactly these letters in any folder, any case at the root: `docs/agents.md` may well be a page about agents. */
const instructionNames = new Set(["AGENTS.md", "CLAUDE.md", "GEMINI.md", "AGENTS.override.md"]);

/**
 * Why this repository path may not be written, or null when it may. `writeGlobs` are the paths that the project (or the job) may
 * write; none means all. Case, invisible characters and the short names of other systems (`GIT~1`, `.git.`) do not help.
 */
export function protectedPathReason(path: string, writeGlobs: readonly string[]): string | null {
  const parts = path.split("/").map(foldName);
  const why = protectedPart(parts) ?? instructionFile(path);
  if (why !== null) return `protected path ${shown(path)}: ${why}`;
  if (writeGlobs.length === 0 || isWithin(path, writeGlobs)) return null;
  return `protected path ${shown(path)}: it is outside of the paths that may be written (${writeGlobs.join(", ")})`;
}

function protectedPart(parts: readonly string[]): string | null {
  for (const [at, part] of parts.entries()) {
    const why = protectedNames.get(part) ?? protectedBelow.get(`${part}/${parts[at + 1] ?? ""}`);
    if (why !== undefined) return why;
  }
  return null;
}

function instructionFile(path: string): string | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const isAtRoot = !path.includes("/");
  const found = [...instructionNames].some(
    (known) => known === name || (isAtRoot && foldName(known) === foldName(name)),
  );
  return found ? "it instructs agents" : null;
}

function isWithin(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchGlob(glob)(path));
}

/** As file systems that ignore case, invisible characters, trailing dots and spaces, or streams read a name. */
function foldName(name: string): string {
  const folded = name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase()
    .replace(/(?<=.):.*$/, "")
    .replace(/[. ]+$/, "");
  const [, short] = /^(git[a-z]{0,3})~\d+$/.exec(folded) ?? [];
  if (short === undefined) return folded;
  // 8.3 names: .git → GIT~1, .gitmodules → GITMOD~1, .gitattributes → GITATT~1.
  return { git: ".git", gitmod: ".gitmodules", gitatt: ".gitattributes" }[short] ?? folded;
}

function shown(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path;
}
