import { findLeftAlone } from "../changes/find-left-alone.ts";
import { findLostTranslations } from "../changes/find-lost-translations.ts";
import { findLostStart } from "../changes/find-start-links.ts";
import type { Pause } from "../create-pause.ts";
import type { Site } from "../model/site.ts";
import { findLostTargets } from "../rules/redirect-target.ts";
import type { Finding, NotJudged } from "../types.ts";
import { findLostLabels } from "./find-lost-labels.ts";
import { findLostMentions } from "./find-lost-mentions.ts";
import { findLostRedirects } from "./find-lost-redirects.ts";
import { findTakenAway, findUnprovenLosses } from "./find-taken-away.ts";
import { addIdMarks, findGuessedAnchors, findLostAnchors, type GuessedAnchor } from "./guessed-anchors.ts";

/** What a change may break although it is not judged; recorded on the site before the change. */
export interface Doubts {
  /** Site before the change. */
  site: Site;
  /** True if no link is judged. */
  isWhole: boolean;
  anchors: GuessedAnchor[];
  /** Pages with these anchors. */
  anchorPages: string[];
  /** Pages with addresses in the front matter. */
  addresses: [path: string, addresses: string[]][];
}

/** Whether no link of the site to a page or file is judged. */
export function isWholeUnjudged(notJudged: readonly NotJudged[]): boolean {
  return notJudged.some(({ rule, isWhole }) => rule === "internal-link" && isWhole);
}

export async function collectDoubts(
  site: Site,
  notJudged: readonly NotJudged[],
  pause: Pause,
): Promise<Doubts> {
  const isWhole = isWholeUnjudged(notJudged);
  const anchors = await findGuessedAnchors(site, { isWhole, pause });
  const addresses = [...site.pages]
    .filter(([, page]) => page.addresses.length > 0)
    .map(([path, page]): [string, string[]] => [path, page.addresses]);
  const anchorPages = [...new Set(anchors.flatMap(({ pages }) => pages))];
  return { site, isWhole, anchors, anchorPages, addresses };
}

export interface Moves {
  /** Old path → new path. */
  newPaths: ReadonlyMap<string, string>;
  /** Files whose move or deletion was requested after the possible links to them had been reviewed. */
  released: ReadonlySet<string>;
  /** Left out: it is not known which files have changed. */
  changedPaths?: readonly string[];
}

/** Finds links that are not judged, may have worked before the change, and in that case no longer do. */
export async function findDoubtful(
  site: Site,
  doubts: Doubts,
  { newPaths, released, changedPaths = [] }: Moves,
  pause: Pause,
): Promise<Finding[]> {
  const { site: siteBefore, isWhole, addresses } = doubts;
  const before = { addresses: new Map(addresses), isWhole, released, newPaths };
  const anchors = [
    ...findLostAnchors(site, doubts, newPaths),
    ...(await findLostMentions(site, doubts, { newPaths, changedPaths }, pause)),
  ];
  const lost = await addIdMarks(site, anchors);
  const gone = [
    ...findUnprovenLosses(siteBefore, site, newPaths),
    ...(await findLostLabels(siteBefore, site, { newPaths, released })),
  ];
  const redirects = site.configuration.isRoutingKnown
    ? findLostTargets(siteBefore, site)
    : await findLostRedirects(siteBefore, site, { isWhole });
  const menus = [
    ...(await findLostStart(siteBefore, site, released)),
    ...findLostTranslations(siteBefore, site, released),
    ...findLeftAlone(siteBefore, site, newPaths),
  ];
  return [...lost, ...gone, ...redirects, ...menus, ...(await findTakenAway(site, before, pause))];
}
