import { posix } from "node:path";
import type { Site } from "../model/site.ts";
import type { Finding, InboundLink } from "../types.ts";

/** Generators whose own themes lead to the start page, by the site's title or its logo, from every page. */
const themed = /^(?:mkdocs|sphinx|vitepress|vuepress|starlight|docsify|docusaurus|rspress|gitbook)$/;
/** Docusaurus' own title and logo lead to where this says. */
const ownStart = /\blogo\s{0,9}:\s{0,9}\{[^{}]{0,400}\bhref\s{0,9}:/;
const siteTitle = /^[ \t]*["']?(?:site_name|project|title)["']?[ \t]*[:=]/m;
const siteName = /^[ \t]*name[ \t]*:/m;

/**
 * Returns what leads to the site's start page from its theme, as the line of the configuration with the
 * title, if the page is that and is not at its place `to` (null: nowhere) any more.
 */
export async function findStartLinks(site: Site, from: string, to: string | null): Promise<InboundLink[]> {
  const { generator, routing, isRoutingKnown, readFrom } = site.configuration;
  const [path] = readFrom;
  if (!themed.test(generator) || routing === null || !isRoutingKnown || path === undefined) return [];
  const isStart = (one: string, files: ReadonlySet<string>): boolean =>
    routing.addressesOf({ path: one, facts: site.pages.get(from) }, files)[0] === "/";
  if (!isStart(from, site.files)) return [];
  const files = new Set(site.files);
  files.delete(from);
  if (to !== null && isStart(to, files.add(to))) return [];
  const text = (await site.read(path)).toString("utf8");
  if (generator === "docusaurus" && ownStart.test(text)) return [];
  const title = siteTitle.exec(text) ?? siteName.exec(text);
  const line = title === null ? 1 : text.slice(0, title.index).split("\n").length;
  return [{ path, line, target: "/" }];
}

/** Returns where the configuration names the folder whose only page this is, if the build needs one there. */
export async function findNeed(site: Site, from: string, to: string | null): Promise<InboundLink[]> {
  const { routing, readFrom } = site.configuration;
  const [path] = readFrom;
  const folder = path === undefined ? null : (routing?.onlyPageOf?.(from, to, site.files) ?? null);
  if (folder === null) return [];
  const text = (await site.read(path!)).toString("utf8");
  const at = text
    .split("\n")
    .findIndex((line) => /\bpath\b/.test(line) && line.includes(posix.basename(folder)));
  return [{ path: path!, line: Math.max(0, at) + 1, target: folder }];
}

/** Finds that a change has left the site without its start page, unless that page was released. */
export async function findLostStart(
  before: Site,
  { index }: Site,
  released: ReadonlySet<string>,
): Promise<Finding[]> {
  const start = before.index.addresses.get("");
  if (start === undefined || index.addresses.has("") || released.has(start)) return [];
  const message = "the theme leads to / from every page, and this change leaves no page there";
  const links = await findStartLinks(before, start, null);
  return links.map((link) => ({ rule: "navigation", ...link, column: 1, message }));
}
