import { join } from "node:path";
import { isNavigationData } from "../../checks/navigation-files.ts";
import type { CheckedSite } from "../../checks/processes/create-site-checker.ts";
import { createWriteRules, type RefuseWrite } from "../../writes/write-rules.ts";
import type { Run } from "../run-job.ts";
import type { Prepared } from "./prepare-workspace.ts";

export interface Baseline {
  /** It knows the findings before anything was touched: only what comes on top of them counts against the job. */
  site: CheckedSite;
  /** What the job may write: for tools, engines and the push alike. */
  refuseWrite: RefuseWrite;
}

export async function checkBaseline(run: Run, { workspace, files }: Prepared): Promise<Baseline> {
  const site = await run.deps.siteChecker.open({
    directory: workspace.directory,
    files,
    baselineFile: join(workspace.root, "baseline.json"),
    signal: run.signal,
  });
  const { shape, findings, durationMs } = site.baseline;
  await run.ledger.record("baseline", {
    site: { ...shape },
    findings,
    durationMs: Math.round(durationMs),
  });
  return { site, refuseWrite: createRules(run, site) };
}

function createRules({ job, signal }: Run, site: CheckedSite): RefuseWrite {
  const { paths = [], protectedPaths = [] } = job.settings;
  const { data, judged } = site.baseline.navigation;
  return createWriteRules({
    paths,
    protectedPaths,
    jobPaths: job.paths,
    navigation: {
      isData: (path) => isNavigationData(data, path),
      judge: (path) => (judged.includes(path) ? (text) => site.judgeNavigation(path, text, signal) : null),
    },
  });
}
