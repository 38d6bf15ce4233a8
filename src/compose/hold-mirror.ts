import { join } from "node:path";
import type { Config } from "../config.ts";
import type { MirrorOptions } from "../git/fetch/bring-into-mirror.ts";
import { deleteJobRefs } from "../git/mirror/delete-job-refs.ts";
import { ensureMirror } from "../git/mirror/ensure-mirror.ts";
import type { GitAccess } from "../git/remote/git-access.ts";
import { parseRepository } from "../git/remote/parse-repository.ts";
import { randomBase62 } from "../text/base62.ts";
import { toRemoteNetwork } from "./create-network.ts";

/** Opens this machine's mirror of the repository, with what is needed to fetch more into it. */
export async function openMirrorOf(
  config: Config,
  repository: string,
  { access, signal }: { access(): Promise<GitAccess>; signal: AbortSignal | undefined },
): Promise<MirrorOptions> {
  const parsed = parseRepository(repository);
  return {
    mirror: await ensureMirror(join(config.dataFolder, "mirrors"), parsed, signal),
    repository: parsed,
    allowPrivateAddresses: config.allowPrivateAddresses,
    network: toRemoteNetwork(config),
    ...{ access, signal },
  };
}

/** Holds the mirror under a name of its own, as jobs hold theirs in it at the same time. */
export async function holdMirror<T>(
  mirror: MirrorOptions,
  use: (mirror: MirrorOptions & { holder: string }) => Promise<T>,
): Promise<T> {
  const holder = `review_${randomBase62(22)}`;
  try {
    return await use({ ...mirror, holder });
  } finally {
    await deleteJobRefs(mirror.mirror, holder);
  }
}
