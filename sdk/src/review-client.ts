import { type ApiPromise, toApiPromise } from "./api-promise.ts";
import { callOperation } from "./call-operation.ts";
import type { CallOptions } from "./call-options.ts";
import type { Review, ReviewContents } from "./generated-types.ts";
import type { Transport } from "./send.ts";

/** What jobs have changed, and decisions about it. Every method throws `CopydeskError`, or the reason of its own signal. */
export interface ReviewClient {
  /** The files of a job's change, what its checks found, and what may be done now. */
  get(jobId: string, options?: CallOptions): ApiPromise<Review>;
  /** One file of the change: its changed lines, and its text before and after. */
  file(jobId: string, path: string, options?: CallOptions): ApiPromise<ReviewContents>;
}

export function createReviewClient(transport: Transport): ReviewClient {
  return {
    get: (jobId, options) => toApiPromise(callOperation(transport, { id: "getReview", jobId, options })),
    file: (jobId, path, options) =>
      toApiPromise(callOperation(transport, { id: "getReviewFile", jobId, query: { path }, options })),
  };
}
