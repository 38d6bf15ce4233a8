import { findExternalLinks } from "../checks/find-external-links.ts";
import type { Site } from "../checks/model/site.ts";
import { judgeOutside, type OutsideRules } from "../checks/outside-rules.ts";
import { isRuleOn, type RuleState, type RuleSwitches } from "../schemas/rule-switches.ts";

export interface ChangedSite {
  before: Site;
  changedPaths: readonly string[];
  oldPaths: ReadonlyMap<string, string>;
}

/** Applies the rules that ask other servers to the run's scope. */
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
  const input = {
    pages: (changedSite?.changedPaths ?? [...site.pages.keys()]).filter(
      (path) => site.pages.has(path) && isWithin({ path }),
    ),
    read: site.read,
    readBefore: changedSite === null ? null : readerBefore(changedSite),
    settings: { paths: [...site.files], read: site.read },
    ...{ links, mayAsk: () => true, signal },
  };
  return await judgeOutside(rules, input, { switches, states });
}

function readerBefore({ before, oldPaths }: ChangedSite) {
  return async (path: string): Promise<Buffer | null> => {
    const old = oldPaths.get(path) ?? path;
    return before.files.has(old) ? await before.read(old) : null;
  };
}
