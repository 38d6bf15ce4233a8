import { z } from "zod";
import { assertRefName } from "../git/assert-ref-name.ts";
import { remoteUrl } from "../git/open-remote.ts";
import { parseRepository } from "../git/parse-repository.ts";
import { assertStorableHost } from "../network/resolve-allowed-address.ts";
import { modelName } from "../schemas/model-name.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { plainText } from "../schemas/plain-text.ts";
import type { Database } from "../store/database.ts";
import type { AssertModel } from "../store/jobs/new-job.ts";
import { insertProject } from "../store/projects/insert-project.ts";
import { randomBase62 } from "../text/base62.ts";
import { trimEndCharacters } from "../text/trim-characters.ts";
import { assertRepository, type ReadRepository } from "./assert-repository.ts";
import { guessHost, hostNames } from "./host-names.ts";
import { type ProjectRecord, toProjectRecord } from "./project-record.ts";

export interface CreateProjectDeps {
  database: Database;
  /** Throws `unknown_model`. */
  assertModel?: AssertModel;
  /** Why an engine may not be shown one of these paths, or null. */
  findExposedSecret?: (paths: readonly string[]) => Promise<string | null>;
  readRepository?: ReadRepository;
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
  /** Also when the repository or its base branch cannot be read. */
  anyway: z.boolean().default(false),
});

/**
 * Creates a project. Its id is not only a name: whoever knows it can read the project's pull request pages. Throws
 * `invalid_request`, `invalid_repository_url`, `url_not_allowed`, `invalid_ref`, `unknown_model`, and unless `anyway` what tells why the
 * repository cannot be read: `repository_unreachable`, `repository_empty`, `ref_not_found`.
 */
export async function createProject(deps: CreateProjectDeps, input: unknown): Promise<ProjectRecord> {
  const { name, repository, ref, host, hostUrl, model, anyway } = parseInput(createProjectInput, input);
  if (ref !== undefined) assertRefName(ref);
  if (model !== undefined) deps.assertModel?.(model, null);
  const parsed = parseRepository(repository);
  if (parsed.kind === "url") assertStorableHost(parsed.host);
  if (hostUrl !== undefined) assertStorableHost(new URL(hostUrl).hostname);
  if (!anyway) await assertRepository(deps.readRepository, { repository: parsed, ref: ref ?? null }, null);
  const row = await insertProject(deps.database, {
    id: `prj_${randomBase62(22)}`,
    name,
    repository: remoteUrl(parsed),
    ref: ref ?? null,
    host: host ?? guessHost(parsed),
    host_url: hostUrl ?? null,
    model: model ?? null,
  });
  return toProjectRecord(row);
}
