import type { FastifyInstance } from "fastify";
import type { JobAddress } from "../../../jobs/get-job.ts";
import { getRenderedPage } from "../../../review/get-rendered-page.ts";
import { getReview } from "../../../review/get-review.ts";
import { getReviewFile } from "../../../review/get-review-file.ts";
import { getReviewImage } from "../../../review/get-review-image.ts";
import { registerOperation } from "../../openapi/operation.ts";
import { readQuery } from "../../openapi/read-query.ts";
import type { ServerDeps } from "../../server-deps.ts";
import {
  fileQuery,
  getRenderedPageOperation,
  getReviewFileOperation,
  getReviewImageOperation,
  getReviewOperation,
  imageQuery,
} from "./review-operations.ts";
import { whyNotReview } from "./why-not-review.ts";

// A first fetch of a large repository takes longer than other requests.
const deadlineMs = 60_000;

// An image opened directly runs nothing and loads nothing.
const imageHeaders = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "x-content-type-options": "nosniff",
  "cache-control": "private, max-age=300",
  "cross-origin-resource-policy": "same-origin",
};

export function registerReadReview(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(
    app,
    deps,
    getRenderedPageOperation,
    async (request, reply) => {
      const { path } = readQuery(fileQuery, request.query);
      const found = await getRenderedPage(deps.review, request.params as JobAddress, path);
      return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(found));
    },
    { deadlineMs },
  );
  registerOperation(
    app,
    deps,
    getReviewImageOperation,
    async (request, reply) => {
      const image = await getReviewImage(
        deps.review,
        request.params as JobAddress,
        readQuery(imageQuery, request.query),
      );
      return reply.headers(imageHeaders).header("content-type", image.type).send(image.bytes);
    },
    { deadlineMs },
  );
  registerOperation(app, deps, getReviewOperation, async (request, reply) => {
    const refusal = await whyNotReview(deps, request);
    const found = await getReview(deps.review, request.params as JobAddress, { refusal });
    return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(found));
  });
  registerOperation(
    app,
    deps,
    getReviewFileOperation,
    async (request, reply) => {
      const { path } = readQuery(fileQuery, request.query);
      const found = await getReviewFile(deps.review, request.params as JobAddress, path);
      return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(found));
    },
    { deadlineMs },
  );
}
