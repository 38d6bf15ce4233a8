import { AppError } from "../errors.ts";
import { type RemoteAccess, type RemoteOptions, repositoryName } from "./open-remote.ts";
import { remoteFailure } from "./remote-failure.ts";
import { runRemoteGit } from "./run-remote-git.ts";

export interface RemoteBranch {
  name: string;
  commit: string;
}

interface Advertised {
  /** ref → commit */
  commits: Map<string, string>;
  /** The ref that HEAD names, or null. */
  head: string | null;
}

const branchesNamedMax = 5;
const listMs = 60_000;

/**
 * The branch `ref`, or for null the one that the repository's HEAD names. Throws `repository_unreachable`, `repository_empty` and
 * `ref_not_found`, which names some branches that exist.
 */
export async function findRemoteBranch(
  options: RemoteOptions,
  remote: RemoteAccess,
  ref: string | null,
  signal?: AbortSignal,
): Promise<RemoteBranch> {
  const wanted = await listRemote(options, remote, ref === null ? "HEAD" : `refs/heads/${ref}`, signal);
  const name = ref ?? wanted.head?.replace(/^refs\/heads\//, "") ?? null;
  const commit = wanted.commits.get(ref === null ? "HEAD" : `refs/heads/${ref}`);
  if (name !== null && commit !== undefined) return { name, commit };
  const { commits } = await listRemote(options, remote, "refs/heads/*", signal);
  throw missing(repositoryName(options.repository), name, [...commits.keys()]);
}

/** The commit that a branch of the remote has, or null when there is no such branch. */
export async function readRemoteCommit(
  options: RemoteOptions,
  remote: RemoteAccess,
  branch: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const { commits } = await listRemote(options, remote, `refs/heads/${branch}`, signal);
  return commits.get(`refs/heads/${branch}`) ?? null;
}

async function listRemote(
  options: RemoteOptions,
  remote: RemoteAccess,
  pattern: string,
  signal?: AbortSignal,
): Promise<Advertised> {
  // No repository of this machine takes part: /dev/null is none.
  const at = ["--git-dir=/dev/null"];
  const args = ["--quiet", "--symref", "--", remote.url, pattern];
  const command = { at, verb: "ls-remote", args } as const;
  const result = await runRemoteGit(options, remote, command, { signal, timeoutMs: listMs });
  if (result.code !== 0) throw remoteFailure(options, result);
  return parseAdvertised(result.stdout.toString("utf8"));
}

function parseAdvertised(text: string): Advertised {
  const commits = new Map<string, string>();
  let head: string | null = null;
  for (const line of text.split("\n")) {
    const [value, ref] = line.split("\t");
    if (value === undefined || ref === undefined) continue;
    if (!value.startsWith("ref: ")) commits.set(ref, value);
    else if (ref === "HEAD") head = value.slice("ref: ".length);
  }
  return { commits, head };
}

function missing(repository: string, name: string | null, refs: string[]): AppError {
  if (refs.length === 0) {
    return new AppError(
      "repository_empty",
      `The repository ${repository} has no commits yet. Push a first commit, then try again.`,
    );
  }
  const names = refs.map((ref) => ref.replace(/^refs\/heads\//, ""));
  const some = names.slice(0, branchesNamedMax).join(", ");
  const rest = names.length > branchesNamedMax ? ` and ${names.length - branchesNamedMax} more` : "";
  const problem =
    name === null
      ? `The HEAD of ${repository} names no branch: say which one to work on with "ref".`
      : `The repository ${repository} has no branch "${name}".`;
  return new AppError("ref_not_found", `${problem} Its branches: ${some}${rest}.`, {
    details: { branches: names.slice(0, branchesNamedMax) },
  });
}
