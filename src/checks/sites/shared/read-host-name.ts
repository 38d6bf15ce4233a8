import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";
import type { GeneratorConfiguration } from "../generator.ts";

const folders = ["", "docs", "public", "static"];
const hostName = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,10}$/;

/** Returns the host in a file `CNAME` among those published, which GitHub Pages serves; null without one. */
export async function readHostName(
  { files, read }: SiteContext,
  { docsRoot, staticRoots }: Pick<GeneratorConfiguration, "docsRoot" | "staticRoots">,
): Promise<string | null> {
  const paths = [...staticRoots, docsRoot, ...folders].map((folder) => posix.join(folder, "CNAME"));
  const path = paths.find((one) => files.has(one));
  if (path === undefined) return null;
  const name = (await read(path)).toString("utf8").trim().toLowerCase();
  return hostName.test(name) ? name : null;
}
