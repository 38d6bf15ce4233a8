import { posix } from "node:path";
import type { PageLink } from "../../markdown/page-scan.ts";
import type { CheckInput, PageRule } from "../check-input.ts";
import { isShown } from "../links/is-shown.ts";
import { renderFileTarget, renderPageTarget } from "../links/render-target.ts";
import { countsByFiles, resolutionsOf, resolveLink } from "../links/resolve-link.ts";
import { isLanguage, partitionOf } from "../model/partition-of.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import { type Repair, repairFields } from "../repairs/repair.ts";
import { renderLink } from "../repairs/repair-routed.ts";
import type { Finding } from "../types.ts";

type Led = Extract<Resolution, { kind: "page" | "file" }>;

/**
 * A link that a change leaves as it is must lead where it led before: a page that moves, or is added, may be
 * found first by the same name. What takes the very path of the old target is meant to.
 */
export const checkLinkTargets: PageRule = async (input) => {
  const { site, siteBefore, oldPaths, pause, pages } = input;
  if (site === siteBefore) return [];
  const newPaths = new Map([...oldPaths].map(([now, old]) => [old, now]));
  const findings: Finding[] = [];
  for (const [path, page] of pages) {
    if (pause.isDue()) await pause.wait();
    const before = ledBefore(input, path);
    if (before.size === 0) continue;
    const resolutions = resolutionsOf(site, path);
    for (const [index, link] of page.links.entries()) {
      const now = resolutions[index]!;
      const old = before.get(keyOf(link));
      if (old === undefined || !isLed(now) || now.path === old || !isShown(site, link)) continue;
      const meant = newPaths.get(old) ?? old;
      if (meant === now.path || areEditions(meant, now.path)) continue;
      if (meant === old ? !staysInPlace(input, old) : !site.files.has(meant)) continue;
      const { line, column, target } = link;
      findings.push({
        ...{ rule: "link-target", path, line, column, target },
        message: `${target} led to ${old} before the change and leads to ${now.path} now`,
        ...repairFields(target, renderMeant(site, path, { link, now, meant })),
      });
    }
  }
  return findings;
};

/** Target of each link that led to a page or file of the repository → that path. */
function ledBefore({ site, siteBefore, oldPaths }: CheckInput, path: string): Map<string, string> {
  const old = oldPaths.get(path) ?? path;
  const led = new Map<string, string>();
  // In another version or language, the same text leads to that one's page.
  if (editionOf(old) !== editionOf(path)) return led;
  const resolutions = resolutionsOf(siteBefore, old);
  if (resolutions === resolutionsOf(site, path)) return led;
  for (const [index, link] of (siteBefore.pages.get(old)?.links ?? []).entries()) {
    const resolution = resolutions[index]!;
    if (isLed(resolution)) led.set(keyOf(link), resolution.path);
  }
  return led;
}

/** Whether both are the same page, in different languages or versions. */
function areEditions(path: string, other: string): boolean {
  return nameOf(path) === nameOf(other) && editionOf(path) !== editionOf(other);
}

/** Language and version of a page, by its folders and by its name (`a.fr.md`). */
function editionOf(path: string): string {
  return `${partitionOf(path)} ${languageInName(path)}`;
}

function nameOf(path: string): string {
  return posix.basename(path, languageInName(path) + posix.extname(path));
}

function languageInName(path: string): string {
  const inner = posix.extname(posix.basename(path, posix.extname(path)));
  return isLanguage(inner.slice(1)) ? inner : "";
}

function keyOf({ kind, target }: PageLink): string {
  return `${kind} ${target}`;
}

/** A label is where it is defined, so that its links go with it. */
function isLed(resolution: Resolution): resolution is Led {
  return (resolution.kind === "page" && resolution.parts.isLabel !== true) || resolution.kind === "file";
}

/** Whether the file is there as before; a page whose own address changes gives the old one up. */
function staysInPlace({ site, siteBefore }: CheckInput, path: string): boolean {
  const addressesIn = ({ configuration, files, pages }: Site) => {
    const facts = pages.get(path);
    const named = configuration.routing?.addressesOf({ path, facts }, files) ?? facts?.routeHints ?? [];
    return [...configuration.basePaths, ...named].join("\n");
  };
  return site.files.has(path) && addressesIn(site) === addressesIn(siteBefore);
}

/** Writes the target that leads where the link led, if there is one. */
function renderMeant(
  site: Site,
  from: string,
  { link, now, meant }: { link: PageLink; now: Led; meant: string },
): Repair {
  const { routing } = site.configuration;
  const { parts } = now;
  const text =
    now.kind === "file"
      ? renderFileTarget(site, from, parts, meant)
      : routing === null || countsByFiles(site, from)
        ? renderPageTarget(site, from, parts, meant)
        : renderLink(site, routing, { from, parts, ofLink: link.kind, page: meant })?.text;
  if (text === undefined) return null;
  const led = resolveLink(site, from, text, link.kind);
  if (!isLed(led) || led.path !== meant) return null;
  return { kind: "certain", text, because: "where it led before the change" };
}
