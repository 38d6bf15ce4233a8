/** A comment on lines of a page, collected until all are sent as one follow-up. */
export interface CollectedComment {
  id: string;
  path: string;
  side: "before" | "after";
  startLine: number;
  line: number;
  body: string;
  /** The lines as they were when it was written, to find them again when the branch has moved. */
  quote: string;
}

/** Lines that the reviewer has rewritten; those of all pages become one commit. */
export interface CollectedSuggestion {
  id: string;
  path: string;
  startLine: number;
  endLine: number;
  expected: string;
  replacement: string;
}

/** What a reviewer has prepared and not sent. */
export interface CollectedReview {
  headCommit: string;
  summary: string;
  comments: CollectedComment[];
  suggestions: CollectedSuggestion[];
  /** Paths of the files that were looked through, with the head commit at which. */
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

/** Where a suggestion already stands, another one for some of the same lines could not be applied. */
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

/** The lines that hold the quote now, nearest to where they were; null when they are gone. */
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
