import { pathToFileURL } from "node:url";
import { z } from "zod";
import { randomBase62 } from "../base62.ts";
import { assertRefName } from "../git/assert-ref-name.ts";
import { parseRepository } from "../git/parse-repository.ts";
import { modelName } from "../jobs/create-job-body.ts";
import { parseInput } from "../parse-input.ts";
import { plainText } from "../plain-text.ts";
import type { Database } from "../store/database.ts";
import { insertProject } from "../store/projects/insert-project.ts";
import { type ProjectRecord, toProjectRecord } from "./project-record.ts";

export interface CreateProjectDeps {
  database: Database;
  /** Throws `unknown_model`. */
  assertModel?: (model: string) => void;
}

export const createProjectInput = z.strictObject({
  name: plainText({ max: 100 }),
  /** URL of the repository or path of a local one. */
  repository: plainText({ max: 2_000 }),
  /** Base branch; the repository's default branch when absent. */
  ref: plainText({ max: 255 }).optional(),
  host: z.enum(["local"], { error: "must be local" }).default("local"),
  model: modelName.optional(),
});

/**
 * Creates a project. Its id is not only a name: whoever knows it can read the project's pull request pages. Throws
 * `invalid_request`, `invalid_repository_url`, `invalid_ref`, `unknown_model`.
 */
export async function createProject(deps: CreateProjectDeps, input: unknown): Promise<ProjectRecord> {
  const { name, repository, ref, host, model } = parseInput(createProjectInput, input);
  if (ref !== undefined) assertRefName(ref);
  if (model !== undefined) deps.assertModel?.(model);
  const row = await insertProject(deps.database, {
    id: `prj_${randomBase62(22)}`,
    name,
    repository: toFullUrl(repository),
    ref: ref ?? null,
    host,
    model: model ?? null,
  });
  return toProjectRecord(row);
}

function toFullUrl(repository: string): string {
  const parsed = parseRepository(repository);
  return parsed.kind === "url" ? parsed.url : pathToFileURL(parsed.path).href;
}
