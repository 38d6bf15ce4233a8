import { createContext, useContext } from "react";
import type { CollectedReview } from "./collected-review.ts";
import type { Draft, Place } from "./places.ts";
import type { Ability, ReviewCitation } from "./review-types.ts";

/**
 * State shared by all parts of the page: what was collected, the current draft, and the reader's permissions.
 */
export interface ReviewContextValue {
  /** Path of the review in the API. */
  path: string;
  headCommit: string;
  collected: CollectedReview;
  draft: Draft | null;
  /** Sources of the change. */
  citations: readonly ReviewCitation[];
  comment: Ability;
  suggest: Ability;
  /** Takes the text of the lines, so that the comment finds them again. */
  startComment(place: Place, quote: string): void;
  startSuggestion(place: Place, expected: string): void;
  edit(draft: Draft): void;
  change(draft: Draft): void;
  keep(): void;
  discard(): void;
  remove(id: string): void;
  setViewed(path: string, isViewed: boolean): void;
}

export const ReviewContext = createContext<ReviewContextValue | null>(null);

export function useReview(): ReviewContextValue {
  const value = useContext(ReviewContext);
  if (value === null) throw new Error("useReview is for parts of the review page.");
  return value;
}
