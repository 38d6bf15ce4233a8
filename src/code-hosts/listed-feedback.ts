import { isAppError } from "../errors.ts";
import { statusOf } from "./to-host-error.ts";
import type { FeedbackEvent } from "./types.ts";

/** A comment and when others could first read it. */
export interface TimedComment {
  saidAtMs: number;
  event: FeedbackEvent;
}

/** How many of a pull request's comments are looked at. */
export const listedCommentsMax = 1_000;

/** What was said at `since` or later, the oldest first. */
export function saidSince(comments: readonly TimedComment[], since: Date): FeedbackEvent[] {
  return comments
    .filter(({ saidAtMs }) => saidAtMs >= since.getTime())
    .sort((one, other) => one.saidAtMs - other.saidAtMs)
    .map(({ event }) => event);
}

/** What `read` answers; nothing where the credentials may not read it, or the host does not have it (404). */
export async function readAllowed<T>(read: () => Promise<T[]>): Promise<T[]> {
  try {
    return await read();
  } catch (error) {
    if (isAppError(error, "code_host_forbidden") || statusOf(error) === 404) return [];
    throw error;
  }
}
