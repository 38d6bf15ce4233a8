import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { assertJobId } from "../../jobs/get-job.ts";
import { getJobChecks, jobChecks } from "../../jobs/get-job-checks.ts";
import { getJobDiff } from "../../jobs/get-job-diff.ts";
import { jobPath, jobReadErrors } from "../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import type { ServerDeps } from "../server-deps.ts";

const exampleDiff = `diff --git a/guide.md b/guide.md
--- a/guide.md
+++ b/guide.md
@@ -1,3 +1,3 @@
 # Guide

-Keep your API token safe.
+Keep your API key safe.
`;

export const getJobDiffOperation: Operation = {
  id: "getJobDiff",
  tag: "Results",
  method: "get",
  path: "/v2/agent/{projectId}/job/{jobId}/diff",
  summary: "Get a job's diff",
  description:
    "The unified diff from the base commit, for git apply; also of failed and cancelled jobs. Empty while nothing has been changed.",
  scope: "read",
  permission: "jobs:read",
  share: true,
  pathParameters: jobPath,
  responses: {
    200: {
      description: "The diff.",
      content: { type: "text/x-diff", schema: z.string(), example: exampleDiff },
    },
  },
  errors: [...jobReadErrors, "transcript_expired", "patch_pending"],
};

export const getJobChecksOperation: Operation = {
  id: "getJobChecks",
  tag: "Results",
  method: "get",
  path: "/v2/agent/{projectId}/job/{jobId}/checks",
  summary: "Get what a job's checks found",
  description: "The newest run of the documentation checks on the job's change.",
  scope: "read",
  permission: "jobs:read",
  share: true,
  pathParameters: jobPath,
  responses: {
    200: {
      description: "Counts and findings.",
      content: {
        type: "application/json",
        schema: jobChecks,
        example: {
          counts: { new: 0, fixed: 1, preexisting: 3 },
          notJudged: [
            {
              rule: "internal-link",
              links: 12,
              reason:
                "links not judged here: 12 of 340 links to pages and files, because the generator of this site is not known, and its own links do not prove where they lead",
            },
          ],
          new: [],
          fixed: [
            {
              rule: "internal-link",
              path: "index.mdx",
              line: 5,
              column: 12,
              message: "There is no page /Guide.",
            },
          ],
        },
      },
    },
  },
  errors: [...jobReadErrors, "transcript_expired"],
};

export function registerJobResults(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, getJobDiffOperation, async (request, reply) => {
    const address = request.params as { projectId: string; jobId: string };
    // The store rejects text that no id can contain, such as NUL.
    assertJobId(address.jobId);
    const diff = await getJobDiff(deps, address);
    return reply.header("content-type", "text/x-diff; charset=utf-8").send(diff);
  });
  registerOperation(app, deps, getJobChecksOperation, async (request, reply) => {
    const checks = await getJobChecks(deps, request.params as { projectId: string; jobId: string });
    return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(checks));
  });
}
