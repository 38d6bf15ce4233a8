import { readAddresses } from "../../model/read-host-redirects.ts";
import type { SiteContext } from "../../model/site.ts";

const handler =
  /(?:^|\/)(?:middleware|hooks\.server|gatsby-node|(?:next|nuxt|astro|gatsby|svelte|vocs|rspress)\.config)\.[cm]?[jt]s$/;
const filesMax = 20;

/** Returns a test for addresses that code of the site names, which may lead them elsewhere. */
export async function readHandled(context: SiteContext): Promise<(target: string) => boolean> {
  const paths = [...context.files].filter((path) => handler.test(path) && !path.includes("node_modules/"));
  const lists = await Promise.all(paths.slice(0, filesMax).map((path) => readAddresses(context, path)));
  const named = new Set(lists.flat().map(keyOf));
  return (target) => named.has(keyOf(target));
}

function keyOf(target: string): string {
  return target
    .replace(/[?#].*$/s, "")
    .replace(/(?<!\/)\/$/, "")
    .toLowerCase();
}
