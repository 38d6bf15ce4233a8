import { z } from "zod";
import { createJobBody } from "../jobs/create-job-body.ts";
import { jobFilterShape } from "../jobs/job-filter.ts";
import { plainText } from "../schemas/plain-text.ts";
import { type ApiCall, apiPath } from "./api-call.ts";

/** A tool: its arguments, and the API call that it makes. */
export interface JobTool {
  name: string;
  title: string;
  description: string;
  /** Arguments except for the project. */
  input: z.ZodObject;
  /** True if it changes nothing. */
  isReading: boolean;
  /** True if repeating a call with the same arguments has no further effect. */
  isIdempotent: boolean;
  /** Format of the API's response. */
  returns: "json" | "text";
  toCall(projectId: string, input: Readonly<Record<string, unknown>>): ApiCall;
}

const jobId = z.string().min(1).max(100).describe("Id of the job, as create_job returned it: job_…");
const oneJob = z.strictObject({ jobId });

const idempotencyKey = plainText({ max: 255 })
  .optional()
  .describe("The same key makes one job, or sends one message, however often the tool is called with it.");

const { status, q, pullRequest, label, author, ref } = jobFilterShape;

/** For callers with several projects, who have to choose one for a job. */
export const listProjectsTool: JobTool = {
  name: "list_projects",
  title: "List projects",
  description: "Returns a page of the projects that the caller may see, with the id that other tools take.",
  input: z.strictObject({
    q: plainText({ max: 200 }).optional().describe("Part of the name or of the repository's address."),
    limit: z.int().min(1).max(50).default(20),
    cursor: plainText({ max: 100 }).optional().describe("nextCursor of the page before."),
  }),
  ...{ isReading: true, isIdempotent: true, returns: "json" },
  toCall: (_projectId, query) => ({
    ...{ method: "GET", path: "/v2/manage/projects", query: query as ApiCall["query"] },
  }),
};

/** The server's tools, in the order that clients show. */
export const jobTools: readonly JobTool[] = [
  {
    name: "create_job",
    title: "Create a documentation job",
    description:
      "Starts a background job: an agent edits the project's documentation as the prompt says, the change is checked, and a pull request is opened. Returns the job's record at once; use wait_for_job until its status is completed or failed. A completed job names its pull request in prLink.",
    input: createJobBody.extend({ idempotencyKey }),
    ...{ isReading: false, isIdempotent: false, returns: "json" },
    toCall: (projectId, { idempotencyKey: key, ...body }) => ({
      ...{ method: "POST", path: apiPath`/v2/agent/${projectId}/job`, body },
      idempotencyKey: key as string | undefined,
    }),
  },
  {
    name: "wait_for_job",
    title: "Wait for a job",
    description:
      "Waits until the job's status changes, at most the given seconds, and returns its record. Call it again while the status is active.",
    input: oneJob.extend({ seconds: z.int().min(1).max(60).default(50) }),
    ...{ isReading: true, isIdempotent: true, returns: "json" },
    toCall: (projectId, { seconds, ...input }) => ({
      ...{ method: "GET", path: jobPath(projectId, input), query: { wait: seconds as number } },
    }),
  },
  {
    name: "get_job",
    title: "Get a job",
    description: "Returns the job's record: status, reason, usage, checks and pull request.",
    input: oneJob,
    ...{ isReading: true, isIdempotent: true, returns: "json" },
    toCall: (projectId, input) => ({ method: "GET", path: jobPath(projectId, input) }),
  },
  {
    name: "list_jobs",
    title: "List jobs",
    description: "Returns a page of the project's jobs, newest first, and the cursor of the next page.",
    input: z.strictObject({
      ...{ status, q, pullRequest, label, author, ref },
      limit: z.int().min(1).max(50).default(20),
      cursor: plainText({ max: 500 }).optional().describe("nextCursor of the page before."),
    }),
    ...{ isReading: true, isIdempotent: true, returns: "json" },
    toCall: (projectId, query) => ({
      method: "GET",
      path: apiPath`/v2/agent/${projectId}/jobs`,
      query: query as ApiCall["query"],
    }),
  },
  {
    name: "send_message",
    title: "Send a follow-up",
    description:
      "Sends a follow-up to the job. A running job gets it before its next step; a job that has ended starts the next turn on the same pull request.",
    input: oneJob.extend({ prompt: createJobBody.shape.prompt, idempotencyKey }),
    ...{ isReading: false, isIdempotent: false, returns: "json" },
    toCall: (projectId, { prompt, idempotencyKey: key, ...input }) => ({
      ...{ method: "POST", path: `${jobPath(projectId, input)}/message`, body: { prompt } },
      idempotencyKey: key as string | undefined,
    }),
  },
  {
    name: "get_diff",
    title: "Get the change",
    description: "Returns what the job changed, as a unified diff.",
    input: oneJob,
    ...{ isReading: true, isIdempotent: true, returns: "text" },
    toCall: (projectId, input) => ({ method: "GET", path: `${jobPath(projectId, input)}/diff` }),
  },
  {
    name: "get_checks",
    title: "Get the checks",
    description:
      "Returns what the checks found in the change: new problems, fixed ones, and what could not be judged.",
    input: oneJob,
    ...{ isReading: true, isIdempotent: true, returns: "json" },
    toCall: (projectId, input) => ({ method: "GET", path: `${jobPath(projectId, input)}/checks` }),
  },
  {
    name: "cancel_job",
    title: "Cancel a job",
    description:
      "Ends a running job. What it has changed so far is kept as a diff; no pull request is opened.",
    input: oneJob,
    ...{ isReading: false, isIdempotent: true, returns: "json" },
    toCall: (projectId, input) => ({ method: "POST", path: `${jobPath(projectId, input)}/cancel` }),
  },
];

function jobPath(projectId: string, input: Readonly<Record<string, unknown>>): string {
  return apiPath`/v2/agent/${projectId}/job/${String(input.jobId)}`;
}
