import type { ErrorCode } from "../../../errors.ts";
import { jobRecord } from "../../../jobs/record-schema.ts";
import { approveBody, commentsBody, mergeBody, suggestionsBody } from "../../../review/review-inputs.ts";
import { exampleJob } from "../../openapi/example-job.ts";
import { idempotencyKeyPattern, jobChangeErrors, jobPath } from "../../openapi/job-operation.ts";
import type { Operation } from "../../openapi/operation.ts";
import { sendMessageOperation } from "../send-message.ts";
import { exampleReview } from "./review-examples.ts";
import { reviewPath } from "./review-operations.ts";

const headCommit = exampleReview.headCommit;

const hostErrors: ErrorCode[] = [
  "code_host_unauthorized",
  "code_host_forbidden",
  "code_host_refused",
  "code_host_unavailable",
  "invalid_configuration",
];

const decisionErrors: ErrorCode[] = [
  ...jobChangeErrors,
  "transcript_expired",
  "job_active",
  "pull_request_not_found",
  "merge_not_allowed",
  ...hostErrors,
];

const access = { scope: "write", permission: "review:write", pathParameters: jobPath } as const;

function recordOf(description: string, example: object = exampleJob) {
  return { 200: { description, content: { type: "application/json", schema: jobRecord, example } } };
}

export const sendReviewCommentsOperation: Operation = {
  ...sendMessageOperation,
  id: "sendReviewComments",
  tag: "Review",
  path: `${reviewPath}/comments`,
  summary: "Send a review's comments",
  description:
    "All comments become one follow-up message, with the lines that they are about. It counts as one message. A running job gets it before its next step; a job that has ended continues with its branch.",
  permission: "review:write",
  requestHeaders: {
    "Idempotency-Key": {
      description:
        "1 to 255 printable ASCII characters, kept for 24 hours: the same key and body are one review.",
      example: "7f6c1c1e-review",
      pattern: idempotencyKeyPattern,
    },
  },
  body: {
    schema: commentsBody,
    example: {
      headCommit,
      summary: "Nearly there.",
      comments: [
        { path: "guide.md", side: "after", startLine: 3, line: 3, body: "Say where the settings are." },
      ],
    },
  },
  errors: [...sendMessageOperation.errors, "stale_review", "file_not_found"],
};

export const approveReviewOperation: Operation = {
  ...access,
  id: "approveReview",
  tag: "Review",
  method: "post",
  path: `${reviewPath}/approve`,
  summary: "Approve a pull request",
  description: "Approves it on the code host with the project's credentials; the audit log names the caller.",
  body: { schema: approveBody, example: { headCommit } },
  responses: recordOf("The job."),
  errors: [...decisionErrors, "stale_review"],
};

export const mergeReviewOperation: Operation = {
  ...access,
  id: "mergeReview",
  tag: "Review",
  method: "post",
  path: `${reviewPath}/merge`,
  summary: "Merge a pull request",
  description:
    "Merges exactly the commit that was reviewed. Merging again succeeds. A conflict names its files. If the base branch of a local repository is checked out, that folder is updated; uncommitted changes there are never overwritten.",
  body: { schema: mergeBody, example: { headCommit, method: "squash", deleteBranch: true } },
  responses: recordOf("The job; the state of its pull request is merged."),
  errors: [...decisionErrors, "stale_review", "merge_conflict", "working_tree_changed"],
};

export const closeReviewOperation: Operation = {
  ...access,
  id: "closeReview",
  tag: "Review",
  method: "post",
  path: `${reviewPath}/close`,
  summary: "Close a pull request",
  description: "Closes it without merging. Its branch stays, and a follow-up opens a new pull request.",
  responses: recordOf("The job; the state of its pull request is closed."),
  errors: decisionErrors,
};

export const deleteReviewedBranchOperation: Operation = {
  ...access,
  id: "deleteReviewedBranch",
  tag: "Review",
  method: "post",
  path: `${reviewPath}/delete-branch`,
  summary: "Delete a job's branch",
  description: "After its pull request was merged or closed. A branch that others have pushed to stays.",
  responses: recordOf("The job."),
  errors: [...decisionErrors, "stale_review", "repository_unreachable", "push_rejected"],
};

export const applySuggestionsOperation: Operation = {
  ...access,
  id: "applySuggestions",
  tag: "Review",
  method: "post",
  path: `${reviewPath}/suggestions`,
  summary: "Apply suggested edits",
  description:
    "Makes one commit of the edits on the job's branch, in the caller's name. It is checked like a job's own work, and refused if the lines have changed since the review or the checks find new problems, unless force is set. The same request again succeeds.",
  body: {
    schema: suggestionsBody,
    example: {
      headCommit,
      title: "Say where the settings are",
      suggestions: [
        {
          ...{ path: "guide.md", startLine: 3, endLine: 3 },
          ...{ expected: "Set up a webhook.", replacement: "Set up a webhook in the settings." },
        },
      ],
    },
  },
  responses: recordOf("The job; its branch has the commit."),
  errors: [
    ...decisionErrors,
    ...(["stale_review", "suggestions_have_problems", "job_archived", "path_not_allowed"] as const),
    ...([
      "forbidden_change",
      "diff_too_large",
      "check_timeout",
      "repository_unreachable",
      "push_rejected",
    ] as const),
  ],
};
