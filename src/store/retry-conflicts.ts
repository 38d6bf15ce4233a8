import { setTimeout as sleep } from "node:timers/promises";
import { sqlState } from "./guard-store.ts";

/**
 * SQLSTATE of a serialisation failure and of a deadlock. The server has rolled the transaction back, so it
 * can be repeated.
 */
const conflicts = new Set(["40001", "40P01"]);

const attemptsMax = 5;
const pauseMs = 20;

/**
 * Runs a whole transaction, and again if it lost against another one, at most five times in all. `work`
 * must be safe to repeat.
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attemptsMax || !isConflict(error)) throw error;
    }
    await sleep(pauseMs * 2 ** (attempt - 1) * Math.random());
  }
}

function isConflict(error: unknown): boolean {
  return conflicts.has(sqlState(error) ?? "");
}
