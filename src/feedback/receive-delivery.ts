import { createHash } from "node:crypto";
import type { HostDelivery, ReadWebhook } from "../code-hosts/types.ts";
import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { storeDelivery } from "../store/feedback/store-delivery.ts";
import { toToldEvent } from "./to-told-event.ts";

/** How a project's deliveries are read. */
export interface Webhook {
  read: ReadWebhook;
  secret: string;
  /** Whose credentials the project has, by the host's name; null when that is not known. */
  login: string | null;
}

/** Null for a project that does not exist, has no webhook secret, or whose host has no webhooks. */
export type OpenWebhook = (projectId: string) => Promise<Webhook | null>;

export interface ReceiveDeps {
  database: Database;
  openWebhook: OpenWebhook;
}

/**
 * Takes a delivery of a host's webhook: what follows from it is stored before this resolves, and the host is
 * not asked anything. Throws `project_not_found`, `invalid_signature`, `invalid_request`, `unavailable`.
 */
export async function receiveDelivery(
  deps: ReceiveDeps,
  projectId: string,
  delivery: HostDelivery,
): Promise<{ repeated: boolean }> {
  if (delivery.body.length === 0) throw new AppError("invalid_request", "The delivery has no body.");
  const webhook = projectId.includes("\0") ? null : await deps.openWebhook(projectId);
  if (webhook === null || webhook.secret === "")
    throw new AppError("project_not_found", "There is no such project, or it expects no deliveries.");
  const { deliveryId, events } = await webhook.read(delivery, webhook.secret);
  const isNew = await storeDelivery(deps.database, {
    projectId,
    deliveryId,
    bodyHash: createHash("sha256").update(delivery.body).digest(),
    events: events.flatMap((event) => toToldEvent(event, webhook.login) ?? []),
  });
  return { repeated: !isNew };
}
