/** Every time limit of the checks. */

/** For one page: to read it as part of its site, or to parse it after a write. */
export const pageLimitMs = 4_500;

/** For one call about a whole site: a base, and what its files add. */
export function siteLimitMs(files: number): number {
  return 30_000 + files * 5;
}

/** For a process to start, before any call's own limit begins. */
export const startLimitMs = 60_000;
