import type { SiteContext } from "../../model/site.ts";
import { findShortestPath } from "../shared/find-shortest-path.ts";

export const rspressConfiguration = /(?:^|\/)rspress\.config\.[cm]?[jt]s$/;

export async function detectRspress({ files }: SiteContext): Promise<string | null> {
  return findShortestPath(files, rspressConfiguration);
}
