import { watch } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Several files are often written at once. */
const quietMs = 150;
const ignored = /(?:^|[/\\])(?:\.git|node_modules)(?:[/\\]|$)/;

/** Calls `work` after changes below the folder, one call at a time, until the signal is aborted. */
export async function watchFolder(
  folder: string,
  work: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let changed = Promise.withResolvers<void>();
  const watcher = watch(folder, { recursive: true }, (_, name) => {
    if (name === null || !ignored.test(name)) changed.resolve();
  });
  signal.addEventListener("abort", () => changed.resolve(), { once: true });
  try {
    while (!signal.aborted) {
      await changed.promise;
      if (signal.aborted) return;
      await sleep(quietMs);
      changed = Promise.withResolvers();
      if (signal.aborted) return;
      await work();
    }
  } finally {
    watcher.close();
  }
}
