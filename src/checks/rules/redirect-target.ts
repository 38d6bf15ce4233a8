import { posix } from "node:path";
import { trimCharacters } from "../../text/trim-characters.ts";
import type { CheckInput } from "../check-input.ts";
import { isGenerated, mayBeGenerated } from "../links/generated-pages.ts";
import { splitTarget } from "../links/split-target.ts";
import { applyRedirect, normalRoute } from "../model/compile-redirects.ts";
import { pageOfRedirect } from "../model/follow-redirect.ts";
import type { Redirect } from "../model/redirect-table.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import type { Finding } from "../types.ts";
import { checkTableTargets } from "./table-targets.ts";

const chainMax = 10;

/** Every redirect of the site must end at a page, and none may lead back to itself. */
export async function checkRedirectTargets({ site, pause }: CheckInput): Promise<Finding[]> {
  const { redirects, isRoutingKnown } = site.configuration;
  if (!isRoutingKnown) return [];
  const findings: Finding[] = await checkTableTargets(site);
  for (const redirect of redirects) {
    if (pause.isDue()) await pause.wait();
    findings.push(...findingOf(site, redirect));
  }
  return findings;
}

/** Those of redirects that ended at a page before the change. */
export function findLostTargets(before: Site, site: Site): Finding[] {
  const { redirects } = site.configuration;
  return redirects.flatMap((one) => (judge(before, one) === null ? findingOf(site, one) : []));
}

function findingOf(site: Site, redirect: Redirect): Finding[] {
  const said = judge(site, redirect);
  const path = redirect.place?.path ?? site.configuration.navigationFile;
  if (said === null || path === null) return [];
  const { line, column } = redirect.place ?? { line: 1, column: 1 };
  const message = `the redirect from ${redirect.from} ${said}`;
  return [{ rule: "redirect-target", path, line, column, message, target: redirect.to }];
}

/** Wildcards and other sites are not judged. */
function judge(site: Site, { from, to }: Redirect): string | null {
  if (/[:*]/.test(from) || /[:*]/.test(to)) return null;
  const seen = new Set([normalRoute(from)]);
  let target = to;
  for (let step = 0; step < chainMax; step += 1) {
    const route = normalRoute(target);
    if (leadsSomewhere(site, target)) return null;
    if (seen.has(route)) return `leads back to itself through ${to}`;
    seen.add(route);
    const next = applyRedirect(site.index.redirects, route);
    if (next === null) return `leads to ${target}, where there is no page`;
    if (/^[a-z][a-z+.-]*:|^\/\//i.test(next) || /[:*]/.test(next)) return null;
    target = next;
  }
  return `is followed by more than ${chainMax} others`;
}

/**
 * Whether a link is led to no page by a redirect with wildcards: of that no other finding tells, as it is not
 * judged by itself.
 */
export function isLedNowhere(
  site: Site,
  { to, page, parts }: Extract<Resolution, { kind: "redirect" }>,
): boolean {
  if (page !== null || /[:*]/.test(to) || leadsSomewhere(site, to)) return false;
  const route = `/${normalRoute(parts.path)}`;
  return ![...site.index.redirects.exact.keys()].some((source) => route.endsWith(`/${source}`));
}

function leadsSomewhere(site: Site, target: string): boolean {
  const { configuration, files, index, isIgnored } = site;
  const bare = target.replace(/[#?].*$/s, "");
  const page = pageOfRedirect(site, bare);
  if (page !== null) return configuration.routing?.isReachedByFile?.(page, files) !== false;
  if (normalRoute(bare) === "") return true;
  const roots = new Set([configuration.docsRoot, ...configuration.staticRoots]);
  const bases = configuration.basePaths.filter((base) => bare.startsWith(`${base}/`) || bare === base);
  const routes = [bare, ...bases.map((base) => bare.slice(base.length))].map((one) =>
    trimCharacters(one, "/"),
  );
  return (
    routes.some((route) =>
      [...roots].some((root) => {
        const path = posix.join(root, route).replace(/^\.$/, "");
        if (files.has(path) || index.routes.has(path) || path === root) return true;
        if (configuration.leadsFromFolder?.(path, index.routes) === true) return true;
        if (isGenerated(site, path) || mayBeGenerated(site, path)) return true;
        // It may be written before the build.
        return [path, `${path}.md`, `${path}.mdx`].some(isIgnored);
      }),
    ) ||
    routes.every((route) => isOfHost(site, route)) ||
    isServed(site, target)
  );
}

/** Whether all pages are in folders, beside another site that has the rest of the host's addresses. */
function isOfHost({ configuration, index }: Site, route: string): boolean {
  if (configuration.routing !== null || configuration.docsRoot !== "") return false;
  const [folder = ""] = route.split("/", 1);
  const isOwn = (one: string) => !one.includes("/") && !index.folders.has(one);
  return !index.folders.has(folder) && ![...index.routes.keys()].some(isOwn);
}

/** Addresses may differ from paths: in case, or if a page stands in for a translation. */
function isServed(site: Site, target: string): boolean {
  const { routing, docsRoot } = site.configuration;
  const parts = target.startsWith("/") ? splitTarget(target) : null;
  if (routing === null || parts === null) return false;
  const { kind } = routing.resolve(site, posix.join(docsRoot, "index.md"), parts, "link");
  return kind === "page" || kind === "file" || kind === "generated" || kind === "unjudged";
}
