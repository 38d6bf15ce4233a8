import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";

/**
 * Why pages cannot be parsed as MDX of today: Docusaurus before 3 reads MDX 1, and which one it is, the next
 * package.json that names it says. Undefined: they can. `version` is as written there, "" if it is not.
 */
export async function findOtherMdx(
  { files, read }: SiteContext,
  root: string,
): Promise<{ otherMdx: string | undefined; version: string; readFrom: string[] }> {
  const readFrom: string[] = [];
  for (let folder = root === "" ? "." : root; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, "package.json");
    if (files.has(path)) {
      readFrom.push(path);
      const version = String(readVersions((await read(path)).toString("utf8"))[docusaurus] ?? "");
      if (version !== "") return { otherMdx: judgeVersion(version), version, readFrom };
    }
    if (folder === ".") return { otherMdx: unknownVersion, version: "", readFrom };
  }
}

const docusaurus = "@docusaurus/core";

function judgeVersion(version: string): string | undefined {
  const isBefore = isOld(docusaurus, version);
  if (isBefore === null) return unknownVersion;
  return isBefore ? describeOld(docusaurus) : undefined;
}

const unknownVersion = "no package.json says which version of Docusaurus this is, and so of MDX";

/** Packages that read pages of MDX, with their first version that reads MDX of today. */
const readers: Readonly<Record<string, number>> = {
  [docusaurus]: 3,
  "gatsby-plugin-mdx": 4,
  "@mdx-js/mdx": 2,
  "@mdx-js/react": 2,
  "@mdx-js/loader": 2,
};
const manifestsMax = 20;

/** Why pages of an unknown generator are not MDX of today: a package.json names a reader of MDX 1. */
export async function findOldMdx({ files, read }: SiteContext): Promise<string | undefined> {
  if (![...files].some((path) => path.endsWith(".mdx"))) return undefined;
  const depthOf = (path: string) => path.split("/").length;
  const manifests = [...files]
    .filter((path) => posix.basename(path) === "package.json" && !path.includes("node_modules/"))
    .sort((a, b) => depthOf(a) - depthOf(b));
  for (const path of manifests.slice(0, manifestsMax)) {
    const versions = readVersions((await read(path)).toString("utf8"));
    for (const [name, version] of Object.entries(versions))
      if (isOld(name, String(version)) === true) return describeOld(name);
  }
  return undefined;
}

const describeOld = (name: string) =>
  `${name === docusaurus ? "Docusaurus" : name} before ${readers[name]} reads MDX 1`;

/** Null if the version is not told. */
function isOld(name: string, version: string): boolean | null {
  const since = Object.hasOwn(readers, name) ? readers[name]! : 0;
  if (/^(?:latest|next|canary)$/.test(version)) return false;
  const major = /^[\^~=v]{0,2}(\d+)(?:\.[\w.+-]*)?$/.exec(version)?.[1];
  return major === undefined ? null : Number(major) < since;
}

function readVersions(text: string): Record<string, unknown> {
  try {
    // Read without a schema: the library for them takes an eighth of the start of a check.
    const { dependencies, devDependencies } = JSON.parse(text);
    return { ...devDependencies, ...dependencies };
  } catch {
    return {};
  }
}
