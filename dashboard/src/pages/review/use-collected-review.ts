import { notifications } from "@mantine/notifications";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  type CollectedReview,
  emptyReview,
  findOverlap,
  putComment,
  putSuggestion,
  removeCollected,
  setViewed,
} from "./collected-review.ts";
import { loadReview, saveReview } from "./keep-review.ts";
import type { Draft } from "./places.ts";
import type { ReviewContextValue } from "./review-context.ts";
import type { Review } from "./review-types.ts";

/** Collects what the reviewer writes and keeps it in this browser until it is sent. */
export function useCollectedReview(path: string, review: Review) {
  const headCommit = review.headCommit ?? "";
  const [collected, setCollected] = useState(() => loadReview(localStorage, review.jobId, headCommit));
  const [draft, setDraft] = useState<Draft | null>(null);
  const wasTold = useRef(false);
  useEffect(() => {
    if (saveReview(localStorage, review.jobId, collected) || wasTold.current) return;
    wasTold.current = true;
    notifications.show({
      color: "yellow",
      message: "This browser keeps nothing for this page: send your comments before you leave it.",
    });
  }, [review.jobId, collected]);

  const change = useCallback((by: (known: CollectedReview) => CollectedReview) => setCollected(by), []);
  const keep = useCallback(
    (kept: Draft) => {
      if (kept.kind === "suggestion" && findOverlap(collected, kept) !== undefined) {
        notifications.show({
          color: "red",
          message: "There is a suggestion for some of these lines already.",
        });
        return;
      }
      change((known) => putDraft(known, kept, headCommit));
      setDraft(null);
    },
    [change, collected, headCommit],
  );

  const value = useMemo<ReviewContextValue>(
    () => ({
      ...{ path, headCommit, collected, draft },
      citations: review.citations,
      comment: review.actions.comment,
      suggest: review.actions.suggest,
      startComment: (place, quote) =>
        setDraft({ kind: "comment", id: crypto.randomUUID(), ...place, body: "", quote }),
      startSuggestion: ({ path: file, startLine, line }, expected) =>
        setDraft({
          ...{ kind: "suggestion", id: crypto.randomUUID(), path: file, startLine, endLine: line },
          ...{ expected, replacement: expected },
        }),
      edit: setDraft,
      change: setDraft,
      keep: () => draft !== null && keep(draft),
      discard: () => setDraft(null),
      remove: (id) => change((known) => removeCollected(known, id)),
      setViewed: (file, isViewed) => change((known) => setViewed(known, file, isViewed, headCommit)),
    }),
    [path, headCommit, collected, draft, review.citations, review.actions, keep, change],
  );

  return {
    value,
    setSummary: (summary: string) => change((known) => ({ ...known, summary })),
    clearComments: () =>
      change((known) => ({
        ...emptyReview(headCommit),
        suggestions: known.suggestions,
        viewed: known.viewed,
      })),
    clearSuggestions: () => change((known) => ({ ...known, suggestions: [] })),
  };
}

function putDraft(known: CollectedReview, draft: Draft, headCommit: string): CollectedReview {
  const { kind, ...rest } = draft;
  const at = { ...known, headCommit };
  return kind === "comment"
    ? putComment(at, rest as Extract<Draft, { kind: "comment" }>)
    : putSuggestion(at, rest as Extract<Draft, { kind: "suggestion" }>);
}
