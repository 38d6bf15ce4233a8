import type { z } from "zod";
import { requireProject } from "../projects/project-row.ts";
import { openCredentials } from "../secrets/project-credentials.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { hostWebhookHealth } from "./webhook-schema.ts";

const find = `
  select max(received_at) as last,
    (count(*) filter (where received_at > statement_timestamp() - interval '24 hours'))::integer as day
  from host_deliveries where project_id = $1`;

/**
 * Reports what the project's code host has delivered; deliveries are stored for seven days. Throws
 * `project_not_found`.
 */
export async function getHostWebhook(
  { database, secretBox, publicUrl }: { database: Database; secretBox: SecretBox; publicUrl: string },
  projectId: string,
): Promise<z.output<typeof hostWebhookHealth>> {
  const project = await requireProject(database, projectId);
  const { webhookSecret } = openCredentials(secretBox, projectId, project.credentials);
  const { rows } = await guardStore(() =>
    database.pool.query<{ last: Date | null; day: number }>(find, [projectId]),
  );
  return {
    url: `${publicUrl}/v2/hooks/${projectId}`,
    expected: webhookSecret !== undefined,
    lastDeliveryAt: rows[0]?.last?.toISOString() ?? null,
    deliveries24h: rows[0]?.day ?? 0,
  };
}
