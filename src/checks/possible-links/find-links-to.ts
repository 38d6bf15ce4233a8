import type { Pause } from "../create-pause.ts";
import { findRedirectsTo } from "../links/find-redirects-to.ts";
import type { Site } from "../model/site.ts";
import { readAddresses } from "../pages/read-addresses.ts";
import type { InboundLink } from "../types.ts";
import { findPossibleLinks } from "./find-possible-links.ts";
import { nameFile } from "./may-name.ts";

interface Options {
  isWhole: boolean;
  pause: Pause;
  /** Whether also addresses that the page keeps wherever it is are meant. */
  withFixed: boolean;
  /** Whether a file belongs to another site of the repository, and names none of this one's pages. */
  isElsewhere?: ((path: string) => boolean) | undefined;
}

/** Finds everything that may lead to a file and is not judged. */
export async function findLinksTo(
  site: Site,
  path: string,
  { isWhole, pause, withFixed, isElsewhere = () => false }: Options,
): Promise<InboundLink[]> {
  const { placed, fixed } = readAddresses((await site.read(path)).toString("utf8"));
  const facts = site.pages.get(path);
  const published = site.configuration.routing?.addressesOf({ path, facts }, site.files) ?? [];
  const sources = findRedirectsTo(site, path).map(({ from }) => from);
  const others = withFixed ? [...fixed, ...sources] : [];
  const file = nameFile(path, [...published.slice(0, 1), ...placed, ...others]);
  const found = await findPossibleLinks(site, [file], { isWhole, pause, isMove: !withFixed });
  return found
    .filter((link) => !isElsewhere(link.path))
    .map(({ path: holder, line, target, isByPath }) => ({
      ...{ path: holder, line, target },
      ...(isByPath === true && { isByPath }),
    }));
}
