import type { Site } from "./site.ts";
import type { Finding, Rule, UnjudgedRule } from "./types.ts";

/** Rules whose answers depend on how a generator reads pages: where it is misread, much looks wrong. */
const dependent: readonly Rule[] = [
  ...(["undefined-component", "undefined-identifier", "missing-import", "undefined-reference"] as const),
  ...(["duplicate-route", "frontmatter-schema", "redirect-target", "navigation"] as const),
];
const shareMax = 0.05;
/** A few problems on a small site say nothing about how it is read. */
const findingsMin = 10;

/** Those of them that find something on more than 5 % of the pages of a site as it is before a change. */
export function findMisread(site: Site, findings: readonly Finding[]): UnjudgedRule[] {
  const all = Map.groupBy(findings, ({ rule }) => rule);
  return dependent.flatMap((rule) => {
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

/** What the findings of a rule are counted against. */
function counted(
  { configuration, pages }: Site,
  rule: Rule,
): { what: string; of: number; nameOf(finding: Finding): string } {
  const nameOf = ({ path, line, column }: Finding) => `${path}:${line}:${column}`;
  if (rule === "redirect-target") return { what: "redirects", of: configuration.redirects.length, nameOf };
  if (rule === "navigation") return { what: "navigation entries", of: configuration.entries.length, nameOf };
  return { what: "pages", of: pages.size, nameOf: ({ path }) => path };
}
