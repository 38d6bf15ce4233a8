import { gitOutput } from "../programs/git-output.ts";
import type { Workspace } from "./create-workspace.ts";
import { workspaceArguments } from "./workspace-arguments.ts";

/**
 * Returns the repository paths whose bytes differ from the base commit's, whoever changed them: changed, new
 * (ignored ones too) and deleted. Ignores modes.
 */
export async function listChangedPaths(workspace: Workspace, signal?: AbortSignal): Promise<string[]> {
  const args = ["-c", "core.fileMode=false", ...workspaceArguments(workspace)];
  // Without a refresh every file counts as changed: the index was not written by a checkout.
  await gitOutput([...args, "update-index", "-q", "--really-refresh", "--unmerged"], { signal }).catch(
    () => undefined,
  );
  const changed = await gitOutput([...args, "diff-files", "--name-only", "-z", "--no-ext-diff"], { signal });
  const added = await gitOutput([...args, "ls-files", "--others", "-z"], { signal });
  return [...new Set([...split(changed), ...split(added)])];
}

function split(output: Buffer): string[] {
  return output
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "");
}
