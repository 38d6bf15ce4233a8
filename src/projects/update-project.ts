import { z } from "zod";
import { AppError } from "../errors.ts";
import { assertRefName } from "../git/assert-ref-name.ts";
import { remoteUrl } from "../git/remote/open-remote.ts";
import { type ParsedRepository, parseRepository } from "../git/remote/parse-repository.ts";
import { budgetSchema, repositoryGlob } from "../jobs/create-job-body.ts";
import { assertStorableHost } from "../network/resolve-allowed-address.ts";
import { guessHost } from "../schemas/hosts.ts";
import { modelName, modelPattern } from "../schemas/model-name.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { nameText, plainText } from "../schemas/plain-text.ts";
import { assertRepository } from "./assert-repository.ts";
import { changeProject } from "./change-project.ts";
import { countProjectData } from "./count-project-data.ts";
import type { CreateProjectDeps } from "./create-project.ts";
import { getProject } from "./get-project.ts";
import { monthlyCapSchema } from "./monthly-cap-schema.ts";
import type { ProjectRecord } from "./project-record.ts";
import type { ProjectRow } from "./project-row.ts";
import { requireProject } from "./project-row.ts";
import { ruleSettings } from "./rule-settings.ts";

const howToConnect =
  "Connect the project with the credentials of a private repository first; `anyway` changes the project all the same.";

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
  codeOwners: z.boolean().optional(),
  reminderAfterDays: z.int("must be a whole number").min(0).max(365).optional(),
  mendConflicts: z.boolean().optional(),
  squashTitle: plainText({ max: 200 }).optional(),
  autoMerge: z
    .strictObject({
      maxFiles: z.int("must be a whole number").min(1).max(1_000),
      maxLines: z.int("must be a whole number").min(1).max(100_000),
      paths: z.array(repositoryGlob, "must be a list").min(1, "must name a path").max(50),
    })
    .optional(),
});

const author = z.strictObject({ name: plainText({ max: 255 }), email: z.email().max(255) });

const coAuthor = z
  .string()
  .regex(/^[^<>\x00-\x1f\x7f-\x9f]{1,200} <[^<>\s\x00-\x1f\x7f-\x9f]{3,255}>$/, "must be: Name <address>")
  .refine((text) => !/\p{C}/u.test(text), "must have no invisible characters");

const commitsSchema = z.strictObject({
  throughApi: z.boolean().optional(),
  author: author.optional(),
  coAuthors: z.array(coAuthor).max(20).optional(),
});

/** Null removes a setting. */
export const projectSettings = z.strictObject({
  paths: globs.nullable(),
  protectedPaths: globs.nullable(),
  activeContent: activeContentSchema.nullable(),
  rules: ruleSettings.nullable(),
  concurrency: z.int("must be a whole number").min(1).max(1_000).nullable(),
  maxOpenPullRequests: z.int("must be a whole number").min(1).max(10_000).nullable(),
  archiveAfterDays: z.int("must be a whole number").min(1).max(3_650).nullable(),
  keepTranscriptsDays: z.int("must be a whole number").min(1).max(3_650).nullable(),
  keepRecordsDays: z.int("must be a whole number").min(1).max(3_650).nullable(),
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
  evidence: z.strictObject({ unsupportedClaims: z.enum(["error", "warning", "off"]).optional() }).nullable(),
});

/** Absent fields stay; null removes a setting. */
export const updateProjectInput = z.strictObject({
  name: nameText({ max: 100 }).optional(),
  repository: plainText({ max: 2_000 }).optional(),
  ref: plainText({ max: 255 }).nullable().optional(),
  model: modelName.nullable().optional(),
  settings: projectSettings.partial().default({}),
  /** Save even if the repository or its base branch cannot be read. */
  anyway: z.boolean().default(false),
});

/**
 * Changes a project. Throws `project_not_found`, `invalid_request`, `invalid_ref`, `unknown_model`, and for
 * the repository as `createProject` does. Existing jobs keep their repository.
 */
export async function updateProject(
  deps: CreateProjectDeps,
  projectId: string,
  input: unknown,
): Promise<ProjectRecord> {
  const { settings, repository, anyway, ...columns } = parseInput(updateProjectInput, input);
  if (columns.ref) assertRefName(columns.ref);
  if (columns.model !== undefined || settings.models !== undefined) {
    const stored = await getProject(deps, projectId);
    const model = columns.model === undefined ? stored.model : columns.model;
    const models = settings.models === undefined ? stored.settings.models : settings.models;
    if (model !== null) deps.assertModel?.(model, models ?? null);
  }
  const exposed = await deps.findExposedSecret?.(settings.engine?.readOnlyPaths ?? []);
  if (exposed) throw new AppError("invalid_request", exposed);
  const place = await placeOf(deps, projectId, { repository, ref: columns.ref, anyway });
  return await changeProject(deps, projectId, {
    ...{ action: "project.changed", columns: { ...columns, ...place }, settings },
  });
}

/**
 * Returns the columns that a new repository changes; none if it is not given. Also verifies a new base
 * branch.
 */
async function placeOf(
  deps: CreateProjectDeps,
  projectId: string,
  given: { repository: string | undefined; ref: string | null | undefined; anyway: boolean },
): Promise<{ repository?: string; host?: string; host_url?: string | null }> {
  if (given.repository === undefined && !given.ref) return {};
  const row = await requireProject(deps.database, projectId);
  const repository = parseRepository(given.repository ?? row.repository);
  const ref = given.ref === undefined ? row.ref : given.ref;
  if (repository.kind === "url") assertStorableHost(repository.host);
  const isElsewhere = serverOf(repository) !== serverOf(parseRepository(row.repository));
  if (isElsewhere) await assertUnused(deps, row);
  if (!given.anyway) await assertRepository(deps.readRepository, { repository, ref }, row, howToConnect);
  if (given.repository === undefined) return {};
  const moved = isElsewhere ? { host: guessHost(repository), host_url: null } : {};
  return { repository: remoteUrl(repository), ...moved };
}

/** Returns the server that receives the project's credentials; the same for all local paths. */
function serverOf(repository: ParsedRepository): string {
  if (repository.kind === "path") return "";
  const { host, port } = repository;
  return [22, 80, 443].includes(port) ? host : `${host}:${port}`;
}

/** Refuses if credentials of one server could be sent to another, including by existing jobs. */
async function assertUnused(deps: CreateProjectDeps, { id, credentials }: ProjectRow): Promise<void> {
  const { jobs } = await countProjectData(deps.database, id);
  if (credentials === null && jobs === 0) return;
  const has = credentials === null ? "jobs" : "credentials";
  throw new AppError(
    "invalid_request",
    `repository: The project has ${has} of a repository on another server. Create a separate project for the new one.`,
  );
}
