import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkSite } from "../../checks/check-site.ts";
import { findNavigationFiles } from "../../checks/navigation-files.ts";
import { openSite } from "../../checks/open-site.ts";
import type { Site } from "../../checks/site.ts";
import type { CheckReport } from "../../checks/types.ts";
import { createWriteRules, type RefuseWrite } from "../../writes/write-rules.ts";
import type { Run } from "../run-job.ts";
import type { Prepared } from "./prepare-workspace.ts";

export interface Baseline {
  site: Site;
  /** The findings before anything was touched: only what comes on top of them counts against the job. */
  report: CheckReport;
  /** What the job may write: for tools, engines and the push alike. */
  refuseWrite: RefuseWrite;
}

export async function checkBaseline(run: Run, prepared: Prepared): Promise<Baseline> {
  const { directory } = prepared.workspace;
  const site = await openSite({
    directory,
    files: prepared.files,
    read: (path) => readFile(join(directory, path)),
    cache: run.deps.scanCache,
    signal: run.signal,
  });
  const report = await checkSite(site, { mdxPool: run.deps.mdxPool, signal: run.signal });
  await run.ledger.record("baseline", {
    site: { ...report.site },
    findings: report.findings.length,
    durationMs: Math.round(report.durationMs),
  });
  const { settings, paths: jobPaths } = run.job;
  const { paths = [], protectedPaths = [] } = settings;
  const navigation = await findNavigationFiles(site);
  return { site, report, refuseWrite: createWriteRules({ paths, protectedPaths, jobPaths, navigation }) };
}
