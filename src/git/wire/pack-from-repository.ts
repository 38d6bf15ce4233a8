import { gitEnvironment, hardening } from "../git-environment.ts";
import { gitFailed, gitOutput } from "../git-output.ts";
import { assertWithinLimits } from "../run-git.ts";
import { streamProgram } from "../stream-program.ts";

interface PackRequest {
  /** Arguments that name a repository of ours. */
  at: readonly string[];
  commit: string;
  /** Commits that the other side has; those that we do not know are passed over. */
  except: ReadonlySet<string>;
  /** Whether the other side reads deltas on objects by their place in the pack. */
  offsets: boolean;
  signal?: AbortSignal;
}

const objectsBytesMax = 256 * 1024 * 1024;

/**
 * A pack, made by git piece by piece, with all that the commit needs beyond what the other side has. Throws
 * what `gitOutput` throws.
 */
export async function* packFromRepository(request: PackRequest): AsyncGenerator<Uint8Array> {
  const { at, commit, except, offsets, signal } = request;
  const walk = [...at, "rev-list", "--objects-edge", "--ignore-missing", "--stdin"];
  const tips = [commit, ...[...except].map((id) => `^${id}`)].map((line) => `${line}\n`).join("");
  const objects = await gitOutput(walk, { input: tips, signal, maxOutputBytes: objectsBytesMax });
  const flags = ["--stdout", "-q", ...(offsets ? ["--delta-base-offset"] : [])];
  const args = [...at, "pack-objects", ...flags];
  const git = await streamProgram(["git", ...hardening, ...args], { env: gitEnvironment(), signal });
  void git.send(objects, { isAll: true });
  let isRead = false;
  try {
    yield* git.output;
    isRead = true;
  } finally {
    if (!isRead) await git.end();
  }
  const exit = await git.finish();
  signal?.throwIfAborted();
  if (exit.code === 0) return;
  assertWithinLimits(exit);
  throw gitFailed(args, { ...exit, stdout: Buffer.alloc(0), ended: "exit" });
}
