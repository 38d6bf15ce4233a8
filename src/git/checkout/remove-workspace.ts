import { rm } from "node:fs/promises";
import type { Workspace } from "./create-workspace.ts";

/** Frees the space of a workspace. Links in it are removed, never followed. */
export async function removeWorkspace(workspace: Pick<Workspace, "root">): Promise<void> {
  await rm(workspace.root, { recursive: true, force: true, maxRetries: 3 });
}
