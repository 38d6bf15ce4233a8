import { AppError } from "../../errors.ts";
import { parsePath } from "../parse-path.ts";
import type { AgentWorkspace } from "../types.ts";

/** The one spelling of a repository path (`./a//b` → `a/b`). Throws `path_outside_workspace`. */
export function plainPath(path: string): string {
  return parsePath(path).join("/");
}

/** Throws `protected_path` where the project does not let agents write. */
export function assertWritable(workspace: AgentWorkspace, path: string): void {
  const reason = workspace.refuseWrite(path);
  if (reason !== null) throw new AppError("protected_path", reason);
}
