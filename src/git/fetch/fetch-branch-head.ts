import { assertPlainName } from "../assert-plain-name.ts";
import { assertRefName } from "../assert-ref-name.ts";
import { gitLine } from "../programs/git-output.ts";
import { readRemoteCommit } from "../remote/find-remote-branch.ts";
import { openRemote } from "../remote/open-remote.ts";
import { bringIntoMirror, type MirrorOptions } from "./bring-into-mirror.ts";

export interface BranchHead {
  commit: string;
  tree: string;
}

interface FetchBranchHeadOptions extends MirrorOptions {
  branch: string;
  jobId: string;
}

/**
 * Brings the current commit of a remote branch into the mirror and holds it under `refs/jobs/<jobId>/head`;
 * null if there is no such branch. Throws `invalid_ref`, `url_not_allowed`, `repository_unreachable`,
 * `repository_too_large`, `workspace_disk_full`.
 */
export async function fetchBranchHead(options: FetchBranchHeadOptions): Promise<BranchHead | null> {
  const { mirror, branch, jobId, signal } = options;
  assertPlainName(jobId);
  assertRefName(branch);
  const remote = await openRemote(options);
  const found = await readRemoteCommit(options, remote, branch, signal);
  if (found === null) return null;
  const jobRef = `refs/jobs/${jobId}/head`;
  const source = `refs/heads/${branch}`;
  const { refusal } = await bringIntoMirror(options, { remote, source, commit: found, jobRef });
  // The branch was deleted between the two requests.
  if (refusal !== null) return null;
  const args = [`--git-dir=${mirror}`, "rev-parse", `${jobRef}^{commit}`, `${jobRef}^{tree}`];
  const [commit, tree] = (await gitLine(args, { signal })).split("\n") as [string, string];
  return { commit, tree };
}
