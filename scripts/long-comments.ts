import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const widest = 110;
const comment = /^\s*(?:\/\/|\/\*|\* |\*$)/;
/** Linter and compiler directives are one line, however long. */
const instruction = /^\s*(?:\/\/|\/\*\*?|\*) ?(?:biome-|@ts-|@type )/;

/** Finds comments on a line of their own that are wider than 110 characters, as `file:line`. */
export function findLongComments(root: string): string[] {
  const { stdout } = spawnSync(
    "git",
    ["ls-files", "-co", "--exclude-standard", "--", "*.ts", "*.tsx", "*.mjs"],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  const files = stdout
    .split("\n")
    .filter((file) => file !== "" && isOurs(file) && existsSync(join(root, file)));
  return files.flatMap((file) => {
    const lines = readFileSync(join(root, file), "utf8").split("\n");
    const long = lines.flatMap((text, at) => (isLong(text) ? [at + 1] : []));
    return long.map((line) => `${file}:${line} is a comment of more than ${widest} characters`);
  });
}

function isOurs(file: string): boolean {
  return (
    !file.startsWith("test/fixtures/") &&
    !file.startsWith("sdk/dist/") &&
    file !== "sdk/src/generated-types.ts"
  );
}

function isLong(text: string): boolean {
  return text.length > widest && comment.test(text) && !instruction.test(text);
}
