import { posix } from "node:path";
import { matchGlob } from "../../../text/match-glob.ts";
import type { SiteContext } from "../../model/site.ts";
import { readScript } from "../script/read-script.ts";
import { type ScriptValue, textMember, textsMember } from "../script/script-values.ts";

/** Where the pages are, and what decides their addresses. */
export interface DocsCollection {
  docsRoot: string;
  /** Why the addresses of pages cannot be known; null if they follow from the files. */
  whyUnknown: string | null;
  /** Whether a file is a page, by its path below `docsRoot`. */
  takes(below: string): boolean;
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
  // Collections without a loader also leave out folders.
  const takes = older === undefined ? isShown : (below: string) => !/(?:^|\/)_/.test(below);
  const found = { docsRoot, whyUnknown: null, takes, readFrom: [] };
  const path = own ?? older;
  if (path === undefined) return found;
  const { value, readFrom } = await readScript(context, path, "collections");
  const loader = findLoader(value);
  if (loader === undefined) return { ...found, readFrom };
  const read = readLoader(loader, root, docsRoot);
  if (read === null)
    return { ...found, whyUnknown: "a loader of the site's own decides where pages are", readFrom };
  return { ...read, whyUnknown: null, readFrom };
}

function isShown(below: string): boolean {
  return !/(?:^|\/)_[^/]*$/.test(below);
}

function findLoader(collections: ScriptValue): ScriptValue | undefined {
  const docs = collections.kind === "object" ? collections.members.get("docs") : undefined;
  const options = docs?.kind === "call" ? docs.inputs[0] : undefined;
  return options?.kind === "object" ? options.members.get("loader") : undefined;
}

/** Null if the loader names pages in its own way, or takes those that a pattern which is not read names. */
function readLoader(
  loader: ScriptValue,
  root: string,
  docsRoot: string,
): Pick<DocsCollection, "docsRoot" | "takes"> | null {
  if (loader.kind !== "call") return null;
  const [options] = loader.inputs;
  if (options !== undefined && (options.kind !== "object" || options.isOpen)) return null;
  if (options?.members.has("generateId") === true) return null;
  if (loader.source === "@astrojs/starlight/loaders") return { docsRoot, takes: isShown };
  const base = textMember(options, "base");
  const takes = readPatterns(options);
  if (loader.source !== "astro/loaders" || typeof base !== "string" || takes === null) return null;
  return { docsRoot: posix.join(root, base, "."), takes };
}

/** One pattern or several, of which those with `!` in front leave out again. */
function readPatterns(options: ScriptValue | undefined): DocsCollection["takes"] | null {
  const one = textMember(options, "pattern");
  const patterns = typeof one === "string" ? [one] : textsMember(options, "pattern");
  if (!Array.isArray(patterns)) return null;
  const [taken, left]: [DocsCollection["takes"][], DocsCollection["takes"][]] = [[], []];
  for (const pattern of patterns) {
    const isLeft = pattern.startsWith("!");
    const glob = readGlob(isLeft ? pattern.slice(1) : pattern);
    if (glob === null) return null;
    (isLeft ? left : taken).push(glob);
  }
  return (below) =>
    !/(?:^|\/)\./.test(below) && taken.some((glob) => glob(below)) && !left.some((glob) => glob(below));
}

/** Of classes of characters, `[^_]` at the beginning of a name is read. */
function readGlob(pattern: string): DocsCollection["takes"] | null {
  const name = pattern.slice(pattern.lastIndexOf("/") + 1);
  const bare = name.startsWith("[^_]*") ? pattern.slice(0, -name.length) + name.slice(4) : pattern;
  if (/[[\]()!\\]/.test(bare)) return null;
  const matches = matchGlob(bare);
  return bare === pattern ? matches : (below) => isShown(below) && matches(below);
}
