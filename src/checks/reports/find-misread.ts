import type { Site } from "../model/site.ts";
import type { Finding, Rule, UnjudgedRule } from "../types.ts";

/** Rules that depend on how a generator reads pages: if a site is misread, much looks wrong. */
const dependent: readonly Rule[] = [
  ...(["undefined-component", "undefined-identifier", "missing-import", "undefined-reference"] as const),
  ...(["duplicate-route", "frontmatter-schema", "redirect-target", "navigation"] as const),
];
const shareMax = 0.05;
/** A few problems on a small site do not show that it is misread. */
const findingsMin = 10;

/**
 * Returns those rules that find something in more than 5 % of the references, redirects or entries, or on
 * more than 5 % of the pages, of a site before a change.
 */
export function findMisread(site: Site, findings: readonly Finding[]): UnjudgedRule[] {
  const all = Map.groupBy(findings, ({ rule }) => rule);
  // A generator that is not known may read front matter in a way of its own, and another MDX.
  const rules: readonly Rule[] = site.configuration.isRoutingKnown
    ? dependent
    : [...dependent, "front-matter", "mdx-syntax"];
  return rules.flatMap((rule) => {
    const found = all.get(rule) ?? [];
    const { what, of, nameOf } = counted(site, rule);
    const share = new Set(found.map(nameOf)).size;
    if (found.length < findingsMin || share <= of * shareMax) return [];
    const counts = `${share.toLocaleString("en-US")} of ${of.toLocaleString("en-US")} ${what}`;
    return [
      {
        rule,
        reason: `${counts} look wrong, more than 5 %: it is likelier that the checks misread how this site builds them`,
      },
    ];
  });
}

/** Returns the number that a rule's findings are compared with. */
function counted(
  { configuration, pages }: Site,
  rule: Rule,
): { what: string; of: number; nameOf(finding: Finding): string } {
  const nameOf = ({ path, line, column }: Finding) => `${path}:${line}:${column}`;
  if (rule === "redirect-target") return { what: "redirects", of: configuration.redirects.length, nameOf };
  if (rule === "navigation") return { what: "navigation entries", of: configuration.entries.length, nameOf };
  if (rule === "undefined-reference") {
    const counts = [...pages.values()].map(({ lint }) => lint.referenceCount);
    return { what: "references", of: counts.reduce((sum, count) => sum + count, 0), nameOf };
  }
  const isMdx = rule === "mdx-syntax";
  const counting = isMdx ? [...pages.keys()].filter((path) => /\.mdx$/i.test(path)).length : pages.size;
  return { what: isMdx ? "pages of MDX" : "pages", of: counting, nameOf: ({ path }) => path };
}
