import type { SiteContext } from "../../model/site.ts";
import { findShortestPath } from "../shared/find-shortest-path.ts";

export const vuepressConfiguration = /(?:^|\/)\.vuepress\/config\.(?:[cm]?[jt]s|ya?ml|toml)$/;

export async function detectVuepress({ files }: SiteContext): Promise<string | null> {
  return findShortestPath(files, vuepressConfiguration);
}
