import { joinNavigationData } from "../changes/navigation-files.ts";
import { describeJudged } from "../reports/describe-judged.ts";
import type { Finding, Rule } from "../types.ts";
import type { SiteBaseline } from "./call-types.ts";
import type { Base } from "./open-bases.ts";

const entriesMax = 12;
const entryCharactersMax = 200;

/** Describes the sites of a commit as plain data. */
export function describeBaseline({ sites }: Base): SiteBaseline {
  const [{ site, report }, ...others] = sites;
  const { entries } = site.configuration;
  const findings = sites.flatMap((one) => one.report.findings);
  const { notJudged } = describeJudged(
    sites.map((one) => one.report),
    {},
  );
  return {
    shape: report.site,
    otherSites: others.map(({ report, folders }) => ({ shape: report.site, folders })),
    findings: findings.length,
    findingsByRule: countByRule(findings),
    notJudged,
    entries: entries.slice(0, entriesMax).map(({ target }) => target.slice(0, entryCharactersMax)),
    entryCount: entries.length,
    durationMs: sites.reduce((sum, one) => sum + one.report.durationMs, 0),
    navigation: {
      data: joinNavigationData(sites.map(({ navigation }) => navigation.data)),
      judged: sites.flatMap(({ navigation }) => navigation.judged.map(({ path }) => path)),
    },
  };
}

function countByRule(findings: readonly Finding[]): Partial<Record<Rule, number>> {
  const counts: Partial<Record<Rule, number>> = {};
  for (const { rule } of findings) counts[rule] = (counts[rule] ?? 0) + 1;
  return counts;
}
