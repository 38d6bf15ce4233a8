import type { Workspace } from "../../../src/git/checkout/create-workspace.ts";
import { workspaceArguments } from "../../../src/git/checkout/workspace-arguments.ts";
import { gitOutput } from "../../../src/git/programs/git-output.ts";

/**
 * Repository paths of the index (the base commit and what was staged since), in git's order. Submodules are
 * not files.
 */
export async function listFiles(workspace: Workspace, signal?: AbortSignal): Promise<string[]> {
  const args = [...workspaceArguments(workspace), "ls-files", "--cached", "--stage", "-z"];
  const output = await gitOutput(args, { signal });
  return output
    .toString("utf8")
    .split("\0")
    .filter((entry) => entry !== "" && !entry.startsWith("160000 "))
    .map((entry) => entry.slice(entry.indexOf("\t") + 1));
}
