import type { SiteContext } from "../../model/site.ts";
import { findShortestPath } from "../shared/find-shortest-path.ts";

export async function detectVitepress({ files }: SiteContext): Promise<string | null> {
  return findShortestPath(files, /(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/);
}
