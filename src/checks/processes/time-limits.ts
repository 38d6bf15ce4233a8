/** Every time limit of the checks. */

/** Limit for one page: to read it as part of its site, or to parse it after a write. */
export const pageLimitMs = 4_500;

/** Limit for one call about a whole site: a base plus an allowance for its files. */
export function siteLimitMs(files: number): number {
  return 30_000 + files * 5;
}

/** Limit for the start of a process, before any call's own limit begins. */
export const startLimitMs = 60_000;
