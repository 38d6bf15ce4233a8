import { isAppError } from "../errors.ts";
import { statusOf } from "./to-host-error.ts";
import type { FeedbackEvent } from "./webhook-types.ts";

/** A comment and the time when others could first read it. */
export interface TimedComment {
  saidAtMs: number;
  event: FeedbackEvent;
}

/** Maximum number of comments read per pull request. */
export const listedCommentsMax = 1_000;

/** Returns the comments made at `since` or later, oldest first. */
export function saidSince(comments: readonly TimedComment[], since: Date): FeedbackEvent[] {
  return comments
    .filter(({ saidAtMs }) => saidAtMs >= since.getTime())
    .sort((one, other) => one.saidAtMs - other.saidAtMs)
    .map(({ event }) => event);
}

/**
 * Returns the result of `read`; an empty list if the credentials may not read it or the host does not have it
 * (404).
 */
export async function readAllowed<T>(read: () => Promise<T[]>): Promise<T[]> {
  try {
    return await read();
  } catch (error) {
    if (isAppError(error, "code_host_forbidden") || statusOf(error) === 404) return [];
    throw error;
  }
}
