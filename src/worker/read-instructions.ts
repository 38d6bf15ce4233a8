import { describePolicy } from "../policy/describe-policy.ts";
import { joinInstructions } from "../projects/join-instructions.ts";
import type { Prepared } from "./run.ts";

/** Returns the project's instructions and policy at the start commit as text, or null if it has none. */
export async function readInstructions(prepared: Prepared): Promise<string | null> {
  const known = new Set(prepared.files);
  const joined = await joinInstructions(async (path) => {
    const content = known.has(path) ? await prepared.tree.readAt(prepared.startCommit, path) : null;
    return content?.toString("utf8") ?? null;
  });
  const parts = [
    ...(joined === null ? [] : [joined.text]),
    ...(prepared.policy === null ? [] : [describePolicy(prepared.policy.policy)]),
  ];
  return parts.length === 0 ? null : parts.join("\n\n");
}
