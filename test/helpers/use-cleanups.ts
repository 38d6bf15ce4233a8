import { rm } from "node:fs/promises";
import { afterEach, vi } from "vitest";
import { temporaryFolder } from "./git-fixture.ts";

export interface Cleanups {
  /** Run after each test, the last one first. */
  cleanups: (() => Promise<unknown>)[];
  /** A folder that is removed then. */
  folder(): Promise<string>;
}

/**
 * For the top of a test file: after each of its tests the environment is as it was, and what the test has
 * made is gone.
 */
export function useCleanups(): Cleanups {
  const cleanups: Cleanups["cleanups"] = [];
  afterEach(async () => {
    vi.unstubAllEnvs();
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  return {
    cleanups,
    async folder() {
      const path = await temporaryFolder();
      cleanups.push(() => rm(path, { recursive: true, force: true }));
      return path;
    },
  };
}
