import type { JobRecord } from "../../jobs/record.ts";
import { countOf } from "../../text/count-of.ts";
import { describeAuthor } from "./describe-author.ts";
import { describeChecks } from "./describe-event.ts";
import { formatFields } from "./format-table.ts";

export function formatJob(job: JobRecord): string {
  const fields: [string, string][] = [
    ["status", `${job.status} (${job.reason})`],
    ["message", job.message],
    ["title", job.title ?? ""],
    ["pull request", describePullRequest(job)],
    ["checks", job.checks === null ? "" : describeChecks(job.checks)],
    ["repository", job.source.repository],
    ["branch", job.source.ref],
    ["model", job.model],
    [
      "usage",
      `${countOf(job.usage.steps, "step")}, ${job.usage.inputTokens} tokens in, ${job.usage.outputTokens} out`,
    ],
    ["labels", job.labels.join(", ")],
    ["reviewers", job.reviewers.join(", ")],
    ["topic", job.topic ?? ""],
    ["created", job.createdAt],
    ["created by", describeAuthor(job.createdBy)],
    ["finished", job.finishedAt ?? ""],
  ];
  return `Job ${job.id}\n${formatFields(fields.filter(([, value]) => value !== ""))}`;
}

function describePullRequest({ prLink, pullRequest }: JobRecord): string {
  if (prLink === null) return "";
  return pullRequest === null ? prLink : `${prLink} (${pullRequest.state})`;
}
