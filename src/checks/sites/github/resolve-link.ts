import { posix } from "node:path";
import type { TargetParts } from "../../links/split-target.ts";
import type { Resolution } from "../../model/resolution.ts";
import type { Site } from "../../model/site.ts";

/**
 * Resolves every relative target as a path, in HTML as well; `/` is the root of the repository. A page
 * without its extension is not found.
 */
export function resolveGithubLink(site: Site, from: string, parts: TargetParts): Resolution {
  const joined = posix.join(parts.path.startsWith("/") ? "." : posix.dirname(from), `./${parts.path}`);
  const path = joined.replace(/\/$/, "");
  // Issues, releases and the like of the same project, or another project on the host.
  if (path === ".." || path.startsWith("../")) return { kind: "unjudged", guesses: [], parts };
  if (path === "." || site.index.folders.has(path)) return { kind: "generated", parts };
  if (site.files.has(path) && !joined.endsWith("/"))
    return { kind: site.pages.has(path) ? "page" : "file", path, parts };
  const [first] = path.split("/");
  const isOther = parts.path.startsWith("/") && !site.index.folders.has(first!);
  if (isOther) return { kind: "unjudged", guesses: [], parts };
  return { kind: "missing", wanted: /\.\w+$/.test(path) ? [path] : [`${path}.md`, path], parts };
}
