import { gitEnvironment, hardening } from "../programs/git-environment.ts";
import { gitFailed, gitOutput } from "../programs/git-output.ts";
import { assertWithinLimits } from "../programs/run-git.ts";
import { streamProgram } from "../programs/stream-program.ts";

interface PackRequest {
  /** Arguments that select a local repository. */
  at: readonly string[];
  commit: string;
  /** Commits that the other side has; those unknown here are ignored. */
  except: ReadonlySet<string>;
  /** Whether the other side reads deltas that refer to objects by their offset in the pack. */
  offsets: boolean;
  signal?: AbortSignal;
}

const objectsBytesMax = 256 * 1024 * 1024;

/**
 * Streams a pack, made by git, with all that the commit needs beyond what the other side has. Throws what
 * `gitOutput` throws.
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
