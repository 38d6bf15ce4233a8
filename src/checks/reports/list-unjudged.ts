import { isKeptOnly } from "../model/published-of.ts";
import type { Site } from "../model/site.ts";
import type { CheckReport, Finding, NotJudged } from "../types.ts";

/** Returns what looks wrong under rules that are switched off for the site, or for a part of it. */
export function listUnjudged({ configuration }: Site, report: CheckReport): Finding[] {
  const { findings, found = [], notJudged, unjudged } = report;
  const judged = new Set(findings);
  const isOff = ({ isWhole, isOutside, partitions }: NotJudged) => isWhole || isOutside || partitions;
  const rules = new Set<string>([...notJudged.filter(isOff), ...unjudged].map(({ rule }) => rule));
  return found
    .filter((one) => rules.has(one.rule) && !judged.has(one) && !isKeptOnly(configuration, one.path))
    .map(({ suggestion, ...rest }) =>
      suggestion === undefined ? rest : { ...rest, candidates: [suggestion.new] },
    );
}
