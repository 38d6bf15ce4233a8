import { findExternalLinks } from "../checks/find-external-links.ts";
import { isBelow, type PlacedSite, siteOf } from "../checks/model/open-sites.ts";
import type { Site } from "../checks/model/site.ts";
import { judgeOutside, type OutsideRules } from "../checks/outside-rules.ts";
import { isRuleOn, type RuleState, type RuleSwitches } from "../schemas/rule-switches.ts";

/** The sites of a run, the first of which has all files. */
export interface OutsideInput {
  sites: (PlacedSite & { before?: Site })[];
  /** Null if nothing was compared. */
  change: { changedPaths: readonly string[]; oldPaths: ReadonlyMap<string, string> } | null;
  rules: RuleState[];
}

/** Applies the rules that ask other servers to the run's scope. */
export async function judgeFolderOutside(
  rules: OutsideRules,
  { sites, change, rules: states }: OutsideInput,
  {
    scope,
    switches,
    signal = new AbortController().signal,
  }: { scope: string; switches: RuleSwitches; signal?: AbortSignal },
) {
  const pages = sites.flatMap((one) =>
    (change?.changedPaths ?? [...one.site.pages.keys()]).filter(
      (path) => one.site.pages.has(path) && siteOf(sites, path) === one && isBelow(path, scope),
    ),
  );
  const ofRun = new Set(pages);
  const links = isRuleOn("external-link", switches)
    ? sites
        .flatMap(({ site, before }) =>
          findExternalLinks(site, change && before ? { ...change, before } : null),
        )
        .filter(({ path }) => ofRun.has(path))
    : [];
  const { files, read } = sites[0]!.site;
  const input = {
    ...{ pages, read, links, signal, mayAsk: () => true },
    readBefore: readerBefore(sites, change),
    settings: { paths: [...files], read },
  };
  return await judgeOutside(rules, input, { switches, states });
}

function readerBefore(sites: OutsideInput["sites"], change: OutsideInput["change"]) {
  if (change === null) return null;
  return async (path: string): Promise<Buffer | null> => {
    const old = change.oldPaths.get(path) ?? path;
    const { before } = siteOf(sites, old);
    return before?.files.has(old) === true ? await before.read(old) : null;
  };
}
