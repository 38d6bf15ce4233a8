import {
  type CollectedComment,
  type CollectedReview,
  type CollectedSuggestion,
  emptyReview,
} from "./collected-review.ts";

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (jobId: string): string => `copydesk.review.${jobId}`;

/** Returns what this browser has collected for the job; empty if it cannot be read. */
export function loadReview(store: Store, jobId: string, headCommit: string): CollectedReview {
  try {
    return parse(JSON.parse(store.getItem(keyOf(jobId)) ?? "null"), headCommit);
  } catch {
    return emptyReview(headCommit);
  }
}

/** Returns false if the browser stores nothing, by its settings or for lack of room. */
export function saveReview(store: Store, jobId: string, review: CollectedReview): boolean {
  try {
    const { comments, suggestions, summary, viewed } = review;
    const isEmpty = comments.length + suggestions.length + Object.keys(viewed).length === 0 && summary === "";
    if (isEmpty) store.removeItem(keyOf(jobId));
    else store.setItem(keyOf(jobId), JSON.stringify(review));
    return true;
  } catch {
    return false;
  }
}

function parse(stored: unknown, headCommit: string): CollectedReview {
  if (!isObject(stored)) return emptyReview(headCommit);
  const { comments, suggestions, viewed } = stored;
  return {
    headCommit: typeof stored.headCommit === "string" ? stored.headCommit : headCommit,
    summary: typeof stored.summary === "string" ? stored.summary : "",
    comments: Array.isArray(comments) ? comments.filter(isComment) : [],
    suggestions: Array.isArray(suggestions) ? suggestions.filter(isSuggestion) : [],
    viewed: isObject(viewed)
      ? Object.fromEntries(
          Object.entries(viewed).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
        )
      : {},
  };
}

function isComment(value: unknown): value is CollectedComment {
  return (
    isObject(value) &&
    [value.id, value.path, value.body, value.quote].every((part) => typeof part === "string") &&
    (value.side === "before" || value.side === "after") &&
    isRange(value.startLine, value.line)
  );
}

function isSuggestion(value: unknown): value is CollectedSuggestion {
  return (
    isObject(value) &&
    [value.id, value.path, value.expected, value.replacement].every((part) => typeof part === "string") &&
    isRange(value.startLine, value.endLine)
  );
}

function isRange(start: unknown, end: unknown): boolean {
  return (
    Number.isInteger(start) && Number.isInteger(end) && 1 <= Number(start) && Number(start) <= Number(end)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
