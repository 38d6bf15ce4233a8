import { findRemoteBranch, type RemoteBranch } from "./find-remote-branch.ts";
import { openRemote, type RemoteOptions } from "./open-remote.ts";

/**
 * Finds a job's base branch: `ref`, or for null the one that HEAD names. Throws `url_not_allowed`,
 * `repository_unreachable`, `repository_empty`, `ref_not_found`.
 */
export async function readBaseBranch(options: RemoteOptions, ref: string | null): Promise<RemoteBranch> {
  return await findRemoteBranch(options, await openRemote(options), ref);
}
