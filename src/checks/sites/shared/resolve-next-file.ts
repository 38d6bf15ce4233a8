import { posix } from "node:path";
import type { TargetParts } from "../../links/split-target.ts";
import type { Resolution } from "../../model/resolution.ts";
import type { Site } from "../../model/site.ts";

/** Resolves a picture relative to its file, `/` from the public folder; in HTML as the browser does. */
export function resolveNextFile(
  { root, basePath }: { root: string; basePath: string | null },
  whole: Site,
  from: string,
  parts: TargetParts,
  kind: "image" | "src",
): Resolution {
  const { path } = parts;
  if (/^[@~]/.test(path)) return { kind: "unjudged", guesses: [], parts };
  const isAbsolute = path.startsWith("/");
  const file = isAbsolute ? posix.join(root, "public", path) : posix.join(posix.dirname(from), path);
  if (whole.files.has(file) && (isAbsolute || kind === "image")) return { kind: "file", path: file, parts };
  if (kind === "src" && (!isAbsolute || basePath !== "")) return { kind: "unjudged", guesses: [], parts };
  return { kind: "missing", wanted: [file], parts };
}
