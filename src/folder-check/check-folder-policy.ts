import { findNavigationFiles, isNavigationData } from "../checks/changes/navigation-files.ts";
import { openSite } from "../checks/model/open-site.ts";
import type { ScanCache } from "../checks/model/scan-cache.ts";
import { createPolicyRules } from "../policy/create-policy-rules.ts";
import { findPartitions } from "../policy/find-partitions.ts";
import type { Policy } from "../policy/policy-schema.ts";
import type { PolicyProblem } from "../policy/read-policy.ts";
import { createWriteRules } from "../writes/write-rules.ts";
import { findCheckedFolder, listFolderFiles } from "./list-folder-files.ts";
import { readFolderFile } from "./read-folder-file.ts";
import { readFolderPolicy } from "./read-folder-policy.ts";

export interface FolderPolicy {
  /** Absolute path of the folder that has the policy at its top. */
  root: string;
  /** If false, there is no policy, and everything that a project allows may be written. */
  isThere: boolean;
  problems: PolicyProblem[];
  /** Files that jobs may write in a project with default settings; empty if the policy has problems. */
  writable: string[];
  /** Files that only the policy keeps jobs from writing, with the reason. */
  closed: { path: string; reason: string }[];
}

/**
 * Reads the policy of a folder's repository and determines for each file whether jobs may write it. Throws
 * `git_missing`.
 */
export async function checkFolderPolicy(
  { cache }: { cache: ScanCache },
  input: { folder: string; signal?: AbortSignal },
): Promise<FolderPolicy> {
  const folder = await findCheckedFolder(input.folder);
  const { root } = folder;
  const found = await readFolderPolicy(root);
  const none = { root, writable: [], closed: [] };
  if (found !== null && "problems" in found) return { ...none, isThere: true, problems: found.problems };
  const files = await listFolderFiles(folder);
  const judge = await createJudges(found?.policy ?? null, {
    files,
    read: (path) => readFolderFile(root, path),
    cache,
    signal: input.signal,
  });
  const writable: string[] = [];
  const closed: FolderPolicy["closed"] = [];
  for (const path of files) {
    const reason = judge.policy(path);
    if (judge.project(path) !== null) continue;
    if (reason === null) writable.push(path);
    else closed.push({ path, reason });
  }
  return { root, isThere: found !== null, problems: [], writable, closed };
}

interface Judges {
  project(path: string): string | null;
  policy(path: string): string | null;
}

async function createJudges(
  policy: Policy | null,
  tree: {
    files: readonly string[];
    read(path: string): Promise<Buffer>;
    cache: ScanCache;
    signal: AbortSignal | undefined;
  },
): Promise<Judges> {
  const site = await openSite({ ...tree });
  const { data, judged } = await findNavigationFiles(site);
  const configuration = new Set(judged.map(({ path }) => path));
  const project = createWriteRules({
    ...{ paths: [], protectedPaths: [], jobPaths: [] },
    navigation: {
      isData: (path) => isNavigationData(data, path),
      judge: (path) => (configuration.has(path) ? () => null : null),
    },
  });
  const rules =
    policy === null
      ? null
      : createPolicyRules(policy, {
          partitionOf: findPartitions(tree.files),
          readBefore: async () => null,
        });
  return {
    // For a path alone the answer is never a promise.
    project: (path) => project(path) as string | null,
    policy: (path) => rules?.refusePath(path) ?? null,
  };
}
