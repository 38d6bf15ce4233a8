import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { pidScope } from "./process-identity.ts";
import { replaceFile } from "./replace-file.ts";
import type { ServerPlace } from "./server-place.ts";

/**
 * Records which container is about to start the server. A server of another container on the same folder is
 * not visible, but its watcher is, and a second server would destroy the data. Throws `store_unavailable`
 * then.
 */
export async function claimScope(place: ServerPlace, watcher: "found" | "started"): Promise<void> {
  const path = join(place.base, "scope");
  const mine = await pidScope();
  const last = await readFile(path, "utf8").catch(() => mine);
  if (watcher === "found" && last !== mine) {
    throw new AppError(
      "store_unavailable",
      `Another container runs the database in ${place.base}, and it does not respond. Give each its own data folder, or set DATABASE_URL.`,
    );
  }
  await replaceFile(path, mine);
}
