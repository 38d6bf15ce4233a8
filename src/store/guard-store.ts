import pg from "pg";
import { AppError, isAppError } from "../errors.ts";

// SQLSTATE classes: 08 connection, 53 out of resources, 57P shutdown and restart, 55P03 a lock that was not
// free in time, 25006 a server that takes no writes: a standby, or at some providers one whose disk is
// full.
const passing = /^(08|53|57P|55P03|25P03|25006)/;

/**
 * Runs store calls. Throws `unavailable` if the store is unreachable, full or restarting; passes on any
 * other error.
 */
export async function guardStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isStoreAway(error)) throw error;
    throw new AppError("unavailable", "The store cannot be reached at the moment. Try again soon.", {
      cause: error,
      details: { retryAfterSeconds: 1 },
    });
  }
}

/**
 * Whether a store call failed because the store is unreachable, full or restarting. The server's errors
 * have a SQLSTATE, those of sockets name the system call; the driver reports lost connections and its own
 * time-outs as plain errors.
 */
export function isStoreAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return passing.test(error.code ?? "");
  if (!(error instanceof Error) || error instanceof AggregateError) return error instanceof AggregateError;
  return "syscall" in error || Object.getPrototypeOf(error) === Error.prototype;
}

/** Whether a lock was not free in time, also if `guardStore` has already converted the error. */
export function isLockTimeout(error: unknown): boolean {
  const cause = isAppError(error, "unavailable") ? error.cause : error;
  return sqlState(cause) === "55P03";
}

/** Returns the server's SQLSTATE; null for any other error. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null;
}
