import { z } from "zod";
import { webhookEvents } from "./webhook-record.ts";

const time = z.iso.datetime({ precision: 3 });

/** A webhook without its secrets. */
export const webhookSchema = z
  .object({
    id: z.string(),
    projectId: z.string(),
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    createdAt: time,
    failingSince: time.nullable().meta({ description: "Since when every attempt has failed." }),
    disabledAt: time.nullable(),
    disabledReason: z.string().nullable(),
  })
  .meta({ description: "A webhook of a project, without its secret." });

export const createdWebhook = webhookSchema.extend({
  secret: z.string().meta({ description: "Signs the messages; shown only here." }),
});

export const delivery = z
  .object({
    id: z.string(),
    messageId: z.string(),
    type: z.string(),
    jobId: z.string().nullable().meta({
      description:
        "null for a message that belongs to no job, such as a ping or a trigger that started none.",
    }),
    state: z.enum(["pending", "delivered", "failed"]),
    createdAt: time,
    nextAttemptAt: time.nullable(),
    attempts: z.array(
      z.object({
        at: z.string(),
        status: z.int().nullable().meta({ description: "HTTP status; null: there was no response." }),
        error: z.string().nullable(),
        response: z.string().meta({ description: "Its beginning." }),
        durationMs: z.int(),
      }),
    ),
  })
  .meta({ description: "A message to a webhook, with every attempt to deliver it." });

export const deliveryPage = z.object({ data: z.array(delivery), nextCursor: z.string().nullable() });

/** Deliveries that a project's code host sends on its own. */
export const hostWebhookHealth = z
  .object({
    url: z.string().meta({ description: "What to enter at the code host." }),
    expected: z
      .boolean()
      .meta({ description: "Whether a webhook secret is stored: without one deliveries are refused." }),
    lastDeliveryAt: time.nullable(),
    deliveries24h: z.int(),
  })
  .meta({ description: "Whether the code host sends merges and comments." });
