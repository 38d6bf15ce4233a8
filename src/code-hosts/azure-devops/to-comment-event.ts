import type { FeedbackEvent } from "../types.ts";
import type { AzureComment, AzureRepositoryPage, AzureThread } from "./schemas.ts";

/** Where a comment stands; the thread is absent where a delivery does not name it. */
export interface CommentPlace {
  repository: AzureRepositoryPage;
  number: number;
  thread?: Pick<AzureThread, "id" | "threadContext">;
}

/** What a comment tells, delivered or listed. Null for a deleted one, and for what the host itself says. */
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

/** A thread on several lines stands below the last one; `left` is the old file. */
function lineOf({ threadContext }: Pick<AzureThread, "threadContext">): { path?: string; line?: number } {
  const { filePath, rightFileEnd, leftFileEnd } = threadContext ?? {};
  const line = rightFileEnd?.line ?? leftFileEnd?.line;
  return {
    ...(filePath == null ? {} : { path: filePath.replace(/^\//, "") }),
    ...(line == null ? {} : { line }),
  };
}
