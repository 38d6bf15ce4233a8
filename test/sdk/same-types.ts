import type { z } from "zod";
import type * as sdk from "../../sdk/src/generated-types.ts";
import type { ErrorCode } from "../../sdk/src/index.ts";
import type * as errors from "../../src/errors.ts";
import type { createJobBody } from "../../src/jobs/create-job-body.ts";
import type { EventData, EventKind } from "../../src/jobs/events.ts";
import type { JobChecks } from "../../src/jobs/get-job-checks.ts";
import type { JobEventRecord } from "../../src/jobs/list-job-events.ts";
import type { JobPage, listJobsInput } from "../../src/jobs/list-jobs.ts";
import type { JobRecord } from "../../src/jobs/record.ts";
import type { messageBody } from "../../src/jobs/send-message.ts";
import type * as models from "../../src/schemas/listed-model.ts";
import type { Problem } from "../../src/server/errors/problem.ts";
import type { WebhookEvent } from "../../src/webhooks/webhook-record.ts";

/**
 * The same properties with the same types, all the way down; how they are declared does not matter. Texts are
 * compared as such: the client takes further values of what may grow. `Known` are the values that it names.
 */
type Plain<T> = T extends string ? string : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
type Same<A, B> =
  (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false;

type Known<T> = T extends string ? (string extends T ? never : T) : never;
type Exactly<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** An event without data is declared in two ways. */
type Kind = Exclude<EventKind, "unarchived">;
type SdkData = { [K in Kind]: Extract<sdk.JobEvent, { kind: K }>["data"] };
type ServerData = { [K in Kind]: EventData<K> };

// Numbers of a query are texts on their way, which the schemas that read them cannot say.
type ListQuery = Omit<z.input<typeof listJobsInput>, "limit"> & { limit?: number };

/** What does not match the server's own types does not compile: `npm run check` fails. */
export const same = {
  record: true satisfies Same<sdk.JobRecord, JobRecord>,
  createBody: true satisfies Same<sdk.CreateJobBody, z.input<typeof createJobBody>>,
  messageBody: true satisfies Same<sdk.SendMessageBody, z.input<typeof messageBody>>,
  listQuery: true satisfies Same<sdk.ListJobsQuery, ListQuery>,
  page: true satisfies Same<sdk.ListJobsAnswer, JobPage>,
  event: true satisfies Same<sdk.UnknownJobEvent, JobEventRecord>,
  eventKinds: true satisfies Exactly<sdk.JobEvent["kind"], EventKind>,
  eventData: true satisfies Same<SdkData, ServerData>,
  webhook: true satisfies Exactly<sdk.WebhookMessage["type"], WebhookEvent>,
  statuses: true satisfies Exactly<sdk.JobRecord["status"], JobRecord["status"]>,
  reasons: true satisfies Exactly<Known<sdk.JobRecord["reason"]>, JobRecord["reason"]>,
  checks: true satisfies Same<sdk.GetJobChecksAnswer, JobChecks>,
  model: true satisfies Same<sdk.Model, models.ListedModel>,
  problem: true satisfies Same<sdk.Problem, Problem>,
  errorCode: true satisfies Exactly<Known<ErrorCode>, errors.ErrorCode>,
};

/** The comparison notices what it is there to notice. */
export const different = {
  missing: false satisfies Same<Omit<JobRecord, "title">, JobRecord>,
  optional: false satisfies Same<{ a?: string }, { a: string }>,
  inside: false satisfies Same<{ a: { b: string }[] }, { a: { b: string | null }[] }>,
  more: false satisfies Same<{ a: string; b?: string }, { a: string }>,
};
