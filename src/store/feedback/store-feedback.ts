import type { Database } from "../database.ts";
import { inDeliveryOrder } from "./in-delivery-order.ts";
import { keepFeedback, type ToldFeedback } from "./keep-feedback.ts";

/** Stores what the host was asked for; what is known already changes nothing. Throws `unavailable`. */
export async function storeFeedback(
  database: Database,
  projectId: string,
  feedback: readonly ToldFeedback[],
): Promise<void> {
  if (feedback.length === 0) return;
  await inDeliveryOrder(database, projectId, (client) => keepFeedback(client, projectId, feedback));
}
