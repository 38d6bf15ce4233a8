import { assertRepositorySize } from "../../git/assert-repository-size.ts";
import { createWorkspace, type Workspace } from "../../git/create-workspace.ts";
import { deleteJobRefs } from "../../git/delete-job-refs.ts";
import { fetchBase } from "../../git/fetch-base.ts";
import { listFiles } from "../../git/list-files.ts";
import { type ParsedRepository, parseRepository } from "../../git/parse-repository.ts";
import { removeWorkspace } from "../../git/remove-workspace.ts";
import type { Run } from "../run-job.ts";

export interface Prepared {
  repository: ParsedRepository;
  workspace: Workspace;
  mirror: string;
  baseRef: string;
  baseCommit: string;
  baseTree: string;
  /** Repository paths of the base commit. */
  files: string[];
  remove(): Promise<void>;
}

/** Fetches the base into the project's mirror, checks its size before anything is written, and checks the tree out. */
export async function prepareWorkspace(run: Run): Promise<Prepared> {
  const { deps, job, signal } = run;
  const startedAt = performance.now();
  const repository = parseRepository(job.repository);
  const { mirrorsFolder, workspacesFolder, allowPrivateAddresses } = deps;
  const base = await fetchBase({
    mirrorsFolder,
    repository,
    ref: job.baseRef,
    jobId: job.id,
    allowPrivateAddresses,
    signal,
  });
  await assertRepositorySize({ mirror: base.mirror, commit: base.baseCommit, signal });
  const workspace = await createWorkspace({
    workspacesFolder,
    name: job.id,
    mirror: base.mirror,
    commit: base.baseCommit,
    signal,
  });
  const files = await listFiles(workspace, signal);
  const { baseRef, baseCommit } = base;
  await run.ledger.record(
    "prepared",
    { repository: job.repository, baseRef, baseCommit, files: files.length, durationMs: elapsed(startedAt) },
    { baseRef, baseCommit },
  );
  return {
    repository,
    workspace,
    mirror: base.mirror,
    baseRef,
    baseCommit,
    baseTree: base.baseTree,
    files,
    async remove() {
      await removeWorkspace(workspace);
      await deleteJobRefs(base.mirror, job.id);
    },
  };
}

function elapsed(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
