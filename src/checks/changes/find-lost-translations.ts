import type { Site } from "../model/site.ts";
import { lookUpAddress } from "../sites/shared/addresses.ts";
import type { Finding } from "../types.ts";

/** Finds pages whose menus led to a page that a change has taken away, unless it was released. */
export function findLostTranslations(before: Site, site: Site, released: ReadonlySet<string>): Finding[] {
  const { routing, isRoutingKnown } = before.configuration;
  if (routing?.translationsOf === undefined || !isRoutingKnown) return [];
  const findings: Finding[] = [];
  for (const [path, facts] of before.pages) {
    if (site.pages.has(path) || released.has(path)) continue;
    const [address] = routing.addressesOf({ path, facts }, before.files);
    if (address === undefined || lookUpAddress(site, address) !== null) continue;
    const message = `the menu of languages or versions leads to ${address}, and this change leaves no page there`;
    for (const { from, ifLeft, mayStay } of routing.translationsOf(path, path, before.files))
      if (ifLeft !== undefined && mayStay !== true && site.pages.has(from))
        findings.push({ rule: "navigation", path: from, line: 1, column: 1, message, target: address });
  }
  return findings;
}
