import type { Pause } from "../create-pause.ts";
import { findRedirectsTo } from "../links/find-redirects-to.ts";
import type { Site } from "../model/site.ts";
import { readAddresses } from "../pages/read-addresses.ts";
import type { InboundLink } from "../types.ts";
import { findPossibleLinks } from "./find-possible-links.ts";
import { nameFile } from "./may-name.ts";

/**
 * Finds everything that may lead to a file and is not judged. `withFixed`: also by addresses that the page
 * keeps wherever it is.
 */
export async function findLinksTo(
  site: Site,
  path: string,
  { isWhole, pause, withFixed }: { isWhole: boolean; pause: Pause; withFixed: boolean },
): Promise<InboundLink[]> {
  const { placed, fixed } = readAddresses((await site.read(path)).toString("utf8"));
  const facts = site.pages.get(path);
  const published = site.configuration.routing?.addressesOf({ path, facts }, site.files) ?? [];
  const sources = findRedirectsTo(site, path).map(({ from }) => from);
  const others = withFixed ? [...fixed, ...sources] : [];
  const file = nameFile(path, [...published.slice(0, 1), ...placed, ...others]);
  const found = await findPossibleLinks(site, [file], { isWhole, pause });
  return found.map((link) => ({ path: link.path, line: link.line, target: link.target }));
}
