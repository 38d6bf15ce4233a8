import { z } from "zod";
import { type ActorDeps, actorOf } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError, isAppError } from "../errors.ts";
import { assertRefName } from "../git/assert-ref-name.ts";
import { remoteUrl } from "../git/remote/open-remote.ts";
import { parseRepository } from "../git/remote/parse-repository.ts";
import type { AssertModel } from "../jobs/new-job.ts";
import { assertStorableHost } from "../network/resolve-allowed-address.ts";
import { guessHost } from "../schemas/hosts.ts";
import { modelName } from "../schemas/model-name.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { nameText, plainText } from "../schemas/plain-text.ts";
import { refName } from "../schemas/ref-name.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { randomBase62 } from "../text/base62.ts";
import { assertRepository, type ReadRepository } from "./assert-repository.ts";
import {
  type CheckCredentialsDeps,
  type CheckedCredentials,
  checkCredentials,
  givenCredentials,
  type ProjectPlace,
} from "./check-credentials.ts";

import { hostName, hostUrl } from "./host-schemas.ts";
import type { LookAtSite } from "./preview-repository.ts";
import { type ProjectRecord, toProjectRecord } from "./project-record.ts";
import type { ProjectRow } from "./project-row.ts";

export interface CreateProjectDeps extends ActorDeps {
  database: Database;
  /** Throws `unknown_model`. */
  assertModel?: AssertModel;
  /** Returns why an engine must not see one of these paths, or null. */
  findExposedSecret?: (paths: readonly string[]) => Promise<string | null>;
  readRepository?: ReadRepository;
  lookAtSite?: LookAtSite;
}

export interface CreatedProject {
  project: ProjectRecord;
  /** Null if no credentials were given. */
  connection: CheckedCredentials | null;
}

const createProjectInput = z.strictObject({
  name: nameText({ max: 100 }),
  /** URL of the repository or path of a local one. */
  repository: plainText({ max: 2_000 }),
  /** Base branch. Default: the repository's default branch. */
  ref: refName.optional(),
  host: hostName.optional(),
  /** Base URL of the host's API, if it does not follow from the repository's URL. */
  hostUrl: hostUrl.optional(),
  model: modelName.optional(),
  /** Default: the first organisation. */
  organisationId: z.string().min(1).max(64).optional(),
  /**
   * Create the project even if the repository or its base branch cannot be read, or the credentials lack
   * permissions.
   */
  anyway: z.boolean().default(false),
});

const howToConnect =
  "Give the credentials of a private repository as well, with `credentials.token` or `credentials.ssh`; or add `anyway` now, and connect the project later.";

export const connectedProjectInput = createProjectInput.extend({ credentials: givenCredentials.optional() });

/**
 * Creates a project. Its id is a secret as well: it gives access to the project's pull request pages. Throws
 * `invalid_request`, `invalid_repository_url`, `url_not_allowed`, `invalid_ref`, `unknown_model`, and unless
 * `anyway` the reason why the repository cannot be read: `repository_unreachable`, `repository_empty`,
 * `ref_not_found`, `markup_not_edited`.
 */
export async function createProject(deps: CreateProjectDeps, input: unknown): Promise<ProjectRecord> {
  return (await create(deps, parseInput(createProjectInput, input), null)).project;
}

/**
 * Creates a project with credentials, which are used to read the repository. Throws also as `connectProject`
 * does; then nothing is stored.
 */
export async function createConnectedProject(
  deps: CreateProjectDeps & CheckCredentialsDeps,
  input: unknown,
): Promise<CreatedProject> {
  const { credentials: given, ...wanted } = parseInput(connectedProjectInput, input);
  const { anyway } = wanted;
  return await create(
    deps,
    wanted,
    given === undefined ? null : (place) => checkCredentials(deps, place, { given, anyway }),
  );
}

async function create(
  deps: CreateProjectDeps,
  { name, repository, anyway, organisationId, ...wanted }: z.output<typeof createProjectInput>,
  check: ((place: ProjectPlace) => Promise<CheckedCredentials>) | null,
): Promise<CreatedProject> {
  const { ref = null, model = null } = wanted;
  if (ref !== null) assertRefName(ref);
  if (model !== null) deps.assertModel?.(model, null);
  const parsed = parseRepository(repository);
  if (parsed.kind === "url") assertStorableHost(parsed.host);
  if (wanted.hostUrl !== undefined) assertStorableHost(new URL(wanted.hostUrl).hostname);
  const id = `prj_${randomBase62(22)}`;
  const host = wanted.host ?? guessHost(parsed);
  const hostUrl = wanted.hostUrl ?? null;
  const url = remoteUrl(parsed);
  const connection = (await check?.({ projectId: id, repository: url, host, hostUrl })) ?? null;
  const columns = { id, host, host_url: hostUrl, credentials: connection?.sealed ?? null };
  if (!anyway) {
    await assertRepository(deps.readRepository, { repository: parsed, ref }, columns, howToConnect);
    await assertMarkup(deps.lookAtSite, { ...columns, repository: parsed, ref });
  }
  const row = { ...columns, name, repository: url, ref, model, organisation_id: organisationId ?? null };
  const project = await store(deps, row);
  return { project, connection };
}

/** Only unsupported markup prevents the creation of a project, no other finding about the site. */
async function assertMarkup(
  lookAtSite: LookAtSite | undefined,
  place: Parameters<LookAtSite>[0],
): Promise<void> {
  try {
    await lookAtSite?.(place);
  } catch (error) {
    if (!isAppError(error, "markup_not_edited")) return;
    const { code, message, details } = error;
    throw new AppError(code, `${message} No project was made; \`anyway\` makes it nevertheless.`, {
      cause: error,
      details,
    });
  }
}

type NewRow = Pick<
  ProjectRow,
  "id" | "name" | "repository" | "ref" | "host" | "host_url" | "credentials" | "model"
> & {
  /** Null: the only organisation. */
  organisation_id: string | null;
};

const insert = `
  insert into projects (id, name, repository, ref, host, host_url, credentials, model, organisation_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9, default_organisation())) returning *`;

async function store(deps: CreateProjectDeps, row: NewRow): Promise<ProjectRecord> {
  const { id, name, repository, ref, host, host_url, credentials, model, organisation_id } = row;
  const values = [id, name, repository, ref, host, host_url, credentials, model, organisation_id];
  const work = () =>
    inTransaction(deps.database, async (client) => {
      const { rows } = await client.query<ProjectRow>(insert, values);
      const project = toProjectRecord(rows[0]!);
      await recordAudit(client, {
        ...{ action: "project.created", actor: actorOf(deps), projectId: id },
        ...{ subject: { kind: "project", id, name }, after: project },
      });
      return project;
    });
  return await guardStore(work);
}
