import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isNavigationData } from "../../checks/navigation-files.ts";
import type { CheckedSite } from "../../checks/processes/create-site-checker.ts";
import { readFileAt } from "../../git/read-file-at.ts";
import { createWriteRules, type RefuseWrite } from "../../writes/write-rules.ts";
import type { Baseline, Prepared, Run } from "../run.ts";

export async function checkBaseline(run: Run, prepared: Prepared): Promise<Baseline> {
  const { workspace, files, mirror, startCommit } = prepared;
  const site = await run.deps.siteChecker.open({
    gitDirectory: mirror,
    commit: startCommit,
    files: files.length,
    readChanged: (path) => readChanged(join(workspace.directory, path)),
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

async function readChanged(path: string): Promise<Buffer | null> {
  return await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(error.code ?? "")) return null;
    throw error;
  });
}

function createRules({ job, signal }: Run, prepared: Prepared, site: CheckedSite): RefuseWrite {
  const { paths = [], protectedPaths = [] } = job.settings;
  const { data, judged } = site.baseline.navigation;
  // What no push has been through is no measure of what may change.
  const judge = async (path: string, text: string): Promise<string | null> => {
    const { workspace, baseCommit, isUnpublished } = prepared;
    const base = isUnpublished ? await readFileAt(workspace, baseCommit, path, signal) : undefined;
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
