/** What a person or a check said about a job's pull request; all of it is data from outside. */
export type Said = {
  /** Cut. */
  text: string;
  isCut: boolean;
  url: string;
} & (
  | { kind: "comment"; author: string; authorName?: string; path?: string; line?: number }
  | { kind: "check_failed"; name: string; commit: string }
);

/** `pending` and `sent` are worked on; the others are ends. */
export type FeedbackState = "pending" | "sent" | "done" | "refused" | "dropped" | "failed";

/** Automatic follow-ups of a job in any 24 hours. */
export const followUpsPerDay = 5;
