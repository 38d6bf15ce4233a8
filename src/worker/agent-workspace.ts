import { openDiskFiles } from "../agent/open-disk-files.ts";
import type { AgentCheckReport, AgentWorkspace } from "../agent/types.ts";
import type { ActiveAllowance } from "../checks/active-content/judge-item.ts";
import { readFileAt } from "../git/read-file-at.ts";
import { searchTree } from "../git/search-tree.ts";
import { treeHash } from "../git/write-tree.ts";
import type { ProjectSettings } from "../store/schema.ts";
import type { Baseline, Prepared, Run } from "./run.ts";

const searchHitsMax = 20_000;

/** Joins git and checks into what the agent may use of the working tree. */
export function createAgentWorkspace(run: Run, prepared: Prepared, baseline: Baseline): AgentWorkspace {
  const { workspace } = prepared;
  const { site, refuseWrite } = baseline;
  return {
    ...openDiskFiles(workspace.directory),
    refuseWrite,
    async search(query, signal) {
      const { hits } = await searchTree(workspace, query, { maxHits: searchHitsMax, signal });
      return hits;
    },
    check: (signal) => checkChange(run, prepared, baseline, signal),
    planMove: (from, to, signal) => site.planMove(from, to, signal),
    planDelete: (path, signal) => site.planDelete(path, signal),
    parsePage: (path, text, signal) => run.deps.siteChecker.parsePage(path, text, signal),
    async noteChanges(paths) {
      for (const path of paths) run.changedPaths.add(path);
      site.noteChanges(paths);
    },
    async treeHash(changedPaths) {
      run.tree = await treeHash(workspace, changedPaths, run.signal);
      return run.tree;
    },
  };
}

/** The site as it stands now against the baseline. */
export async function checkChange(
  run: Run,
  prepared: Prepared,
  { site }: Baseline,
  signal: AbortSignal,
): Promise<AgentCheckReport> {
  const atBase = new Set(prepared.files);
  const oldPaths = new Map([...run.renames].map(([from, to]) => [to, from]));
  const changedPaths = [...new Set([...run.changedPaths, ...prepared.unpublishedPaths])];
  const before = prepared.isUnpublished ? prepared.baseCommit : prepared.startCommit;
  const { counts, ...comparison } = await site.check({
    changedPaths,
    newPaths: changedPaths.filter((path) => !atBase.has(path) && !oldPaths.has(path)),
    renames: run.renames,
    released: run.deleted,
    allowed: allowanceOf(run.job.settings),
    baseCommit: before,
    readBase: (path) => readFileAt(prepared.workspace, before, oldPaths.get(path) ?? path),
    signal,
  });
  run.checks = counts;
  run.notJudged = comparison.notJudged.map(({ rule, links, reason }) => ({ rule, links, reason }));
  return comparison;
}

function allowanceOf({
  activeContent: { components = [], hosts = [] } = {},
}: ProjectSettings): ActiveAllowance {
  return { components, hosts };
}
