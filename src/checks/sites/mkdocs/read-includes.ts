import { posix } from "node:path";
import { isNode, isSeq } from "yaml";
import type { IncludeKind } from "../../../markdown/page-scan.ts";
import type { IncludeSettings } from "../../model/include-settings.ts";
import { at, scalarOf, textOf } from "./read-yaml.ts";

type Named = ReadonlyMap<string, unknown>;

/** Reads how pages take in files: snippets, and tags of the plugins include-markdown and macros. */
export function readIncludes(
  plugins: Named,
  extensions: Named,
  { docsRoot, folder }: { docsRoot: string; folder: string },
): IncludeSettings {
  const snippets = snippetFoldersOf(extensions, folder);
  const ofPlugin = plugins.get("include-markdown");
  const isRead = plugins.has("include-markdown") && !isNode(at(ofPlugin, "opening_tag"));
  const ofDocs = { folders: [docsRoot], hasDots: true };
  // Both read `include`: the first one takes it.
  const [first] = [...plugins.keys()].filter((name) => name === "macros" || name === "include-markdown");
  const jinja = first === "macros" ? macrosFolderOf(plugins.get("macros"), { docsRoot, folder }) : null;
  const kinds: IncludeKind[] = [];
  if (snippets !== null) kinds.push("snippet");
  if (isRead) kinds.push("markdown-include");
  if (jinja !== null || (isRead && first === "include-markdown")) kinds.push("jinja-include");
  const isCut = ["start", "end", "exclude"].some((name) => isNode(at(ofPlugin, name)));
  return {
    ...{ kinds, folders: snippets ?? [""], root: "" },
    bringsHeadings: isCut ? ["snippet"] : kinds,
    keepsLinks: jinja === null ? ["markdown-include", "jinja-include"] : ["markdown-include"],
    ofKinds: {
      "markdown-include": ofDocs,
      "jinja-include": jinja === null ? ofDocs : { folders: [jinja] },
    },
  };
}

/** Returns a test for Markdown in folders of such parts, which the site may leave out. */
export function createPartTest({ kinds, folders, ofKinds }: IncludeSettings, docsRoot: string): PathTest {
  const used = [
    ...(kinds.includes("snippet") ? (folders ?? []) : []),
    ...(kinds.includes("jinja-include") ? (ofKinds?.["jinja-include"]?.folders ?? []) : []),
  ];
  const apart = used.filter((one) => one !== "" && one !== docsRoot && !docsRoot.startsWith(`${one}/`));
  return (path) => path.endsWith(".md") && apart.some((one) => path.startsWith(`${one}/`));
}

type PathTest = (path: string) => boolean;

/** Null where pages say themselves whether they are read. */
function macrosFolderOf(
  options: unknown,
  { docsRoot, folder }: { docsRoot: string; folder: string },
): string | null {
  const isElse = isNode(at(options, "j2_block_start_string"));
  if (isElse || scalarOf(at(options, "render_by_default")) === false) return null;
  const named = textOf(at(options, "include_dir")) ?? "";
  return named === "" ? docsRoot : posix.join(folder, named).replace(/\/$/, "");
}

/**
 * They are relative to the folder in which MkDocs runs: that of its configuration, or the top of the
 * repository.
 */
function snippetFoldersOf(extensions: ReadonlyMap<string, unknown>, folder: string): string[] | null {
  const options = extensions.get("pymdownx.snippets");
  if (options === undefined) return null;
  const named = at(options, "base_path");
  const bases = (isSeq(named) ? named.items : [named])
    .map((one) => textOf(one))
    .filter((one) => one !== null);
  const below = (start: string) => (bases.length === 0 ? ["."] : bases).map((one) => posix.join(start, one));
  return [...new Set([...below(folder), ...below("")])];
}
