import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { AppError } from "../../../errors.ts";
import { mayIn } from "../../../people/permissions.ts";
import { exportFormat, exportFormatVersion, exportProject } from "../../../projects/export-project.ts";
import { getProject } from "../../../projects/get-project.ts";
import { isStillAllowed } from "../../is-still-allowed.ts";
import { projectPath } from "../../openapi/job-operation.ts";
import type { Operation } from "../../openapi/operation.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { exampleProjectId, exampleTime } from "./manage-parts.ts";
import { type Managed, registerManaged } from "./register-managed.ts";
import { sendLines } from "./send-lines.ts";

/** The permission of the downloading caller is checked again after this long. */
const lookMs = 5_000;

const exampleLines = [
  {
    ...{ kind: "export", format: exportFormat, formatVersion: exportFormatVersion },
    ...{ version: "1.0.0", exportedAt: exampleTime },
  },
  { kind: "project", project: { id: exampleProjectId, name: "Product docs" } },
  { kind: "end", jobs: 0 },
];

export const exportProjectOperation: Operation = {
  ...{ id: "exportProject", tag: "Projects", method: "get", scope: null, permission: "audit:read" },
  path: "/v2/manage/projects/{projectId}/export",
  pathParameters: projectPath,
  summary: "Export a project and its jobs",
  description:
    "JSON lines: one that names the format and its version, one for the project with its settings, secrets masked, one for each job with its record, prompt, events, diff and pull requests, oldest first, and at last one that counts the jobs. Without that one the download was interrupted. Needs jobs:read and projects:read as well.",
  responses: {
    200: {
      description: "The lines.",
      headers: {
        "Content-Disposition": {
          description: "A name for the file.",
          example: `attachment; filename="${exampleProjectId}.ndjson"`,
        },
      },
      content: {
        type: "application/x-ndjson",
        schema: z.string().meta({ description: "A JSON document on each line." }),
        example: exampleLines.map((line) => `${JSON.stringify(line)}\n`).join(""),
      },
    },
  },
  errors: ["project_not_found", "too_many_streams"],
};

export function registerExportProject(app: FastifyInstance, deps: ServerDeps): void {
  const stop = new AbortController();
  app.addHook("preClose", async () => stop.abort());
  registerManaged(app, deps, exportProjectOperation, async (managed) => {
    const { reply, principal, params } = managed;
    const projectId = params.projectId!;
    await assertMayRead(deps, managed, projectId);
    const exported = await exportProject(deps, projectId);
    const lines = whileAllowed(deps, managed, { projectId, lines: exported });
    const close = deps.openStreams.open(principal.id);
    void sendLines(reply, { lines, fileName: `${projectId}.ndjson`, signal: stop.signal }).finally(close);
    return reply;
  });
}

/** A key with access to the audit log only may not read jobs. */
async function assertMayRead(deps: ServerDeps, { principal }: Managed, projectId: string): Promise<void> {
  const { organisationId } = await getProject(deps, projectId);
  for (const permission of ["projects:read", "jobs:read"] as const)
    if (!mayIn(principal, organisationId, permission))
      throw new AppError(
        "insufficient_permission",
        `This needs the permission "${permission}" as well, which your key does not have.`,
      );
}

async function* whileAllowed(
  deps: ServerDeps,
  { principal }: Managed,
  { projectId, lines }: { projectId: string; lines: AsyncIterable<string> },
): AsyncGenerator<string> {
  let lookAt = Date.now() + lookMs;
  for await (const line of lines) {
    if (Date.now() > lookAt) {
      if (!(await isStillAllowed(deps, principal, { projectId, jobId: "" })))
        throw new AppError("insufficient_permission", "Whoever asked for it may no longer read it.");
      lookAt = Date.now() + lookMs;
    }
    yield line;
  }
}
