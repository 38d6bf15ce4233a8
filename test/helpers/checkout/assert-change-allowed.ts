import type { Workspace } from "../../../src/git/checkout/create-workspace.ts";
import {
  assertAllowed,
  type ChangeRules,
  type WholeChange,
} from "../../../src/git/commit/assert-change-allowed.ts";
import { type ChangedText, parseChangedText } from "../../../src/git/commit/parse-changed-text.ts";
import { parseRawDiff } from "../../../src/git/commit/parse-raw-diff.ts";
import { gitOutput } from "../../../src/git/programs/git-output.ts";
import { diffArguments } from "./diff-workspace.ts";
import { readFileAt } from "./read-file-at.ts";

/** The gate of a push, for a tree or commit of a checkout. */
export async function assertChangeAllowed(
  workspace: Workspace,
  { tree, patch, signal, ...rules }: ChangeRules & { tree: string; patch: string; signal?: AbortSignal },
): Promise<void> {
  const raw = await gitOutput(diffArguments(workspace, tree, ["--raw", "--numstat", "-z"]), { signal });
  const change: WholeChange = {
    files: parseRawDiff(raw.toString("utf8")),
    patch,
    texts: () => readChangedText(workspace, tree, signal),
    read: (path) => readFileAt(workspace, tree, path, signal),
  };
  await assertAllowed(change, rules);
}

async function readChangedText(
  workspace: Workspace,
  tree: string,
  signal?: AbortSignal,
): Promise<ChangedText[]> {
  const flags = ["--patch", "--text", "--unified=0", "--src-prefix=a/", "--dst-prefix=b/"];
  const patch = await gitOutput(diffArguments(workspace, tree, flags), { signal });
  return parseChangedText(patch.toString("utf8"));
}
