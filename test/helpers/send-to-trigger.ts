import { createHmac, randomUUID } from "node:crypto";
import {
  type ReceiveTriggerDeps,
  receiveTriggerDelivery,
} from "../../src/triggers/receive-trigger-delivery.ts";

interface Receiver {
  deps: ReceiveTriggerDeps;
  triggerId: string;
  secret: string;
}

/** Tells a trigger of an event as a sender would that signs as Standard Webhooks describes. */
export function sendToTrigger(
  { deps, triggerId, secret }: Receiver,
  event: object,
  id: string = randomUUID(),
) {
  const body = Buffer.from(JSON.stringify(event));
  const seconds = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.`).update(body).digest("base64");
  const headers = {
    ...{ "webhook-id": id, "webhook-timestamp": seconds },
    "webhook-signature": `v1,${signature}`,
  };
  return receiveTriggerDelivery(deps, triggerId, { headers, body });
}
