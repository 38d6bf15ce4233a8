import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { JobRecord } from "../../jobs/record.ts";
import { jobRecord } from "../../jobs/record-schema.ts";
import { waitForJob } from "../../jobs/wait-for-job.ts";
import { matchesEtag } from "../http/matches-etag.ts";
import { type Representation, represent } from "../job-representations.ts";
import { exampleJob } from "../openapi/example-job.ts";
import { jobPath, jobReadErrors } from "../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import { readQuery } from "../openapi/read-query.ts";
import type { ServerDeps } from "../server-deps.ts";

const waitSecondsMax = 60;

const query = z.strictObject({
  wait: z.coerce
    .number("must be a number of seconds")
    .int("must be a whole number of seconds")
    .min(0, "must be at least 0")
    .max(waitSecondsMax, `must be at most ${waitSecondsMax}`)
    .default(0)
    .meta({
      description:
        "Seconds to wait while the job is active; returns as soon as its status changes or, with If-None-Match, as soon as its record differs from the one already known.",
    }),
});

const headers = {
  ETag: { description: "Changes whenever the record does.", example: '"m2kzOZ1ncNmOcOgVhJjPcg"' },
  "Cache-Control": { description: "Who may cache the response.", example: "private, no-cache" },
};

/** The route's template as the framework names it. */
export const jobRoute = "/v2/agent/:projectId/job/:jobId";

export const recordType = "application/json; charset=utf-8";

export const getJobOperation: Operation = {
  id: "getJob",
  tag: "Jobs",
  method: "get",
  path: "/v2/agent/{projectId}/job/{jobId}",
  summary: "Get a job",
  description:
    "The job's record now, or with wait as soon as the job is no longer active or its record differs from the known one.",
  scope: "read",
  permission: "jobs:read",
  share: true,
  pathParameters: jobPath,
  query: { schema: query, example: { wait: 30 } },
  requestHeaders: {
    "If-None-Match": { description: "ETag of the record already known.", example: headers.ETag.example },
  },
  responses: {
    200: {
      description: "The record.",
      headers,
      content: { type: "application/json", schema: jobRecord, example: exampleJob },
    },
    304: { description: "The record is the one already known.", headers },
  },
  errors: [...jobReadErrors, "too_many_streams"],
};

export function registerGetJob(app: FastifyInstance, deps: ServerDeps): void {
  const options = { deadlineMs: (waitSecondsMax + 15) * 1000 };
  registerOperation(app, deps, getJobOperation, answer, options);

  async function answer(...[request, reply]: Parameters<Parameters<typeof registerOperation>[3]>) {
    const address = request.params as { projectId: string; jobId: string };
    const { wait } = readQuery(query, request.query);
    const known = request.headers["if-none-match"];
    const isNews =
      known === undefined ? undefined : (record: JobRecord) => !matchesEtag(known, represent(record).etag);
    if (wait === 0) return send(await deps.jobRepresentations.get(address), known, reply);
    const close = deps.openStreams.open(request.principal!.id);
    try {
      const waiting = { ...address, waitSeconds: wait, isNews };
      return send(represent(await waitForJob(deps, waiting, closeSignal(reply))), known, reply);
    } finally {
      close();
    }
  }
}

function send({ body, etag }: Representation, known: string | undefined, reply: FastifyReply): FastifyReply {
  reply.headers(representationHeaders(etag));
  if (matchesEtag(known, etag)) return reply.code(304).send();
  return reply.header("content-type", recordType).send(body);
}

export function representationHeaders(etag: string) {
  return { etag, "cache-control": "private, no-cache" };
}

function closeSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => controller.abort());
  return controller.signal;
}
