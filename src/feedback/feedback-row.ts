/** What a person or a check said about a job's pull request. Untrusted. */
export type Said = {
  /** Truncated. */
  text: string;
  isCut: boolean;
  url: string;
} & (
  | { kind: "comment"; author: string; authorName?: string; path?: string; line?: number }
  | { kind: "check_failed"; name: string; commit: string }
);

/** `pending` and `sent` are in progress; the others are final. */
export type FeedbackState = "pending" | "sent" | "done" | "refused" | "dropped" | "failed";

/** Limit of automatic follow-ups per job in any 24 hours. */
export const followUpsPerDay = 5;
