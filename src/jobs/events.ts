import { z } from "zod";
import {
  anyValue,
  budget,
  changedFile,
  citation,
  citedPlace,
  commit,
  contextSource,
  costUsd,
  count,
  fileOperation,
  siteShape,
  stepUsage,
  toolCall,
} from "./event-parts.ts";
import { checkLists, notJudged } from "./finding-schema.ts";
import { openEnum } from "./open-enum.ts";
import { checkCounts, jobPullRequest, reasons } from "./record-schema.ts";

/** Version of the event format that the log stores and the API returns. */
export const recordVersion = 3;

const turn = z.int().min(1);
const milliseconds = count;

const ending = {
  reason: openEnum(reasons),
  message: z.string(),
  pullRequest: jobPullRequest.nullish(),
  checks: checkCounts.nullish(),
};

/** The request that the event comes from. */
const origin = {
  requestId: z.string().optional().meta({ description: "`X-Request-Id` of the request's response." }),
  traceparent: z.string().optional().meta({ description: "W3C trace context of the request." }),
};

function event<K extends string, S extends z.ZodRawShape>(kind: K, shape: S) {
  return z.object({ kind: z.literal(kind), data: z.object(shape) });
}

/**
 * All kinds of events, in the current format. To add one, add it here and to `event-kinds.ts`: the API's
 * description, the SDK, the glossary and the command line are generated from this list or compared with it.
 * A change that earlier readers of the log cannot read needs the next `recordVersion` and an upgrade in
 * `read-event.ts`.
 */
export const jobEvent = z.discriminatedUnion("kind", [
  event("created", {
    prompt: z.string(),
    ref: z.string().nullable(),
    model: z.string(),
    mode: z.enum(["pull_request", "preview"]).meta({ isOpen: true }),
    asDraft: z.boolean(),
    paths: z.array(z.string()),
    budget,
    metadata: z.record(z.string(), z.string()),
    labels: z.array(z.string()).optional(),
    reviewers: z.array(z.string()).optional(),
    topic: z.string().optional(),
    title: z.string().optional().meta({ description: "Chosen by the create." }),
    branch: z.string().optional().meta({ description: "Chosen by the create." }),
    turn,
    ...origin,
  }),
  event("message", { prompt: z.string(), turn, ...origin }),
  event("started", {
    turn,
    crashCount: count.meta({ description: "Number of workers that died while running this turn." }),
    resumes: z.boolean().meta({ description: "Whether recorded work is repeated." }),
  }),
  event("restarted", { why: z.string() }),
  event("prepared", {
    repository: z.string(),
    baseRef: z.string(),
    baseCommit: commit,
    startCommit: commit,
    expectedRemoteCommit: commit.nullish().meta({
      description:
        "Commit of the job's branch on the host; null if there is no branch; absent if it is not known.",
    }),
    note: z.string().nullable(),
    policy: z.object({ path: z.string(), blob: z.string() }).optional().meta({
      description: "The repository's own rules at the base, with the file's hash in git.",
    }),
    isUnpublished: z
      .boolean()
      .optional()
      .meta({ description: "Whether the start contains work that was not pushed." }),
    files: count,
    durationMs: milliseconds,
  }),
  event("context", {
    sources: z.array(contextSource).meta({ description: "The context repositories that the turn reads." }),
  }),
  event("baseline", {
    site: siteShape,
    otherSites: z
      .array(siteShape)
      .optional()
      .meta({ description: "The repository's further sites, if there are any." }),
    findings: count.meta({ description: "Problems that existed before." }),
    notJudged,
    durationMs: milliseconds,
  }),
  event("prompt", {
    cause: z.enum(["task", "repair", "nudge", "message", "engine"]).meta({
      isOpen: true,
      description:
        "The task, problems to repair, a reminder to use the tools, a message, or the prompt of another agent.",
    }),
    text: z.string(),
    instructions: z.string().nullish(),
    siteSummary: z.string().nullish(),
    earlier: z.string().nullish(),
    through: z.int().nullable().meta({ description: "With messages: the number of the last one." }),
    after: z.int().optional().meta({ description: "With messages: number of the last message before them." }),
  }),
  event("model_answer", {
    step: count,
    text: z.string(),
    toolCalls: z.array(toolCall),
    finishReason: z.string(),
    usage: stepUsage,
    costUsd,
    durationMs: milliseconds,
    message: anyValue.meta({ description: "The assistant message as it is sent back to the model." }),
  }),
  event("model_retry", {
    attempt: count,
    status: z.int().nullable(),
    message: z.string(),
    waitMs: milliseconds,
  }),
  event("summary", {
    text: z.string(),
    removedMessages: count,
    usage: stepUsage,
    costUsd,
    durationMs: milliseconds,
  }),
  event("tool_result", {
    step: count,
    callId: z.string(),
    name: z.string(),
    ok: z.boolean(),
    output: z.string(),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "The result as data, if the built-in model receives it." }),
    warning: z
      .string()
      .nullable()
      .meta({ description: "What the model was warned of, for going in circles." }),
    operations: z.array(fileOperation),
    reads: z.array(z.string()).meta({ description: "Files whose text the model has read by this call." }),
    tree: z.string().nullable().meta({ description: "On the last result of a step: the git tree after it." }),
    durationMs: milliseconds,
  }),
  event("engine_update", {
    text: z.string(),
    toolCall: z.object({ title: z.string(), kind: z.string(), status: z.string() }).optional(),
  }),
  event("engine_result", {
    kind: z.enum(["finished", "failed", "budget_exceeded", "refused"]).meta({ isOpen: true }),
    title: z.string().optional(),
    summary: z.string().optional(),
    message: z.string().optional(),
    usage: stepUsage.extend({ requests: count }),
    costUsd,
  }),
  event("checks", {
    counts: checkCounts.nullable(),
    ...checkLists,
  }),
  event("citations", {
    cited: z.array(citation).meta({ description: "Citations of the changed paragraphs." }),
    uncited: z
      .array(citedPlace)
      .meta({ description: "Changed paragraphs that name something without a citation, at most 40." }),
    unsupported: count.meta({ description: "Names in added text that occur in no source and on no page." }),
  }),
  event("unchanged", {
    reasons: z.string().meta({ description: "Why nothing had to be changed." }),
    pages: z
      .array(z.object({ path: z.string(), why: z.string().nullable() }))
      .meta({ description: "Pages that were read, with the reason why each holds, if the agent gave one." }),
  }),
  event("repair_round", { round: z.int().min(1), new: count.meta({ description: "Problems to repair." }) }),
  event("committed", {
    commit: commit.nullable().meta({ description: "Null when the code host's API creates it." }),
    tree: z.string().nullable(),
    title: z.string(),
    summary: z.string(),
    files: z.array(changedFile),
    patchBytes: count,
  }),
  event("previewed", {
    title: z.string(),
    summary: z.string(),
    checks: checkCounts.nullable(),
    notJudged,
  }),
  event("pull_request_requested", { turn }),
  event("pushed", {
    branch: z.string(),
    commit,
    fork: z.object({ repository: z.string(), owner: z.string() }).optional(),
  }),
  event("pull_request", jobPullRequest.shape),
  event("pull_request_state", { number: z.int().min(1), state: z.enum(["open", "merged", "closed"]) }),
  event("completed", ending),
  event("failed", ending),
  event("archived", {
    automatic: z.boolean().optional().meta({ description: "By the project's archiveAfterDays." }),
  }),
  event("unarchived", {}),
]);

/** Kind and data of one event; the kind determines the type of the data. */
export type JobEvent = z.output<typeof jobEvent>;
export type EventKind = JobEvent["kind"];

type DataOfKinds = { [E in JobEvent as E["kind"]]: E["data"] };

export type EventData<K extends EventKind> = DataOfKinds[K];
export type EventOf<K extends EventKind> = { [P in K]: { kind: P; data: DataOfKinds[P] } }[K];
