import { findExternalLinks } from "../checks/find-external-links.ts";
import { judgeOutside, type OutsideRules } from "../checks/outside-rules.ts";
import type { Site } from "../checks/site.ts";
import { isRuleOn, type RuleState, type RuleSwitches } from "../schemas/rule-switches.ts";

export interface ChangedSite {
  before: Site;
  changedPaths: readonly string[];
  oldPaths: ReadonlyMap<string, string>;
}

/** Applies the rules that ask others, to what the run is about. */
export async function judgeFolderOutside(
  rules: OutsideRules,
  {
    openedSite: site,
    changedSite,
    rules: states,
  }: { openedSite: Site; changedSite: ChangedSite | null; rules: RuleState[] },
  {
    scope,
    switches,
    signal = new AbortController().signal,
  }: { scope: string; switches: RuleSwitches; signal?: AbortSignal },
) {
  const isWithin = ({ path }: { path: string }) =>
    scope === "" || path === scope || path.startsWith(`${scope}/`);
  const links = isRuleOn("external-link", switches)
    ? findExternalLinks(site, changedSite).filter(isWithin)
    : [];
  return await judgeOutside(rules, { links, mayAsk: () => true, signal }, { switches, states });
}
