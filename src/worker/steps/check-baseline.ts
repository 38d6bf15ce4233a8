import { isNavigationData } from "../../checks/navigation-files.ts";
import type { CheckedSite } from "../../checks/processes/create-site-checker.ts";
import { createWriteRules, type RefuseWrite } from "../../writes/write-rules.ts";
import type { Baseline, Prepared, Run } from "../run.ts";

export async function checkBaseline(run: Run, prepared: Prepared): Promise<Baseline> {
  const { tree, files, mirror, startCommit } = prepared;
  const site = await run.deps.siteChecker.open({
    gitDirectory: mirror,
    commit: startCommit,
    files: files.length,
    readChanged: (path) => tree.readIfPresent(path, run.signal),
    signal: run.signal,
  });
  const { shape, findings, notJudged, durationMs } = site.baseline;
  await run.ledger.record("baseline", {
    site: { ...shape },
    findings,
    notJudged: notJudged.map(({ rule, links, reason }) => ({ rule, links, reason })),
    durationMs: Math.round(durationMs),
  });
  return { site, refuseWrite: createRules(run, prepared, site) };
}

function createRules({ job, signal }: Run, prepared: Prepared, site: CheckedSite): RefuseWrite {
  const { paths = [], protectedPaths = [] } = job.settings;
  const { data, judged } = site.baseline.navigation;
  // What no push has been through is no measure of what may change.
  const judge = async (path: string, text: string): Promise<string | null> => {
    const { tree, baseCommit, isUnpublished } = prepared;
    const base = isUnpublished ? await tree.readAt(baseCommit, path, signal) : undefined;
    const before = base === undefined ? undefined : (base?.toString("utf8") ?? "");
    return await site.judgeNavigation(path, { before, text }, signal);
  };
  return createWriteRules({
    paths,
    protectedPaths,
    jobPaths: job.paths,
    navigation: {
      isData: (path) => isNavigationData(data, path),
      judge: (path) => (judged.includes(path) ? (text) => judge(path, text) : null),
    },
  });
}
