// biome-ignore-all lint/performance/noBarrelFile: a published package has one entry.
export type { ApiPromise, WithResponse } from "./api-promise.ts";
export type { CallOptions, HeaderValues } from "./call-options.ts";
export {
  type Client,
  type ClientOptions,
  createClient,
  createManageClient,
  type ManageOptions,
} from "./create-client.ts";
export {
  AuthenticationError,
  type ClientErrorCode,
  ConflictError,
  ConnectionError,
  CopydeskError,
  type ErrorCode,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  UnavailableError,
  ValidationError,
  type WebhookErrorCode,
  WebhookVerificationError,
} from "./errors.ts";
export type { ExportedJob, ExportedPullRequest, ExportLine, ExportOptions } from "./export-project.ts";
export type * from "./generated-types.ts";
export type {
  CreateAndWaitOptions,
  EventsOptions,
  JobsClient,
  ListOptions,
  PageOptions,
} from "./jobs-client.ts";
export type { ManageClient } from "./manage-client.ts";
export type { OnceOptions } from "./once-options.ts";
export type { ReviewClient } from "./review-client.ts";
export type { AnyJobEvent, StreamOptions } from "./stream-events.ts";
export type { UnknownName } from "./unknown-name.ts";
export type {
  ReceivedHeaders,
  UnknownMessage,
  UnwrapOptions,
  VerifiedMessage,
} from "./unwrap-webhook.ts";
export { version } from "./version.ts";
export type { WaitOptions } from "./wait-for-job.ts";
export { type Webhooks, webhooks } from "./webhooks.ts";
