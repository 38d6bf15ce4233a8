import { parseUnifiedDiff } from "../diff/parse-unified-diff.ts";

const words = "Mend the conflicts of this pull request with its base branch.";
const patchCharactersMax = 15_000;

/**
 * True if a turn's prompt asks to resolve conflicts: the turn then starts with the base's version of the
 * conflicting files.
 */
export function asksToMend(prompt: string): boolean {
  return prompt.startsWith(words);
}

/**
 * Writes the request to a job whose branch conflicts with its base; deterministic. `conflicts`: empty if the
 * host does not name the files. `patch`: the job's whole change so far.
 */
export function writeMendRequest({
  conflicts,
  patch,
}: {
  conflicts: readonly string[];
  patch: string;
}): string {
  const files = splitFiles(patch);
  const meant = files.filter(
    ({ paths }) => conflicts.length === 0 || paths.some((path) => conflicts.includes(path)),
  );
  const shown = (meant.length === 0 ? files : meant).map(({ text }) => text).join("");
  const rest = shown.length > patchCharactersMax ? "\n[cut]" : "";
  const part = shown.slice(0, patchCharactersMax).toWellFormed();
  const quoted = part.split("\n").map((line) => `> ${line}`);
  return [
    words,
    "Pages that both have changed are now as the base branch has them. Bring the earlier change into them again, as far as it still holds beside what is new there; leave out what is no longer true. Change nothing else.",
    `The earlier change was:\n\n${quoted.join("\n")}${rest}`,
  ].join("\n\n");
}

/** Splits a unified diff by file, each part with its header. */
function splitFiles(patch: string): { paths: string[]; text: string }[] {
  const parts = patch.split(/^(?=diff --git )/m).filter((part) => part.startsWith("diff --git "));
  return parts.map((text) => ({
    paths: parseUnifiedDiff(text).flatMap(({ oldPath, newPath }) => [oldPath, newPath]),
    text,
  }));
}
