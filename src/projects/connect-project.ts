import { z } from "zod";
import { AppError } from "../errors.ts";
import { assertStorableHost } from "../network/resolve-allowed-address.ts";
import { parseInput } from "../schemas/parse-input.ts";
import {
  credentialsSchema,
  openCredentials,
  type ProjectCredentials,
  sealCredentials,
} from "../secrets/project-credentials.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import { loadProject } from "../store/projects/load-projects.ts";
import { updateProjectRow } from "../store/projects/update-project-row.ts";
import { hostName, hostUrl } from "./create-project.ts";
import { type ProjectRecord, toProjectRecord } from "./project-record.ts";

export interface ConnectProjectDeps {
  database: Database;
  secretBox: SecretBox;
  /** Refuses places to which credentials would go in plain text; throws `url_not_allowed`. */
  assertTokenSafe?: (url: string) => void;
  /** Asks the host whose the credentials are and what they lack; throws `code_host_…` errors. */
  identify(project: {
    projectId: string;
    repository: string;
    host: string;
    hostUrl: string | null;
    credentials: string | null;
  }): Promise<{ login: string; missing: readonly string[] }>;
}

const { login: _, ...secretFields } = credentialsSchema.shape;

/** What is absent stays as it is stored, as long as nothing else is said; null takes a secret away. */
export const connectProjectInput = z.strictObject({
  host: hostName.optional(),
  hostUrl: hostUrl.nullable().optional(),
  /** Stored also when the host says that permissions are missing. */
  anyway: z.boolean().default(false),
  /** All that is stored is forgotten, also what cannot be decrypted any more. */
  replace: z.boolean().default(false),
  credentials: z
    .strictObject(secretFields)
    .extend({
      token: secretFields.token.nullable(),
      app: secretFields.app.nullable(),
      ssh: secretFields.ssh.nullable(),
      signing: secretFields.signing.nullable(),
      webhookSecret: secretFields.webhookSecret.nullable(),
      certificateAuthority: secretFields.certificateAuthority.nullable(),
    })
    .partial()
    .default({}),
});

export interface ConnectedProject {
  project: ProjectRecord;
  login: string;
  /** By the host's own names. */
  missing: readonly string[];
}

/**
 * Stores a project's host and credentials, encrypted, after the host has said whose they are. Throws `project_not_found`,
 * `invalid_request`, `url_not_allowed`, `invalid_configuration` for stored credentials that cannot be decrypted, `code_host_unauthorized`, `code_host_unavailable`, and `code_host_forbidden` naming the permissions that are missing.
 */
export async function connectProject(
  deps: ConnectProjectDeps,
  projectId: string,
  input: unknown,
): Promise<ConnectedProject> {
  const wanted = parseInput(connectProjectInput, input);
  if (wanted.hostUrl) assertStorableHost(new URL(wanted.hostUrl).hostname);
  const row = await loadProject(deps.database, projectId);
  if (row === undefined) throw notFound();
  const stored = wanted.replace ? {} : openCredentials(deps.secretBox, projectId, row.credentials);
  const merged = merge(stored, wanted.credentials);
  const host = wanted.host ?? row.host;
  const hostUrl = wanted.hostUrl === undefined ? row.host_url : wanted.hostUrl;
  if (merged.token !== undefined || merged.app !== undefined) {
    for (const url of [row.repository, hostUrl])
      if (url !== null && URL.canParse(url)) deps.assertTokenSafe?.(url);
  }
  const seal = (credentials: ProjectCredentials) => sealCredentials(deps.secretBox, projectId, credentials);
  const place = { projectId, repository: row.repository, host, hostUrl };
  const { login, missing } = await deps.identify({ ...place, credentials: seal(merged) });
  if (missing.length > 0 && !wanted.anyway) throw lacking(login, missing);
  const updated = await updateProjectRow(deps.database, projectId, {
    columns: { host, host_url: hostUrl, credentials: seal({ ...merged, login }) },
    settings: {},
  });
  if (updated === undefined) throw notFound();
  return { project: toProjectRecord(updated), login, missing };
}

function merge(stored: ProjectCredentials, given: Record<string, unknown>): ProjectCredentials {
  const changed = Object.entries(given).filter(([, value]) => value !== undefined);
  const all = { ...stored, ...Object.fromEntries(changed) };
  return credentialsSchema.parse(
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined)),
  );
}

function lacking(login: string, missing: readonly string[]): AppError {
  return new AppError(
    "code_host_forbidden",
    `The credentials of ${login} lack: ${missing.join(", ")}. Nothing was stored. Give them these permissions, or store them anyway.`,
    { details: { missing } },
  );
}

function notFound(): AppError {
  return new AppError("project_not_found", "There is no such project.");
}
