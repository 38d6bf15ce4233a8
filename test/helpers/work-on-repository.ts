import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspace } from "../../src/git/checkout/create-workspace.ts";
import { fetchBase } from "../../src/git/fetch/fetch-base.ts";
import { fetchBranchHead } from "../../src/git/fetch/fetch-branch-head.ts";
import { fetchCommit } from "../../src/git/fetch/fetch-commit.ts";
import { findBaseNow } from "../../src/git/fetch/find-base-now.ts";
import { compareHistories } from "../../src/git/follow-up/compare-histories.ts";
import { isMerged } from "../../src/git/follow-up/is-merged.ts";
import { deleteBranch } from "../../src/git/remote/delete-branch.ts";
import { parseRepository } from "../../src/git/remote/parse-repository.ts";
import { pushBranch } from "../../src/git/remote/push-branch.ts";
import { commitWorkspace } from "./checkout/commit-workspace.ts";
import { treeHash } from "./checkout/write-tree.ts";

const author = { name: "Copydesk", email: "copydesk@localhost" };

/**
 * Everything that jobs, the local host's pull requests and the deletion of branches do with a repository,
 * once each.
 */
export async function workOnRepository(
  path: string,
  root: string,
  between: (commit: string) => Promise<void>,
) {
  const repository = parseRepository(path);
  const shared = { repository, allowPrivateAddresses: false };
  const base = await fetchBase({ ...shared, mirrorsFolder: join(root, "mirrors"), ref: null, jobId: "job1" });
  const { mirror, baseCommit } = base;
  const place = { workspacesFolder: join(root, "workspaces"), name: "job1", mirror, commit: baseCommit };
  const workspace = await createWorkspace(place);
  await writeFile(join(workspace.directory, "docs/a.md"), "changed\n");
  const tree = await treeHash(workspace, ["docs/a.md"]);
  const date = new Date(1e12);
  const commit = await commitWorkspace(workspace, { tree, message: "change", author, date });
  const branch = "copydesk/job1";
  await pushBranch({ ...shared, workspace, commit, branch });
  const again = await commitWorkspace(workspace, { tree, message: "change again", author, date });
  await pushBranch({ ...shared, workspace, commit: again, branch });
  await between(again);
  const all = { ...shared, mirror, jobId: "job1" };
  return {
    head: (await fetchBranchHead({ ...all, branch }))?.commit === again,
    fetched: await fetchCommit({ ...all, commit: baseCommit, name: "old-base" }),
    base: await findBaseNow({ ...all, baseRef: "renamed", baseCommit }).catch((error) => error.code),
    isMerged: await isMerged({ ...all, baseRef: base.baseRef, headCommit: again }),
    mergeBase:
      (
        await compareHistories(all, {
          base: baseCommit,
          head: again,
          authorEmail: author.email,
          committerEmail: author.email,
        })
      )?.mergeBase === baseCommit,
    deleted: await deleteBranch({ ...shared, branch, commit: again }),
  };
}
