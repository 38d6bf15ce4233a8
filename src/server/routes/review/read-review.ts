import type { FastifyInstance } from "fastify";
import type { JobAddress } from "../../../jobs/get-job.ts";
import { getReview } from "../../../review/get-review.ts";
import { getReviewFile } from "../../../review/get-review-file.ts";
import { registerOperation } from "../../openapi/operation.ts";
import { readQuery } from "../../openapi/read-query.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { fileQuery, getReviewFileOperation, getReviewOperation } from "./review-operations.ts";
import { whyNotReview } from "./why-not-review.ts";

// A first fetch of a large repository takes longer than other requests.
const deadlineMs = 60_000;

export function registerReadReview(app: FastifyInstance, deps: ServerDeps): void {
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
