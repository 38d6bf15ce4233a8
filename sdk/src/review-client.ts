import { type ApiPromise, toApiPromise } from "./api-promise.ts";
import { callOperation } from "./call-operation.ts";
import type { CallOptions } from "./call-options.ts";
import type { JobRecord, RenderedPage, Review, ReviewContents } from "./generated-types.ts";
import { type OnceOptions, onceHeaders } from "./once-options.ts";
import type { Body } from "./routes.ts";
import type { Transport } from "./send.ts";

/**
 * Changes made by jobs, and decisions about them. Every method throws `CopydeskError`, or the reason of its
 * own signal.
 */
export interface ReviewClient {
  /** Returns the files of a job's change, the findings of its checks, and the possible decisions. */
  get(jobId: string, options?: CallOptions): ApiPromise<Review>;
  /** Returns one file of the change: its changed lines, and its text before and after. */
  file(jobId: string, path: string, options?: CallOptions): ApiPromise<ReviewContents>;
  /** Returns a changed Markdown or MDX page as readers see it, before and after, as inert HTML. */
  rendered(jobId: string, path: string, options?: CallOptions): ApiPromise<RenderedPage>;
  /** Sends all comments as one follow-up. */
  comment(jobId: string, body: Body<"sendReviewComments">, options?: OnceOptions): ApiPromise<JobRecord>;
  /** Makes one commit of edits on the job's branch, however often the request must be sent. */
  suggest(jobId: string, body: Body<"applySuggestions">, options?: CallOptions): ApiPromise<JobRecord>;
  approve(jobId: string, body: Body<"approveReview">, options?: CallOptions): ApiPromise<JobRecord>;
  /** Merges exactly the commit that was reviewed, however often the request must be sent. */
  merge(jobId: string, body: Body<"mergeReview">, options?: CallOptions): ApiPromise<JobRecord>;
  /** Closes the pull request without merging it. */
  close(jobId: string, options?: CallOptions): ApiPromise<JobRecord>;
  /** Deletes the job's branch after its pull request was merged or closed. */
  deleteBranch(jobId: string, options?: CallOptions): ApiPromise<JobRecord>;
}

export function createReviewClient(transport: Transport): ReviewClient {
  return {
    get: (jobId, options) => toApiPromise(callOperation(transport, { id: "getReview", jobId, options })),
    file: (jobId, path, options) =>
      toApiPromise(callOperation(transport, { id: "getReviewFile", jobId, query: { path }, options })),
    rendered: (jobId, path, options) =>
      toApiPromise(callOperation(transport, { id: "getRenderedPage", jobId, query: { path }, options })),
    comment(jobId, body, { idempotencyKey, ...options } = {}) {
      const ownHeaders = onceHeaders(idempotencyKey);
      const call = { id: "sendReviewComments", jobId, body, ownHeaders, options } as const;
      return toApiPromise(callOperation(transport, call));
    },
    suggest: (jobId, body, options) =>
      toApiPromise(callOperation(transport, { id: "applySuggestions", jobId, body, options })),
    approve: (jobId, body, options) =>
      toApiPromise(callOperation(transport, { id: "approveReview", jobId, body, options })),
    merge: (jobId, body, options) =>
      toApiPromise(callOperation(transport, { id: "mergeReview", jobId, body, options })),
    close: (jobId, options) => toApiPromise(callOperation(transport, { id: "closeReview", jobId, options })),
    deleteBranch: (jobId, options) =>
      toApiPromise(callOperation(transport, { id: "deleteReviewedBranch", jobId, options })),
  };
}
