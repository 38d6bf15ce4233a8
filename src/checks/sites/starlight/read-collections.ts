import { posix } from "node:path";
import { matchGlob } from "../../../text/match-glob.ts";
import type { SiteContext } from "../../model/site.ts";
import { readScript } from "../script/read-script.ts";
import { type ScriptValue, textMember } from "../script/script-values.ts";

/** Where the pages are, and what decides their addresses. */
export interface DocsCollection {
  docsRoot: string;
  /** Why the addresses of pages cannot be known; null if they follow from the files. */
  whyUnknown: string | null;
  /** Whether a folder whose name begins with `_` has no pages, as in collections without a loader. */
  hidesFolders: boolean;
  readFrom: string[];
}

const current = /^src\/content\.config\.[cm]?[jt]s$/;
const old = /^src\/content\/config\.[cm]?[jt]s$/;

/** `root` is the folder of `astro.config.*`, also "." */
export async function readDocsCollection(context: SiteContext, root: string): Promise<DocsCollection> {
  const start = root === "." ? "" : `${root}/`;
  const find = (name: RegExp) =>
    [...context.files].find((path) => path.startsWith(start) && name.test(path.slice(start.length)));
  const docsRoot = `${start}src/content/docs`;
  const [own, older] = [find(current), find(old)];
  const found = { docsRoot, whyUnknown: null, hidesFolders: older !== undefined, readFrom: [] };
  const path = own ?? older;
  if (path === undefined) return found;
  const { value, readFrom } = await readScript(context, path, "collections");
  const loader = findLoader(value);
  if (loader === undefined) return { ...found, readFrom };
  const folder = findFolder(context, loader, root, docsRoot);
  const whyUnknown = folder === null ? "a loader of the site's own decides where pages are" : null;
  return { docsRoot: folder ?? docsRoot, whyUnknown, hidesFolders: false, readFrom };
}

function findLoader(collections: ScriptValue): ScriptValue | undefined {
  const docs = collections.kind === "object" ? collections.members.get("docs") : undefined;
  const options = docs?.kind === "call" ? docs.inputs[0] : undefined;
  return options?.kind === "object" ? options.members.get("loader") : undefined;
}

/** Returns the folder all of whose pages a loader takes, each at the address that its path says. */
function findFolder(
  { files }: SiteContext,
  loader: ScriptValue,
  root: string,
  docsRoot: string,
): string | null {
  if (loader.kind !== "call") return null;
  const [options] = loader.inputs;
  if (options !== undefined && (options.kind !== "object" || options.isOpen)) return null;
  if (options?.members.has("generateId") === true) return null;
  if (loader.source === "@astrojs/starlight/loaders") return docsRoot;
  const [base, pattern] = [textMember(options, "base"), textMember(options, "pattern")];
  if (loader.source !== "astro/loaders" || typeof base !== "string" || typeof pattern !== "string")
    return null;
  const folder = posix.join(root, base, ".");
  const isTaken = matchGlob(pattern.replace("[^_]*", "*"));
  const hidesNames = pattern.includes("[^_]*");
  for (const path of files) {
    if (!path.startsWith(`${folder}/`) || !/\.mdx?$/.test(path)) continue;
    if (!isTaken(path.slice(folder.length + 1)) || (!hidesNames && /\/_[^/]*$/.test(path))) return null;
  }
  return folder;
}
