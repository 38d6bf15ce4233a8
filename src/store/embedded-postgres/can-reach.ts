import { spawnSync } from "node:child_process";
import type { ServerPlace, ServerUser } from "./server-place.ts";

/** Whether the server's user can walk to the folder, through every parent. */
export function canReach(folder: string, user: ServerUser | null): boolean {
  if (user === null) return true;
  const probe = spawnSync("sh", ["-c", 'cd "$1"', "sh", folder], { ...user, cwd: "/", stdio: "ignore" });
  return probe.status === 0;
}

/**
 * How the server's programs are told their data folder, with which as working folder they are started: a
 * process keeps that also where its user cannot walk to it.
 */
export function dataFolderArgument({ base, user }: ServerPlace, folder: string): string {
  return canReach(base, user) ? folder : "/proc/self/cwd";
}
