import { z } from "zod";
import type { ActorDeps } from "../audit/actor.ts";
import { assertStorableHost } from "../network/resolve-allowed-address.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { openCredentials } from "../secrets/project-credentials.ts";
import type { Database } from "../store/database.ts";
import { changeProject } from "./change-project.ts";
import { type CheckCredentialsDeps, checkCredentials, givenCredentials } from "./check-credentials.ts";
import { hostName, hostUrl } from "./host-schemas.ts";
import type { ProjectRecord } from "./project-record.ts";
import { requireProject } from "./project-row.ts";

export interface ConnectProjectDeps extends CheckCredentialsDeps, ActorDeps {
  database: Database;
}

/** Absent secrets stay as stored, unless `replace` is set; null removes one. */
export const connectProjectInput = z.strictObject({
  host: hostName.optional(),
  hostUrl: hostUrl.nullable().optional(),
  /** Store the credentials even if the host reports missing permissions. */
  anyway: z.boolean().default(false),
  /** Discard all stored credentials, even if they cannot be decrypted any more. */
  replace: z.boolean().default(false),
  credentials: givenCredentials.default({}),
});

export interface ConnectedProject {
  project: ProjectRecord;
  login: string;
  /** Missing permissions, by the host's own names. */
  missing: readonly string[];
}

/**
 * Stores a project's host and encrypted credentials after the host has identified their owner. Throws
 * `project_not_found`, `invalid_request`, `url_not_allowed`, `invalid_configuration` if stored credentials
 * cannot be decrypted, `code_host_unauthorized`, `code_host_unavailable`, and `code_host_forbidden`, which
 * names missing permissions.
 */
export async function connectProject(
  deps: ConnectProjectDeps,
  projectId: string,
  input: unknown,
): Promise<ConnectedProject> {
  const wanted = parseInput(connectProjectInput, input);
  if (wanted.hostUrl) assertStorableHost(new URL(wanted.hostUrl).hostname);
  const row = await requireProject(deps.database, projectId);
  const stored = wanted.replace ? {} : openCredentials(deps.secretBox, projectId, row.credentials);
  const host = wanted.host ?? row.host;
  const hostUrl = wanted.hostUrl === undefined ? row.host_url : wanted.hostUrl;
  const place = { projectId, repository: row.repository, host, hostUrl };
  const { anyway, credentials: given } = wanted;
  const { login, missing, sealed } = await checkCredentials(deps, place, { given, stored, anyway });
  const project = await changeProject(deps, projectId, {
    action: "project.credentials_changed",
    columns: { host, host_url: hostUrl, credentials: sealed },
    note: { login, changed: Object.keys(given), replaced: wanted.replace },
  });
  return { project, login, missing };
}
