import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import { findShortestPath } from "../shared/find-shortest-path.ts";
import { readSettings } from "../shared/read-settings.ts";

/** Finds a project of mystmd, as which Jupyter Book 2 is built, with pages below it. */
export async function detectMystmd(context: SiteContext): Promise<string | null> {
  const { files } = context;
  const path = findShortestPath(files, /(?:^|\/)myst\.ya?ml$/);
  if (path === null) return null;
  const folder = posix.dirname(path) === "." ? "" : `${posix.dirname(path)}/`;
  const hasPages = [...files].some((one) => one.endsWith(".md") && one.startsWith(folder));
  const settings = hasPages ? await readSettings(context, path).catch(() => null) : null;
  return settings !== null && ("project" in settings || "site" in settings) ? path : null;
}
