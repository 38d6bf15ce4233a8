import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { outcomes, readOutcomesInput } from "../../../outcomes/outcomes-schema.ts";
import { readOutcomes } from "../../../outcomes/read-outcomes.ts";
import { writeOutcomesCsv } from "../../../outcomes/write-outcomes-csv.ts";
import { addVary } from "../../http/add-vary.ts";
import { prefersType } from "../../http/prefers-type.ts";
import { type Operation, registerOperation } from "../../openapi/operation.ts";
import { readQuery } from "../../openapi/read-query.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { sendJson } from "./send-json.ts";

const figures = {
  ...{ jobs: 42, withPullRequest: 40, merged: 31, closed: 4, open: 5, medianHoursToMerge: 3.25 },
  ...{ reworkTurns: 9, costUsd: 6.2, costPerMerged: 0.2, findingsFixed: 17 },
};

const example = {
  months: [{ month: "2026-11", ...figures }],
  authors: [{ author: { kind: "api_key", id: "k3Jx9QaZ", name: "ci" }, ...figures }],
};

export const getOutcomesOperation: Operation = {
  id: "getOutcomes",
  tag: "Projects",
  method: "get",
  path: "/v2/manage/outcomes",
  summary: "See what became of jobs",
  description:
    "By month and by author, from recorded facts. A job counts in the month of its create, with its newest pull request; deleted jobs count, jobs removed at the end of their retention do not.",
  scope: null,
  permission: "usage:read",
  query: {
    schema: readOutcomesInput,
    example: { projectId: "prj_0123456789abcdefghijkl", from: "2026-01", to: "2026-11" },
  },
  responses: {
    200: {
      description: "The figures; as a table if text/csv is requested.",
      content: { type: "application/json", schema: outcomes, example },
      otherContent: { type: "text/csv", schema: z.string(), example: writeOutcomesCsv(example) },
    },
  },
  errors: ["project_not_found"],
};

export function registerGetOutcomes(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, getOutcomesOperation, async (request, reply) => {
    const input = readQuery(readOutcomesInput, request.query);
    const found = await readOutcomes(deps, request.principal!, input);
    addVary(reply, "Accept");
    if (!prefersType(request.headers.accept, "text/csv", "application/json")) return sendJson(reply, found);
    return reply
      .header("content-type", "text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="outcomes.csv"')
      .send(writeOutcomesCsv(found));
  });
}
