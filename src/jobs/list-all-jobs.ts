import { z } from "zod";
import type { Principal } from "../people/permissions.ts";
import { parseInput } from "../schemas/parse-input.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { jobFilterShape } from "./job-filter.ts";
import type { JobRow } from "./job-row.ts";
import { findJobs, pageShape } from "./list-jobs.ts";
import { listVisibleProjects, type VisibleProject } from "./list-visible-projects.ts";
import type { JobRecord } from "./record.ts";
import { jobRecord } from "./record-schema.ts";
import { toRecord } from "./to-record.ts";

export const projectIdFilter = z
  .string()
  .regex(/^prj_[0-9A-Za-z]{22}$/, "must be the id of a project")
  .optional()
  .describe("Only those of this project.");

export const listAllJobsInput = z.strictObject({
  projectId: projectIdFilter,
  ...jobFilterShape,
  ...pageShape,
});

const promptCharactersMax = 200;

export const listedJob = jobRecord.extend({
  projectId: z.string(),
  projectName: z.string(),
  prompt: z.string().meta({ description: `Its first ${promptCharactersMax} characters.` }),
});

export const listedJobPage = z.object({
  data: z.array(listedJob),
  nextCursor: z.string().nullable().meta({ description: "For the next page; null on the last one." }),
});

export interface ListedJob extends JobRecord {
  projectId: string;
  projectName: string;
  prompt: string;
}

/**
 * Returns the jobs of all projects that the principal may see and that pass the filter, newest first.
 * Throws `invalid_request`, `project_not_found`.
 */
export async function listAllJobs(
  deps: { database: Database },
  principal: Principal,
  input: unknown,
): Promise<z.output<typeof listedJobPage>> {
  const { projectId, ...asked } = parseInput(listAllJobsInput, input);
  const projects = await listVisibleProjects(deps, principal, { permission: "jobs:read", projectId });
  const ids = projects.map(({ id }) => id);
  const { rows, nextCursor } = await findJobs(deps, ids, asked);
  const toListed = await createToListed(deps, projects, rows);
  return { data: rows.map(toListed), nextCursor };
}

/** Reads the beginnings of the prompts, for these rows only: whole prompts can be large. */
export async function createToListed(
  { database }: { database: Database },
  projects: readonly VisibleProject[],
  rows: readonly JobRow[],
): Promise<(row: JobRow) => ListedJob> {
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const found = await guardStore(() =>
    database.pool.query<{ id: string; prompt: string }>(prompts, [rows.map(({ id }) => id)]),
  );
  const promptOf = new Map(found.rows.map(({ id, prompt }) => [id, prompt]));
  return (row) => ({
    ...toRecord(row),
    projectId: row.project_id,
    projectName: names.get(row.project_id) ?? "",
    prompt: promptOf.get(row.id) ?? "",
  });
}

const prompts = `select id, left(prompt, ${promptCharactersMax}) as prompt from jobs where id = any ($1::text[])`;
