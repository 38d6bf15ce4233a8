import { callOperation } from "./call-operation.ts";
import { ConflictError } from "./errors.ts";
import type { JobRecord } from "./generated-types.ts";
import { newIdempotencyKey } from "./new-idempotency-key.ts";
import type { Answer, Body, OperationId, Query } from "./routes.ts";
import type { Transport } from "./send.ts";
import { type JobEvent, type StreamOptions, streamEvents } from "./stream-events.ts";
import { type WaitOptions, waitForJob } from "./wait-for-job.ts";

export interface CallOptions {
  /** Ends the call, its retries and waits; the call throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface OnceOptions extends CallOptions {
  /** 1 to 255 printable ASCII characters; a random one for each call when absent. */
  idempotencyKey?: string | undefined;
}

export type ListOptions = Omit<Query<"listJobs">, "cursor"> & CallOptions;
export type PageOptions = Query<"listJobs"> & CallOptions;
export type EventsOptions = Query<"listJobEvents"> & CallOptions;

/** The jobs of one project. Every method throws `CopydeskError`, or the reason of its own signal. */
export interface JobsClient {
  /** Creates one job, however often the request has to be sent. */
  create(body: Body<"createJob">, options?: OnceOptions): Promise<JobRecord>;
  get(id: string, options?: CallOptions): Promise<JobRecord>;
  /** Answers the job when it is no longer active, also when it failed. */
  wait(id: string, options?: WaitOptions): Promise<JobRecord>;
  /** The job's events as they happen, each once and in order; ends with the job. */
  stream(id: string, options?: StreamOptions): AsyncGenerator<JobEvent, void, undefined>;
  /** Every job, newest first; pages of `limit` are fetched as they are needed. */
  list(options?: ListOptions): AsyncGenerator<JobRecord, void, undefined>;
  /** One page of jobs. */
  page(options?: PageOptions): Promise<Answer<"listJobs">>;
  /** Says more to a job; one that has ended becomes active again. */
  message(id: string, body: Body<"sendMessage">, options?: OnceOptions): Promise<JobRecord>;
  cancel(id: string, options?: CallOptions): Promise<JobRecord>;
  archive(id: string, options?: CallOptions): Promise<JobRecord>;
  unarchive(id: string, options?: CallOptions): Promise<JobRecord>;
  /** Opens the pull request of a job that ended with the reason `preview_ready`. */
  openPullRequest(id: string, options?: CallOptions): Promise<JobRecord>;
  /** One page of events. */
  events(id: string, options?: EventsOptions): Promise<Answer<"listJobEvents">>;
  /** The unified diff; empty while nothing has been changed. */
  diff(id: string, options?: CallOptions): Promise<string>;
  /** What the newest run of the checks found. */
  checks(id: string, options?: CallOptions): Promise<Answer<"getJobChecks">>;
}

export function createJobsClient(transport: Transport): JobsClient {
  const on =
    <Id extends OperationId>(id: Id) =>
    (jobId: string, { signal }: CallOptions = {}) =>
      callOperation(transport, { id, jobId, signal });
  const get = on("getJob");

  const page = ({ signal, ...query }: PageOptions = {}) =>
    callOperation(transport, { id: "listJobs", query, signal });

  async function* list(options: ListOptions = {}): AsyncGenerator<JobRecord, void, undefined> {
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const { data, nextCursor } = await page({ ...options, cursor });
      yield* data;
      cursor = nextCursor;
    }
  }

  return {
    ...{ get, page, list },
    create: (body, { idempotencyKey, signal } = {}) =>
      callOperation(transport, { id: "createJob", body, headers: onceHeaders(idempotencyKey), signal }),
    message: (jobId, body, { idempotencyKey, signal } = {}) =>
      callOperation(transport, {
        ...{ id: "sendMessage", jobId, body, headers: onceHeaders(idempotencyKey), signal },
      }),
    wait: (id, options) => waitForJob(transport, id, options),
    stream: (id, options) => streamEvents(transport, id, options),
    cancel: (id, options) =>
      on("cancelJob")(id, options).catch((error) =>
        orAlreadyDone(
          error,
          "job_not_active",
          () => get(id, options),
          ({ reason }) => reason === "cancelled",
        ),
      ),
    openPullRequest: (id, options) =>
      on("openPreviewPullRequest")(id, options).catch((error) =>
        orAlreadyDone(error, "no_preview", () => get(id, options), wasOpened),
      ),
    archive: on("archiveJob"),
    unarchive: on("unarchiveJob"),
    events: (jobId, { signal, ...query } = {}) =>
      callOperation(transport, { id: "listJobEvents", jobId, query, signal }),
    diff: on("getJobDiff"),
    checks: on("getJobChecks"),
  };
}

function onceHeaders(idempotencyKey = newIdempotencyKey()): Record<string, string> {
  return { "idempotency-key": idempotencyKey };
}

function wasOpened({ status, pullRequest }: JobRecord): boolean {
  return status === "active" || pullRequest !== null;
}

/** A repeated request may be refused because the first one, whose answer was lost, has done it. */
async function orAlreadyDone(
  error: unknown,
  code: string,
  get: () => Promise<JobRecord>,
  isDone: (job: JobRecord) => boolean,
): Promise<JobRecord> {
  if (!(error instanceof ConflictError) || error.code !== code || error.attempts === 1) throw error;
  const job = await get();
  if (!isDone(job)) throw error;
  return job;
}
