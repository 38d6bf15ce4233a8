import { z } from "zod";
import { AppError } from "../errors.ts";
import { assertRefName } from "../git/assert-ref-name.ts";
import { budgetSchema, repositoryGlob } from "../jobs/create-job-body.ts";
import { modelName, modelPattern } from "../model-name.ts";
import { parseInput } from "../parse-input.ts";
import { plainText } from "../plain-text.ts";
import { updateProjectRow } from "../store/projects/update-project-row.ts";
import type { CreateProjectDeps } from "./create-project.ts";
import { getProject } from "./get-project.ts";
import { monthlyCapSchema } from "./monthly-cap-schema.ts";
import { type ProjectRecord, toProjectRecord } from "./project-record.ts";

const programPath = plainText({ max: 4_096 });

const engineSchema = z.strictObject({
  kind: z.literal("acp", { error: "must be acp" }),
  command: z.array(programPath).min(1, "must name a program").max(100),
  environment: z.record(z.string().regex(/^[A-Za-z_]\w*$/), plainText({ min: 0, max: 4_096 })).optional(),
  readOnlyPaths: z
    .array(programPath.refine((path) => path.startsWith("/"), "must be an absolute path"))
    .max(100)
    .optional(),
  authMethod: plainText({ max: 100 }).optional(),
});

const globs = z.array(repositoryGlob).max(50, "must have at most 50 globs");

const activeContentSchema = z.strictObject({
  components: z
    .array(plainText({ max: 200 }))
    .max(100)
    .optional(),
  hosts: z
    .array(
      z
        .string()
        .max(253)
        .regex(
          /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i,
          "must be a host such as img.example.com or *.example.com",
        ),
    )
    .max(100)
    .optional(),
});

const names = z.array(plainText({ max: 255 })).max(100);

const pullRequestsSchema = z.strictObject({
  labels: names.optional(),
  reviewers: names.optional(),
  assignees: names.optional(),
  draft: z.boolean().optional(),
  fork: z.boolean().optional(),
  deleteBranch: z.boolean().optional(),
});

const author = z.strictObject({ name: plainText({ max: 255 }), email: z.email().max(255) });

const commitsSchema = z.strictObject({
  throughApi: z.boolean().optional(),
  author: author.optional(),
  coAuthors: z
    .array(z.string().regex(/^[^<>\p{C}]{1,200} <[^<>\s\p{C}]{3,255}>$/u, "must be: Name <address>"))
    .max(20)
    .optional(),
});

/** What is absent stays; null takes a setting away. */
export const updateProjectInput = z.strictObject({
  name: plainText({ max: 100 }).optional(),
  ref: plainText({ max: 255 }).nullable().optional(),
  model: modelName.nullable().optional(),
  settings: z
    .strictObject({
      paths: globs.nullable(),
      protectedPaths: globs.nullable(),
      activeContent: activeContentSchema.nullable(),
      concurrency: z.int("must be a whole number").min(1).max(1_000).nullable(),
      maxOpenPullRequests: z.int("must be a whole number").min(1).max(10_000).nullable(),
      archiveAfterDays: z.int("must be a whole number").min(1).max(3_650).nullable(),
      budget: budgetSchema.nullable(),
      monthlyCap: monthlyCapSchema.nullable(),
      engine: engineSchema.nullable(),
      models: z.array(modelPattern).min(1, "must name a model").max(100).nullable(),
      pullRequests: pullRequestsSchema.nullable(),
      feedback: z
        .strictObject({
          followUps: z.enum(["off", "mentions", "all"], { error: "must be off, mentions or all" }),
        })
        .nullable(),
      commits: commitsSchema.nullable(),
    })
    .partial()
    .default({}),
});

/** Throws `project_not_found`, `invalid_request`, `invalid_ref`, `unknown_model`. */
export async function updateProject(
  deps: CreateProjectDeps,
  projectId: string,
  input: unknown,
): Promise<ProjectRecord> {
  const { settings, ...columns } = parseInput(updateProjectInput, input);
  if (columns.ref) assertRefName(columns.ref);
  if (columns.model !== undefined || settings.models !== undefined) {
    const stored = await getProject(deps, projectId);
    const model = columns.model === undefined ? stored.model : columns.model;
    const models = settings.models === undefined ? stored.settings.models : settings.models;
    if (model !== null) deps.assertModel?.(model, models ?? null);
  }
  const exposed = await deps.findExposedSecret?.(settings.engine?.readOnlyPaths ?? []);
  if (exposed) throw new AppError("invalid_request", exposed);
  const row = await updateProjectRow(deps.database, projectId, { columns, settings });
  if (row === undefined) throw new AppError("project_not_found", "There is no such project.");
  return toProjectRecord(row);
}
