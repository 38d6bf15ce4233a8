// biome-ignore-all lint/performance/noBarrelFile: a published package has one entry.
export { type Client, type ClientOptions, createClient, type ListedModel } from "./create-client.ts";
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
} from "./errors.ts";
export type {
  Author,
  CreateJobBody,
  JobRecord,
  Operations,
  Problem,
  SendMessageBody,
} from "./generated-types.ts";
export type {
  CallOptions,
  EventsOptions,
  JobsClient,
  ListOptions,
  OnceOptions,
  PageOptions,
} from "./jobs-client.ts";
export type { JobEvent, StreamOptions } from "./stream-events.ts";
export type { WaitOptions } from "./wait-for-job.ts";
