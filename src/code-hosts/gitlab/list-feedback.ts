import { z } from "zod";
import { readAllowed, saidSince } from "../listed-feedback.ts";
import { listItems, listPages } from "../rest/list-pages.ts";
import type { FeedbackQuery } from "../types.ts";
import type { FeedbackEvent } from "../webhook-types.ts";
import type { GitlabClient } from "./client.ts";
import { jobSchema, positionSchema, toComment, toFailedPipeline } from "./feedback-events.ts";
import { readMergeRequest } from "./merge-requests.ts";
import { noteSchema } from "./schemas.ts";

const pagesMax = 10;

const saidSchema = noteSchema.extend({
  created_at: z.string(),
  system: z.boolean().nullish(),
  /** Visible to members only; the older and the newer name of the field. */
  confidential: z.boolean().nullish(),
  internal: z.boolean().nullish(),
  position: positionSchema.nullish(),
});

type Note = z.output<typeof saidSchema>;

const pipelineSchema = z.object({
  id: z.number(),
  ref: z.string(),
  sha: z.string(),
  status: z.string(),
  web_url: z.string(),
});

/**
 * Lists public comments by people since a time, oldest first, then the failed pipelines of the commit. Leaves
 * out whatever the token may not read. Throws whatever the REST client throws.
 */
export async function listFeedback(client: GitlabClient, query: FeedbackQuery): Promise<FeedbackEvent[]> {
  const said = await readAllowed(() => listSaid(client, query));
  return [...said, ...(await readAllowed(() => listFailedPipelines(client, query)))];
}

/** Notes have no URL of their own; the merge request has one. */
async function listSaid(client: GitlabClient, { number, since }: FeedbackQuery): Promise<FeedbackEvent[]> {
  const notes = (await readNewest(client, { number, since })).filter(isForEverybody);
  const url = notes.length === 0 ? null : (await readMergeRequest(client, number))?.web_url;
  const timed = notes.toReversed().flatMap(({ id, body: text, author, position, created_at: at }) => {
    if (author == null || url == null) return [];
    const event = toComment({
      ...{ number, id, author: author.username, text, position },
      url: `${url}#note_${id}`,
    });
    return [{ saidAtMs: Date.parse(at), event }];
  });
  return saidSince(timed, since);
}

/** Pages may be short: GitLab removes notes that the token's owner may not see. */
async function readNewest(
  client: GitlabClient,
  { number, since }: { number: number; since: Date },
): Promise<Note[]> {
  const found: Note[] = [];
  const newestFirst = {
    path: `${client.path}/merge_requests/${number}/notes`,
    query: { sort: "desc", order_by: "created_at", activity_filter: "only_comments" },
    action: "read the comments",
    schema: z.array(saidSchema),
  };
  for await (const some of listPages(client, newestFirst, { pagesMax })) {
    found.push(...some);
    const oldest = some.at(-1);
    if (oldest !== undefined && Date.parse(oldest.created_at) < since.getTime()) break;
  }
  return found;
}

function isForEverybody({ system, confidential, internal }: Note): boolean {
  return !system && !confidential && !internal;
}

/** Reads the newest pipelines of the branch and of the merge request. */
async function listFailedPipelines(
  client: GitlabClient,
  { number, branch, checkedCommit: sha }: FeedbackQuery,
): Promise<FeedbackEvent[]> {
  if (sha === null) return [];
  const newestFirst = {
    path: `${client.path}/pipelines`,
    query: { sha, order_by: "id", sort: "desc" },
    action: "read the pipelines",
    schema: pipelineSchema,
  };
  const pipelines = await Array.fromAsync(listItems(client, newestFirst, { pagesMax: 1 }));
  const failed: FeedbackEvent[] = [];
  for (const ref of [branch, `refs/merge-requests/${number}/head`]) {
    const newest = pipelines.find((pipeline) => pipeline.ref === ref);
    if (newest?.status !== "failed") continue;
    const { id, sha: commit, web_url: url } = newest;
    failed.push(toFailedPipeline({ id, branch, commit, url }, await readFailedJobs(client, id)));
  }
  return failed;
}

/** Leaves out retried jobs. */
async function readFailedJobs(
  client: GitlabClient,
  pipelineId: number,
): Promise<z.output<typeof jobSchema>[]> {
  const failed = {
    path: `${client.path}/pipelines/${pipelineId}/jobs`,
    query: { scope: "failed" },
    action: "read the jobs of a pipeline",
    schema: jobSchema,
  };
  return await Array.fromAsync(listItems(client, failed, { pagesMax }));
}
