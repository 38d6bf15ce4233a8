import type { Site } from "./site.ts";
import type { Finding, Rule, UnjudgedRule } from "./types.ts";

/** Rules whose answers depend on how a generator reads pages: where it is misread, much looks wrong. */
const dependent: readonly Rule[] = [
  ...(["undefined-component", "undefined-identifier", "missing-import", "undefined-reference"] as const),
  ...(["duplicate-route", "frontmatter-schema", "redirect-target"] as const),
];
const shareMax = 0.05;
/** A few problems on a small site say nothing about how it is read. */
const findingsMin = 10;

/** Those of them that find something on more than 5 % of the pages of a site as it is before a change. */
export function findMisread(site: Site, findings: readonly Finding[]): UnjudgedRule[] {
  const all = Map.groupBy(findings, ({ rule }) => rule);
  return dependent.flatMap((rule) => {
    const found = all.get(rule) ?? [];
    const share = new Set(found.map(({ path, line }) => (rule === "redirect-target" ? line : path))).size;
    const of = rule === "redirect-target" ? site.configuration.redirects.length : site.pages.size;
    if (found.length < findingsMin || share <= of * shareMax) return [];
    const what = rule === "redirect-target" ? "redirects" : "pages";
    const counts = `${share.toLocaleString("en-US")} of ${of.toLocaleString("en-US")} ${what}`;
    return [
      {
        rule,
        reason: `${counts} look wrong, more than 5 %: it is likelier that the checks misread how this site builds them`,
      },
    ];
  });
}
