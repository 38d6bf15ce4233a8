import { sizeLimitsDefault } from "../fetch/assert-repository-size.ts";
import { openRemote, type RemoteOptions } from "../remote/open-remote.ts";
import { remoteFailure } from "../remote/remote-failure.ts";
import { runRemoteGit } from "../remote/run-remote-git.ts";

interface BlobOptions extends RemoteOptions {
  /** Git directory of a mirror that was fetched without files. */
  mirror: string;
  signal?: AbortSignal;
}

const fetchMs = 2 * 60_000;
/** Limit for one fetch on disk; larger ones are split in two. */
const packBytesMax = 96 * 1024 * 1024;
const flags = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance"];

/**
 * Brings file contents into the mirror, as git itself does for a partial clone. Returns the ids that are
 * too large to be fetched. Throws what `fetchBase` throws.
 */
export async function fetchBlobs(options: BlobOptions, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const remote = await openRemote(options);
  const bytesMax = ids.length === 1 ? sizeLimitsDefault.maxFileBytes : packBytesMax;
  const result = await runRemoteGit(
    options,
    remote,
    {
      at: ["-c", "fetch.negotiationAlgorithm=noop", `--git-dir=${options.mirror}`],
      verb: "fetch",
      args: [...flags, "--filter=blob:none", "--stdin", "origin"],
    },
    {
      input: ids.map((id) => `${id}\n`).join(""),
      timeoutMs: fetchMs,
      maxFileBytes: bytesMax,
      signal: options.signal,
    },
  );
  if (result.code === 0 && result.ended === "exit") return [];
  if (!/File too large/.test(result.stderr)) throw remoteFailure(options, result);
  if (ids.length === 1) return [...ids];
  const half = Math.ceil(ids.length / 2);
  return [
    ...(await fetchBlobs(options, ids.slice(0, half))),
    ...(await fetchBlobs(options, ids.slice(half))),
  ];
}
