import { spawnSync } from "node:child_process";
import type { ServerPlace, ServerUser } from "./server-place.ts";

/** Whether the server's user can reach the folder through every parent. */
export function canReach(folder: string, user: ServerUser | null): boolean {
  if (user === null) return true;
  const probe = spawnSync("sh", ["-c", 'cd "$1"', "sh", folder], { ...user, cwd: "/", stdio: "ignore" });
  return probe.status === 0;
}

/**
 * Returns the data folder argument for the server's programs, which start with that folder as working
 * folder: a process keeps it even if its user cannot reach the path.
 */
export function dataFolderArgument({ base, user }: ServerPlace, folder: string): string {
  return canReach(base, user) ? folder : "/proc/self/cwd";
}
