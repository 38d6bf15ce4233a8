import { z } from "zod";
import { jobRecord } from "../jobs/record-schema.ts";
import { pingType, webhookEvents } from "./webhook-record.ts";

/** What a webhook gets, one schema for each event that it can subscribe to. */
export const webhookMessages = webhookEvents.map((event) =>
  z
    .object({
      type: z.literal(event),
      timestamp: z.iso.datetime({ precision: 3 }).meta({ description: "When it happened." }),
      data: z.object({
        projectId: z.string(),
        job: jobRecord,
      }),
    })
    .meta({ description: `What is sent for ${event}, with the job's record as it was then.` }),
);

/** With what somebody tries one webhook. */
export const pingMessage = z
  .object({
    type: z.literal(pingType),
    timestamp: z.iso.datetime({ precision: 3 }).meta({ description: "When it was asked for." }),
    data: z.object({ projectId: z.string(), webhookId: z.string() }),
  })
  .meta({ description: "What is sent to one webhook to see whether it arrives; it is about no job." });
