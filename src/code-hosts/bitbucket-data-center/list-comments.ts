import type { z } from "zod";
import type { DataCenterClient } from "./client.ts";
import { activitySchema, type DataCenterComment } from "./schemas.ts";

export type CommentActivity = z.output<typeof activitySchema> & { comment: DataCenterComment };

/** Yields the comment activities of a pull request, newest first. The host lists comments nowhere else. */
export async function* listComments(
  client: DataCenterClient,
  number: number,
): AsyncGenerator<CommentActivity> {
  const activities = client.list({
    path: `${client.path}/pull-requests/${number}/activities`,
    item: activitySchema,
    action: "read the comments",
  });
  for await (const { comment, ...activity } of activities) {
    const isThere = activity.action === "COMMENTED" && activity.commentAction !== "DELETED";
    if (isThere && comment != null) yield { ...activity, comment };
  }
}
