import { expect, test } from "vitest";
import { ownWords } from "../outgoing/clean-text.ts";
import type { JobRow } from "./job-row.ts";
import { noUsage } from "./record.ts";
import { jobRecord } from "./record-schema.ts";
import { toRecord } from "./to-record.ts";

const at = new Date("2026-11-21T09:30:00.5Z");
const pullRequest = { url: "http://127.0.0.1/pulls/1", number: 1, state: "open" as const, branch: "b" };

const row: JobRow = {
  id: "job_0123456789abcdefghijkl",
  project_id: "prj_0123456789abcdefghijkl",
  status: "completed",
  reason: "pull_request_opened",
  message: "",
  title: null,
  chosen_title: null,
  labels: [],
  reviewers: [],
  topic: null,
  metadata: { a: "b" },
  repository: "https://example.com/docs",
  branch: "copydesk/job_0123456789abcdefghijkl",
  model: "copydesk/chores",
  usage: noUsage,
  checks: { new: 0, fixed: 1, preexisting: 2 },
  pull_request: pullRequest,
  created_at: at,
  updated_at: at,
  finished_at: at,
  archived_at: null,
  created_by: { kind: "api_key", id: "k3Jx9QaZ", name: ownWords("ci") },
  policy_blob: null,
  transcript_expired_at: null,
};

test("the fields are in the specified order, whatever the store's order", () => {
  const stored = {
    ...row,
    usage: { costUsd: null, outputTokens: 0, cachedInputTokens: 0, inputTokens: 0, steps: 0 },
    created_by: { name: ownWords("ci"), id: "k3Jx9QaZ", kind: "api_key" as const },
  };
  expect(JSON.stringify(toRecord(stored))).toBe(
    '{"id":"job_0123456789abcdefghijkl","status":"completed","source":{"repository":"https://example.com/docs","ref":"copydesk/job_0123456789abcdefghijkl"},"model":"copydesk/chores","prLink":"http://127.0.0.1/pulls/1","createdAt":"2026-11-21T09:30:00.500Z","archivedAt":null,"reason":"pull_request_opened","message":"","title":null,"usage":{"steps":0,"inputTokens":0,"cachedInputTokens":0,"outputTokens":0,"costUsd":null},"pullRequest":{"url":"http://127.0.0.1/pulls/1","number":1,"state":"open","branch":"b"},"checks":{"new":0,"fixed":1,"preexisting":2},"policy":null,"metadata":{"a":"b"},"labels":[],"reviewers":[],"topic":null,"updatedAt":"2026-11-21T09:30:00.500Z","finishedAt":"2026-11-21T09:30:00.500Z","createdBy":{"kind":"api_key","id":"k3Jx9QaZ","name":"ci"}}',
  );
});

test("the record matches the API's description", () => {
  expect(jobRecord.parse(toRecord(row))).toEqual(toRecord(row));
});

test("has warnings and removed problems only if the checks counted some", () => {
  const checks = { new: 0, fixed: 1, preexisting: 2, warnings: 3, removed: 4 };
  const record = toRecord({ ...row, checks });
  expect(record.checks).toEqual(checks);
  expect(jobRecord.parse(record)).toEqual(record);
});

test.each([
  ["active", pullRequest, null],
  ["active", null, null],
  ["completed", pullRequest, pullRequest.url],
  ["completed", null, null],
  ["failed", pullRequest, pullRequest.url],
  ["archived", pullRequest, pullRequest.url],
] as const)("prLink of a job that is %s with the pull request %j is %j", (status, pull_request, prLink) => {
  expect(toRecord({ ...row, status, pull_request }).prLink).toBe(prLink);
});
