import { AppError } from "../../errors.ts";
import { listRefs } from "../wire/list-refs.ts";
import { type RemoteAccess, type RemoteOptions, repositoryName } from "./open-remote.ts";

export interface RemoteBranch {
  name: string;
  commit: string;
}

const branchesNamedMax = 5;

/**
 * Returns the branch `ref`, or for null the one that the repository's HEAD names. Throws
 * `repository_unreachable`, `repository_empty` and `ref_not_found`, which names some existing branches.
 */
export async function findRemoteBranch(
  options: RemoteOptions,
  remote: RemoteAccess,
  ref: string | null,
  signal?: AbortSignal,
): Promise<RemoteBranch> {
  const wanted = ref === null ? "HEAD" : `refs/heads/${ref}`;
  const found = await readRef(options, remote, wanted, signal);
  const name = ref ?? found.head?.replace(/^refs\/heads\//, "") ?? null;
  if (name !== null && found.commit !== null) return { name, commit: found.commit };
  const branches: string[] = [];
  let count = 0;
  const take = (branch: string): void => {
    count += 1;
    if (branches.length < branchesNamedMax) branches.push(branch.slice("refs/heads/".length));
  };
  await listRefs(options, remote, { wanted: "refs/heads/", take, signal });
  throw missing(repositoryName(options.repository), name, { branches, count });
}

/** Returns the current commit of a remote branch, or null if there is no such branch. */
export async function readRemoteCommit(
  options: RemoteOptions,
  remote: RemoteAccess,
  branch: string,
  signal?: AbortSignal,
): Promise<string | null> {
  return (await readRef(options, remote, `refs/heads/${branch}`, signal)).commit;
}

async function readRef(
  options: RemoteOptions,
  remote: RemoteAccess,
  wanted: string,
  signal?: AbortSignal,
): Promise<{ commit: string | null; head: string | null }> {
  let commit: string | null = null;
  const take = (name: string, id: string): void => {
    if (name === wanted) commit = id;
  };
  const head = await listRefs(options, remote, { wanted, take, signal });
  return { commit, head };
}

function missing(
  repository: string,
  name: string | null,
  { branches, count }: { branches: string[]; count: number },
): AppError {
  if (count === 0) {
    return new AppError(
      "repository_empty",
      `The repository ${repository} has no commits yet. Push a first commit, then try again.`,
    );
  }
  const rest = count > branches.length ? ` and ${count - branches.length} more` : "";
  const problem =
    name === null
      ? `The HEAD of ${repository} names no branch: say which one to work on with "ref".`
      : `The repository ${repository} has no branch "${name}".`;
  return new AppError("ref_not_found", `${problem} Its branches: ${branches.join(", ")}${rest}.`, {
    details: { branches },
  });
}
