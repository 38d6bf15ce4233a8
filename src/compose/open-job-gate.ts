import type { ClaimedJob } from "../jobs/lease/claim-job.ts";
import type { Log } from "../log.ts";
import { createGate, type Gate } from "../outgoing/create-gate.ts";
import type { KnownSecrets } from "../outgoing/known-secrets.ts";
import { openCredentials, secretWords } from "../secrets/project-credentials.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import { listWebhookRows } from "../webhooks/webhook-record.ts";
import { openSecrets } from "../webhooks/webhook-secrets.ts";

export interface JobGateDeps {
  database: Database;
  secretBox: SecretBox;
  knownSecrets: KnownSecrets;
  log: Log;
}

export type GatedJob = Pick<ClaimedJob, "projectId" | "credentials" | "settings" | "hasWebhooks">;

/**
 * Opens a gate that knows the secrets of the instance and of the job's project: of its host, webhooks and
 * engine.
 */
export async function openJobGate(deps: JobGateDeps, job: GatedJob): Promise<Gate> {
  const { database, secretBox, knownSecrets } = deps;
  const { projectId } = job;
  const webhooks = job.hasWebhooks === false ? [] : await listWebhookRows(database, projectId);
  knownSecrets.learn(projectId, [
    ...tryTo(deps, () => secretWords(openCredentials(secretBox, projectId, job.credentials))),
    ...webhooks.flatMap(({ id, secrets }) =>
      tryTo(deps, () => openSecrets(secretBox, id, secrets).map(({ secret }) => secret)),
    ),
    ...Object.values(job.settings.engine?.environment ?? {}).filter((value) => /^[^\s/]{16,}$/.test(value)),
  ]);
  return createGate(() => knownSecrets.of(projectId));
}

/**
 * Ignores secrets that cannot be decrypted, as this process does not know them; the step that needs one
 * reports it.
 */
function tryTo({ log }: JobGateDeps, open: () => string[]): string[] {
  try {
    return open();
  } catch (error) {
    log.warn({ err: error }, "a stored secret cannot be decrypted");
    return [];
  }
}
