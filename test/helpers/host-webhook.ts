import { createHmac } from "node:crypto";
import { verifyHmac } from "../../src/code-hosts/verify-hmac.ts";
import type { HostEvent, ReadWebhook } from "../../src/code-hosts/webhook-types.ts";
import { AppError } from "../../src/errors.ts";

export const webhookSecret = "the webhook's secret";

/** A host whose deliveries are the events themselves, signed as GitHub signs. */
export const readTestWebhook: ReadWebhook = async ({ headers, body }, secret) => {
  verifyHmac(body, headers["x-signature"], secret);
  try {
    const { events } = JSON.parse(body.toString("utf8")) as { events: HostEvent[] };
    return { deliveryId: headers["x-delivery"] ?? "", events };
  } catch (cause) {
    throw new AppError("invalid_request", "The delivery is no JSON.", { cause });
  }
};

export interface SentDelivery {
  events?: HostEvent[];
  deliveryId?: string;
  secret?: string;
  /** In place of the events. */
  body?: string;
  contentType?: string;
}

let sent = 0;

/** Sends a delivery to a Copydesk server; without an id it has a new one, and so has its body. */
export function sendDelivery(url: string, projectId: string, delivery: SentDelivery): Promise<Response> {
  sent += 1;
  const { events = [], deliveryId = `delivery-${sent}`, secret = webhookSecret } = delivery;
  const body = delivery.body ?? JSON.stringify({ events, of: deliveryId });
  return fetch(`${url}/v2/hooks/${projectId}`, {
    method: "POST",
    body,
    headers: {
      "content-type": delivery.contentType ?? "application/json",
      "x-delivery": deliveryId,
      "x-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    },
  });
}
