import { z } from "zod";
import { renderedPage, review, reviewContents } from "../../../review/review-schema.ts";
import { plainText } from "../../../schemas/plain-text.ts";
import { jobPath, jobReadErrors } from "../../openapi/job-operation.ts";
import type { Operation } from "../../openapi/operation.ts";
import { exampleContents, exampleRendered, exampleReview } from "./review-examples.ts";

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
    "The changed lines with what differs within them, and the whole text before and after. The texts come from the repository; while it cannot be reached, unavailable gives the reason, and the changed lines are still included.",
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

export const imageQuery = z.strictObject({
  path: plainText({ max: 4_096 }),
  from: plainText({ max: 4_096 }).optional(),
  side: z.enum(["before", "after"]).default("after"),
});

export const getRenderedPageOperation: Operation = {
  ...getReviewFileOperation,
  id: "getRenderedPage",
  path: `${reviewPath}/rendered`,
  summary: "Get a changed page rendered",
  description:
    "Markdown and MDX as readers see them, before beside after, block by block. The HTML is inert: no scripts, no styles, images from the repository only, and components of the site's generator as labelled boxes.",
  responses: {
    200: {
      description: "The page.",
      content: { type: "application/json", schema: renderedPage, example: exampleRendered },
    },
  },
};

export const getReviewImageOperation: Operation = {
  ...getReviewFileOperation,
  id: "getReviewImage",
  path: `${reviewPath}/image`,
  summary: "Get an image of the repository",
  description: "As a changed page shows it. SVG images are sandboxed so that nothing in them runs.",
  query: {
    schema: imageQuery,
    descriptions: {
      path: "As written on the page that from names; without from, relative to the root of the repository.",
      from: "Path of the page that shows it.",
      side: "Before or after the change.",
    },
    example: { path: "img/start.png", from: "docs/guide.md", side: "after" },
  },
  responses: {
    200: {
      description: "The image.",
      content: { type: "image/*", schema: z.string(), example: "" },
    },
  },
  errors: [...getReviewFileOperation.errors, "repository_unreachable", "invalid_configuration"],
};
