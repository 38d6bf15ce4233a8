/** A comment on lines of a page, collected until all are sent as one follow-up. */
export interface CollectedComment {
  id: string;
  path: string;
  side: "before" | "after";
  startLine: number;
  line: number;
  body: string;
  /** The lines at the time of writing, to find them again after the branch has moved. */
  quote: string;
}

/** Lines rewritten by the reviewer; those of all pages become one commit. */
export interface CollectedSuggestion {
  id: string;
  path: string;
  startLine: number;
  endLine: number;
  expected: string;
  replacement: string;
}

/** A reviewer's comments and suggestions that are not sent yet. */
export interface CollectedReview {
  headCommit: string;
  summary: string;
  comments: CollectedComment[];
  suggestions: CollectedSuggestion[];
  /** Path of each viewed file → head commit at that time. */
  viewed: Record<string, string>;
}

export function emptyReview(headCommit: string): CollectedReview {
  return { headCommit, summary: "", comments: [], suggestions: [], viewed: {} };
}

export function putComment(review: CollectedReview, comment: CollectedComment): CollectedReview {
  return { ...review, comments: put(review.comments, comment) };
}

export function putSuggestion(review: CollectedReview, suggestion: CollectedSuggestion): CollectedReview {
  return { ...review, suggestions: put(review.suggestions, suggestion) };
}

export function removeCollected(review: CollectedReview, id: string): CollectedReview {
  return {
    ...review,
    comments: review.comments.filter((comment) => comment.id !== id),
    suggestions: review.suggestions.filter((suggestion) => suggestion.id !== id),
  };
}

export function setViewed(
  review: CollectedReview,
  path: string,
  isViewed: boolean,
  headCommit: string,
): CollectedReview {
  const { [path]: _, ...others } = review.viewed;
  return { ...review, viewed: isViewed ? { ...others, [path]: headCommit } : others };
}

/** Finds a suggestion that overlaps the lines: a second one could not be applied. */
export function findOverlap(
  review: CollectedReview,
  { id, path, startLine, endLine }: Pick<CollectedSuggestion, "id" | "path" | "startLine" | "endLine">,
): CollectedSuggestion | undefined {
  return review.suggestions.find(
    (other) =>
      other.id !== id && other.path === path && other.startLine <= endLine && startLine <= other.endLine,
  );
}

function put<T extends { id: string }>(list: readonly T[], item: T): T[] {
  return list.some(({ id }) => id === item.id)
    ? list.map((other) => (other.id === item.id ? item : other))
    : [...list, item];
}

/** Returns the lines that hold the quote now, nearest to their old place; null if they are gone. */
export function findQuote(
  text: string,
  { quote, startLine }: Pick<CollectedComment, "quote" | "startLine">,
): number | null {
  const lines = text.split("\n");
  const wanted = quote.split("\n");
  const isAt = (at: number): boolean =>
    at >= 0 &&
    at + wanted.length <= lines.length &&
    wanted.every((line, index) => lines[at + index] === line);
  for (let away = 0; away <= lines.length; away += 1) {
    if (isAt(startLine - 1 - away)) return startLine - away;
    if (isAt(startLine - 1 + away)) return startLine + away;
  }
  return null;
}
