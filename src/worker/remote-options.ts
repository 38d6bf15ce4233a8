import type { RemoteOptions } from "../git/remote/open-remote.ts";
import type { ParsedRepository } from "../git/remote/parse-repository.ts";
import type { Run } from "./run.ts";

/**
 * Returns how the job's git reaches a repository: with the project's credentials, and with private
 * addresses if they are allowed.
 */
export function remoteOptions(run: Run, repository: ParsedRepository): RemoteOptions {
  const { allowPrivateAddresses, network } = run.deps;
  return { repository, allowPrivateAddresses, network, access: () => run.host().access() };
}
