import { z } from "zod";
import { sayOnce } from "../say-once.ts";
import type { HostComment } from "../types.ts";
import type { AzureClient } from "./client.ts";
import { listSchema, threadSchema } from "./schemas.ts";

interface Said {
  threadId: number;
  commentId: number;
  content: string | null | undefined;
}

/**
 * Comments belong to threads, and a policy may require all threads to be resolved before completion:
 * Copydesk's start out closed.
 */
export async function commentOnPullRequest(
  client: AzureClient,
  number: number,
  comment: HostComment,
): Promise<void> {
  const path = `${client.path}/pullRequests/${number}/threads`;
  const schema = z.unknown();
  await sayOnce<Said>(
    {
      list: () => listComments(client, path),
      idOf: ({ threadId }) => threadId,
      textOf: ({ content }) => content,
      async say(content) {
        const comments = [{ parentCommentId: 0, content, commentType: "text" }];
        const action = "comment on the pull request";
        const request = { method: "POST", path, body: { comments, status: "closed" }, action } as const;
        const { data: thread } = await client.request({ ...request, schema: threadSchema });
        return { threadId: thread.id, commentId: thread.comments?.[0]?.id ?? 1, content };
      },
      async rewrite({ threadId, commentId }, content) {
        const where = `${path}/${threadId}/comments/${commentId}`;
        const action = "change the comment";
        await client.request({ method: "PATCH", path: where, body: { content }, action, schema });
      },
      async takeBack({ threadId, commentId }) {
        const where = `${path}/${threadId}/comments/${commentId}`;
        const action = "delete a comment that was posted twice";
        await client.request({ method: "DELETE", path: where, action, schema });
      },
    },
    comment,
  );
}

/** Not paginated. */
async function* listComments(client: AzureClient, path: string): AsyncGenerator<Said> {
  const request = { path, action: "read the comments", schema: listSchema(threadSchema) };
  const { data: threads } = await client.request(request);
  for (const { id: threadId, isDeleted, comments } of threads.value) {
    for (const said of isDeleted ? [] : (comments ?? [])) {
      if (!said.isDeleted) yield { threadId, commentId: said.id, content: said.content };
    }
  }
}
