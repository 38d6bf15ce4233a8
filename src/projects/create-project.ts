import { pathToFileURL } from "node:url";
import { z } from "zod";
import { randomBase62 } from "../base62.ts";
import { assertRefName } from "../git/assert-ref-name.ts";
import { parseRepository } from "../git/parse-repository.ts";
import { modelName } from "../model-name.ts";
import { assertStorableHost } from "../network/resolve-allowed-address.ts";
import { parseInput } from "../parse-input.ts";
import { plainText } from "../plain-text.ts";
import type { Database } from "../store/database.ts";
import type { AssertModel } from "../store/jobs/new-job.ts";
import { insertProject } from "../store/projects/insert-project.ts";
import { trimEndCharacters } from "../text/trim-characters.ts";
import { guessHost, hostNames } from "./host-names.ts";
import { type ProjectRecord, toProjectRecord } from "./project-record.ts";

export interface CreateProjectDeps {
  database: Database;
  /** Throws `unknown_model`. */
  assertModel?: AssertModel;
  /** Why an engine may not be shown one of these paths, or null. */
  findExposedSecret?: (paths: readonly string[]) => Promise<string | null>;
}

export const hostName = z.enum(hostNames, { error: `must be one of ${hostNames.join(", ")}` });

export const hostUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .max(2_000)
  .transform((url) => trimEndCharacters(url, "/"));

export const createProjectInput = z.strictObject({
  name: plainText({ max: 100 }),
  /** URL of the repository or path of a local one. */
  repository: plainText({ max: 2_000 }),
  /** Base branch; the repository's default branch when absent. */
  ref: plainText({ max: 255 }).optional(),
  host: hostName.optional(),
  /** Base of the host's API, where the repository's URL does not tell it. */
  hostUrl: hostUrl.optional(),
  model: modelName.optional(),
});

/**
 * Creates a project. Its id is not only a name: whoever knows it can read the project's pull request pages. Throws
 * `invalid_request`, `invalid_repository_url`, `url_not_allowed`, `invalid_ref`, `unknown_model`.
 */
export async function createProject(deps: CreateProjectDeps, input: unknown): Promise<ProjectRecord> {
  const { name, repository, ref, host, hostUrl, model } = parseInput(createProjectInput, input);
  if (ref !== undefined) assertRefName(ref);
  if (model !== undefined) deps.assertModel?.(model, null);
  const parsed = parseRepository(repository);
  if (parsed.kind === "url") assertStorableHost(parsed.host);
  if (hostUrl !== undefined) assertStorableHost(new URL(hostUrl).hostname);
  const row = await insertProject(deps.database, {
    id: `prj_${randomBase62(22)}`,
    name,
    repository: parsed.kind === "url" ? parsed.url : pathToFileURL(parsed.path).href,
    ref: ref ?? null,
    host: host ?? guessHost(parsed),
    host_url: hostUrl ?? null,
    model: model ?? null,
  });
  return toProjectRecord(row);
}
