import { AppError } from "../../errors.ts";
import { parsePath } from "../parse-path.ts";
import type { AgentWorkspace } from "../types.ts";

/** Normalizes a repository path (`./a//b` → `a/b`). Throws `path_outside_workspace`. */
export function plainPath(path: string): string {
  return parsePath(path).join("/");
}

/** Throws `path_not_allowed` if agents may not write this path; `text` as for `refuseWrite`. */
export async function assertWritable(
  workspace: AgentWorkspace,
  path: string,
  text?: string | null,
): Promise<void> {
  const reason = await workspace.refuseWrite(path, text);
  if (reason !== null) throw new AppError("path_not_allowed", reason);
}
