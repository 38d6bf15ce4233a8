import type { FeedbackEvent } from "../webhook-types.ts";
import type { AzureComment, AzureRepositoryPage, AzureThread } from "./schemas.ts";

/** Location of a comment; the thread is absent if the delivery does not name it. */
export interface CommentPlace {
  repository: AzureRepositoryPage;
  number: number;
  thread?: Pick<AzureThread, "id" | "threadContext">;
}

/**
 * Converts a comment, from a delivery or a list, to an event. Returns null for deleted comments and for those
 * by the host itself.
 */
export function toCommentEvent(
  { id, author, content, commentType, isDeleted }: AzureComment,
  { repository, number, thread }: CommentPlace,
): FeedbackEvent | null {
  const isSaid = commentType == null || commentType === "text";
  if (!isSaid || isDeleted || !content || author == null) return null;
  const page = (repository.webUrl ?? repository.remoteUrl ?? "").replace(/\/\/[^/@]*@/, "//");
  const address = `${page}/pullrequest/${number}`;
  const said = { kind: "comment", number, author: author.id, text: content } as const;
  return {
    ...said,
    authorName: author.displayName ?? undefined,
    // The first comment of every thread has the id 1.
    ...(thread === undefined
      ? { url: address }
      : { id: `${thread.id}-${id}`, ...lineOf(thread), url: `${address}?discussionId=${thread.id}` }),
  };
}

/** A thread on several lines belongs to the last one; `left` is the old file. */
function lineOf({ threadContext }: Pick<AzureThread, "threadContext">): { path?: string; line?: number } {
  const { filePath, rightFileEnd, leftFileEnd } = threadContext ?? {};
  const line = rightFileEnd?.line ?? leftFileEnd?.line;
  return {
    ...(filePath == null ? {} : { path: filePath.replace(/^\//, "") }),
    ...(line == null ? {} : { line }),
  };
}
