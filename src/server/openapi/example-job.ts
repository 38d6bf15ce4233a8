import type { JobRecord } from "../../jobs/record.ts";

export const exampleJob: JobRecord = {
  id: "job_0123456789abcdefghijkl",
  status: "active",
  source: { repository: "https://github.com/acme/docs", ref: "copydesk/job_0123456789abcdefghijkl" },
  model: "copydesk/chores",
  prLink: null,
  createdAt: "2026-11-21T09:30:00.000Z",
  archivedAt: null,
  reason: "queued",
  message: "",
  title: null,
  usage: { steps: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: null },
  pullRequest: null,
  checks: null,
  metadata: { ticket: "DOC-17" },
  labels: [],
  reviewers: [],
  topic: null,
  updatedAt: "2026-11-21T09:30:00.000Z",
  finishedAt: null,
  createdBy: { kind: "api_key", id: "k3Jx9QaZ", name: "ci" },
};
