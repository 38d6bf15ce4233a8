import { type ApiPromise, toApiPromise, type WithResponse } from "./api-promise.ts";
import { callOperation } from "./call-operation.ts";
import type { CallOptions } from "./call-options.ts";
import { eachPage } from "./each-page.ts";
import { ConflictError, NotFoundError } from "./errors.ts";
import type { EventPage, JobChecks, JobPage, JobRecord } from "./generated-types.ts";
import { type OnceOptions, onceHeaders } from "./once-options.ts";
import type { Body, OperationId, Query } from "./routes.ts";
import type { Transport } from "./send.ts";
import { type AnyJobEvent, type StreamOptions, streamEvents } from "./stream-events.ts";
import { type WaitOptions, waitForJob } from "./wait-for-job.ts";

/** `timeoutMs` applies to the wait, `retries` and `idempotencyKey` to the create, the rest to both. */
export type CreateAndWaitOptions = WaitOptions & Pick<OnceOptions, "idempotencyKey" | "retries">;
export type ListOptions = Omit<Query<"listJobs">, "cursor"> & CallOptions;
export type PageOptions = Omit<Query<"listJobs">, "cursor"> &
  CallOptions & {
    /** `nextCursor` of the previous page; the first page if null or absent. */
    cursor?: string | null | undefined;
  };
export type EventsOptions = Query<"listJobEvents"> & CallOptions;

/** The jobs of one project. Every method throws `CopydeskError`, or the reason of its own signal. */
export interface JobsClient {
  /** Creates one job, however often the request must be sent. */
  create(body: Body<"createJob">, options?: OnceOptions): ApiPromise<JobRecord>;
  /** Creates one job and returns it once it is no longer active, even if it failed. */
  createAndWait(body: Body<"createJob">, options?: CreateAndWaitOptions): Promise<JobRecord>;
  get(id: string, options?: CallOptions): ApiPromise<JobRecord>;
  /** Returns the job once it is no longer active, even if it failed. */
  wait(id: string, options?: WaitOptions): Promise<JobRecord>;
  /** Yields the job's events as they happen, each once and in order; ends with the job. */
  stream(id: string, options?: StreamOptions): AsyncGenerator<AnyJobEvent, void, undefined>;
  /** Yields every job, newest first; pages of `limit` are fetched as needed. */
  list(options?: ListOptions): AsyncGenerator<JobRecord, void, undefined>;
  /** Returns one page of jobs. */
  page(options?: PageOptions): ApiPromise<JobPage>;
  /** Sends a follow-up to a job; one that has ended becomes active again. */
  message(id: string, body: Body<"sendMessage">, options?: OnceOptions): ApiPromise<JobRecord>;
  cancel(id: string, options?: CallOptions): ApiPromise<JobRecord>;
  archive(id: string, options?: CallOptions): ApiPromise<JobRecord>;
  unarchive(id: string, options?: CallOptions): ApiPromise<JobRecord>;
  /** Deletes a job that has ended, with its events and its diff; its pull request stays. */
  delete(id: string, options?: CallOptions): Promise<void>;
  /** Opens the pull request of a job that ended with the reason `preview_ready`. */
  openPullRequest(id: string, options?: CallOptions): ApiPromise<JobRecord>;
  /** Returns one page of events. */
  events(id: string, options?: EventsOptions): ApiPromise<EventPage>;
  /** Returns the unified diff; empty while nothing has been changed. */
  diff(id: string, options?: CallOptions): ApiPromise<string>;
  /** Returns the results of the newest run of the checks. */
  checks(id: string, options?: CallOptions): ApiPromise<JobChecks>;
}

export function createJobsClient(transport: Transport): JobsClient {
  const call =
    <Id extends OperationId>(id: Id) =>
    (jobId: string, options?: CallOptions) =>
      callOperation(transport, { id, jobId, options });
  const on =
    <Id extends OperationId>(id: Id) =>
    (jobId: string, options?: CallOptions) =>
      toApiPromise(call(id)(jobId, options));

  const create: JobsClient["create"] = (body, { idempotencyKey, ...options } = {}) => {
    const ownHeaders = onceHeaders(idempotencyKey);
    return toApiPromise(callOperation(transport, { id: "createJob", body, ownHeaders, options }));
  };
  const wait: JobsClient["wait"] = (id, options) => waitForJob(transport, id, options);
  const page: JobsClient["page"] = (given = {}) => {
    const { query, options } = splitOptions(given);
    const cursor = query.cursor ?? undefined;
    return toApiPromise(callOperation(transport, { id: "listJobs", query: { ...query, cursor }, options }));
  };

  const list = (options: ListOptions = {}) => eachPage((cursor) => page({ ...options, cursor }));

  return {
    ...{ create, wait, page, list },
    async createAndWait(body, { idempotencyKey, retries, ...options } = {}) {
      const { signal, headers } = options;
      const { id } = await create(body, { idempotencyKey, retries, signal, headers });
      return wait(id, options);
    },
    get: on("getJob"),
    message(jobId, body, { idempotencyKey, ...options } = {}) {
      const ownHeaders = onceHeaders(idempotencyKey);
      return toApiPromise(callOperation(transport, { id: "sendMessage", jobId, body, ownHeaders, options }));
    },
    stream: (id, options) => streamEvents(transport, id, options),
    cancel: on("cancelJob"),
    openPullRequest: (id, options) =>
      toApiPromise(
        call("openPreviewPullRequest")(id, options).catch((error) =>
          orAlreadyDone(error, "no_preview", () => call("getJob")(id, options), wasOpened),
        ),
      ),
    async delete(id, options) {
      await call("deleteJob")(id, options).catch((error: unknown) => {
        // The response to the first request was lost.
        if (!(error instanceof NotFoundError) || error.code !== "job_not_found" || error.attempts === 1)
          throw error;
      });
    },
    archive: on("archiveJob"),
    unarchive: on("unarchiveJob"),
    events(jobId, given = {}) {
      const { query, options } = splitOptions(given);
      return toApiPromise(callOperation(transport, { id: "listJobEvents", jobId, query, options }));
    },
    diff: on("getJobDiff"),
    checks: on("getJobChecks"),
  };
}

function splitOptions<T extends CallOptions>({ signal, retries, timeoutMs, headers, ...query }: T) {
  return { query, options: { signal, retries, timeoutMs, headers } };
}

function wasOpened({ status, pullRequest }: JobRecord): boolean {
  return status === "active" || pullRequest !== null;
}

/** A repeated request may be refused because the first one, whose response was lost, succeeded. */
async function orAlreadyDone(
  error: unknown,
  code: string,
  get: () => Promise<WithResponse<JobRecord>>,
  isDone: (job: JobRecord) => boolean,
): Promise<WithResponse<JobRecord>> {
  if (!(error instanceof ConflictError) || error.code !== code || error.attempts === 1) throw error;
  const found = await get();
  if (!isDone(found.data)) throw error;
  return found;
}
