import type { Workspace } from "../../../src/git/checkout/create-workspace.ts";
import { workspaceArguments } from "../../../src/git/checkout/workspace-arguments.ts";
import { gitFailed } from "../../../src/git/programs/git-output.ts";
import { runGit } from "../../../src/git/programs/run-git.ts";

const fileBytesMax = 64 * 1024 * 1024;

/**
 * The bytes of a file at a commit or tree, or null when there is no file at that path. Throws `git_failed`
 * above 64 MiB.
 */
export async function readFileAt(
  workspace: Workspace,
  commit: string,
  path: string,
  signal?: AbortSignal,
): Promise<Buffer | null> {
  const isOdd = path.split("/").some((part) => part === "" || part === "." || part === "..");
  if (isOdd || /[\0\n]/.test(path) || !/^[0-9a-f]{40,64}$/.test(commit)) return null;
  const args = [...workspaceArguments(workspace), "cat-file", "--batch"];
  const result = await runGit(args, { input: `${commit}:${path}\n`, signal, maxOutputBytes: fileBytesMax });
  if (result.code !== 0 || result.ended !== "exit") throw gitFailed(args, result);
  const end = result.stdout.indexOf(10);
  const [, size] = / blob (\d+)$/.exec(result.stdout.toString("utf8", 0, end)) ?? [];
  return size === undefined ? null : result.stdout.subarray(end + 1, end + 1 + Number(size));
}
