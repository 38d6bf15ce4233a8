import { z } from "zod";
import { review, reviewContents } from "../../../review/review-schema.ts";
import { plainText } from "../../../schemas/plain-text.ts";
import { jobPath, jobReadErrors } from "../../openapi/job-operation.ts";
import type { Operation } from "../../openapi/operation.ts";
import { exampleContents, exampleReview } from "./review-examples.ts";

export const reviewPath = "/v2/agent/{projectId}/job/{jobId}/review";

export const fileQuery = z.strictObject({ path: plainText({ max: 4_096 }) });

export const getReviewOperation: Operation = {
  id: "getReview",
  tag: "Review",
  method: "get",
  path: reviewPath,
  summary: "Get a job's change for review",
  description:
    "The files of the change, what the checks found with the lines that it is about, and what the caller may do with the change now. File contents are asked for one by one.",
  scope: "read",
  permission: "jobs:read",
  share: true,
  pathParameters: jobPath,
  responses: {
    200: {
      description: "The change.",
      content: { type: "application/json", schema: review, example: exampleReview },
    },
  },
  errors: [...jobReadErrors, "transcript_expired"],
};

export const getReviewFileOperation: Operation = {
  id: "getReviewFile",
  tag: "Review",
  method: "get",
  path: `${reviewPath}/file`,
  summary: "Get one file of a job's change",
  description:
    "The changed lines with what differs within them, and the whole text before and after. The texts come from the repository; while it cannot be reached, unavailable says why, and the changed lines are still there.",
  scope: "read",
  permission: "jobs:read",
  share: true,
  pathParameters: jobPath,
  query: {
    schema: fileQuery,
    descriptions: {
      path: "Of the file as the change names it: its new path, or the path of a deleted file.",
    },
    example: { path: "guide.md" },
  },
  responses: {
    200: {
      description: "The file.",
      content: { type: "application/json", schema: reviewContents, example: exampleContents },
    },
  },
  errors: [...jobReadErrors, "transcript_expired", "file_not_found"],
};
