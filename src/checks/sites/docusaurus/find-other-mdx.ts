import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";

/**
 * Why pages cannot be parsed as MDX of today: Docusaurus before 3 reads MDX 1, and which one it is, the next
 * package.json that names it says. Undefined: they can.
 */
export async function findOtherMdx(
  { files, read }: SiteContext,
  root: string,
): Promise<{ otherMdx: string | undefined; readFrom: string[] }> {
  const readFrom: string[] = [];
  for (let folder = root === "" ? "." : root; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, "package.json");
    if (files.has(path)) {
      readFrom.push(path);
      const version = readVersion((await read(path)).toString("utf8"));
      if (version !== undefined) return { otherMdx: judgeVersion(version), readFrom };
    }
    if (folder === ".") return { otherMdx: unknownVersion, readFrom };
  }
}

const unknownVersion = "no package.json says which version of Docusaurus this is, and so of MDX";

/** Undefined: Docusaurus is not named. */
function readVersion(text: string): string | undefined {
  try {
    // Read without a schema: the library for them takes an eighth of the start of a check.
    const { dependencies, devDependencies } = JSON.parse(text);
    const version = { ...devDependencies, ...dependencies }["@docusaurus/core"];
    return version === undefined ? undefined : String(version);
  } catch {
    return undefined;
  }
}

function judgeVersion(version: string): string | undefined {
  if (/^(?:latest|next|canary)$/.test(version)) return undefined;
  const major = /^[\^~=v]?(\d+)(?:\.[\w.+-]*)?$/.exec(version)?.[1];
  if (major === undefined) return unknownVersion;
  return Number(major) < 3 ? "Docusaurus before 3 reads MDX 1" : undefined;
}
