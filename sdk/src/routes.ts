import type { Operations } from "./generated-types.ts";
import { manageRoutes } from "./manage-routes.ts";

const base = "/v2/agent/{projectId}";
const job = `${base}/job/{jobId}` as const;

/**
 * Method and path of each operation. An operation of the document that is missing here, or has another path,
 * does not compile.
 */
export const routes = {
  createJob: { method: "POST", path: `${base}/job`, type: "application/json" },
  getJob: { method: "GET", path: job, type: "application/json" },
  sendMessage: { method: "POST", path: `${job}/message`, type: "application/json" },
  cancelJob: { method: "POST", path: `${job}/cancel`, type: "application/json" },
  archiveJob: { method: "POST", path: `${job}/archive`, type: "application/json" },
  unarchiveJob: { method: "POST", path: `${job}/unarchive`, type: "application/json" },
  deleteJob: { method: "DELETE", path: job, type: null },
  openPreviewPullRequest: { method: "POST", path: `${job}/pull-request`, type: "application/json" },
  listJobs: { method: "GET", path: `${base}/jobs`, type: "application/json" },
  listJobEvents: { method: "GET", path: `${job}/events`, type: "application/json" },
  getJobDiff: { method: "GET", path: `${job}/diff`, type: "text/x-diff" },
  getJobChecks: { method: "GET", path: `${job}/checks`, type: "application/json" },
  getReview: { method: "GET", path: `${job}/review`, type: "application/json" },
  getReviewFile: { method: "GET", path: `${job}/review/file`, type: "application/json" },
  getRenderedPage: { method: "GET", path: `${job}/review/rendered`, type: "application/json" },
  sendReviewComments: { method: "POST", path: `${job}/review/comments`, type: "application/json" },
  applySuggestions: { method: "POST", path: `${job}/review/suggestions`, type: "application/json" },
  approveReview: { method: "POST", path: `${job}/review/approve`, type: "application/json" },
  mergeReview: { method: "POST", path: `${job}/review/merge`, type: "application/json" },
  closeReview: { method: "POST", path: `${job}/review/close`, type: "application/json" },
  deleteReviewedBranch: { method: "POST", path: `${job}/review/delete-branch`, type: "application/json" },
  ...manageRoutes,
  listModels: { method: "GET", path: `${base}/models`, type: "application/json" },
  getLiveness: { method: "GET", path: "/healthz", type: "application/json" },
  getReadiness: { method: "GET", path: "/readyz", type: "application/json" },
  getOpenapi: { method: "GET", path: "/openapi.json", type: "application/json" },
} as const satisfies { [Id in OperationId]: Pick<Operations[Id], "method" | "path" | "type"> };

export type OperationId = keyof Operations;
export type Answer<Id extends OperationId> = Operations[Id]["answer"];
export type Query<Id extends OperationId> = Operations[Id] extends { query: infer Q } ? Loose<Q> : never;
export type Body<Id extends OperationId> = Operations[Id] extends { body: infer B } ? Loose<B> : never;

/** Optional fields also accept undefined, for programs compiled with exactOptionalPropertyTypes. */
type Loose<T> = { [Key in keyof T]: object extends Pick<T, Key> ? T[Key] | undefined : T[Key] };
