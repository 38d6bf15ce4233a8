import { z } from "zod";
import { jobRecord } from "../jobs/record-schema.ts";
import { triggerKinds } from "../triggers/trigger-schema.ts";
import { jobEvents, pingType, triggerEvents } from "./webhook-record.ts";

const timestamp = z.iso.datetime({ precision: 3 }).meta({ description: "When it happened." });

const jobMessages = jobEvents.map((event) =>
  z
    .object({
      type: z.literal(event),
      timestamp,
      data: z.object({
        projectId: z.string(),
        job: jobRecord,
      }),
    })
    .meta({ description: `What is sent for ${event}, with the job's record as it was then.` }),
);

const triggerMeanings: Record<(typeof triggerEvents)[number], string> = {
  "trigger.started": "a run of the trigger has created a job, or joined the job of its topic",
  "trigger.skipped": "an event, or a run of several, starts nothing; the note says why",
  "trigger.budget_used": "events start nothing because the trigger's budget of the month is used up",
};

const triggerMessages = triggerEvents.map((event) =>
  z
    .object({
      type: z.literal(event),
      timestamp,
      data: z.object({
        projectId: z.string(),
        trigger: z.object({ id: z.string(), name: z.string(), kind: z.enum(triggerKinds) }),
        topic: z.string(),
        jobId: z.string().nullable().meta({ description: "null: there is no job." }),
        joined: z.boolean().meta({ description: "Whether the job of the topic already existed." }),
        note: z
          .string()
          .meta({ description: "The note of the history: why nothing was started, or a warning." }),
      }),
    })
    .meta({ description: `What is sent for ${event}: ${triggerMeanings[event]}.` }),
);

/** Messages to webhooks, one schema per event that they can subscribe to. */
export const webhookMessages = [...jobMessages, ...triggerMessages];

/** Test message to a single webhook. */
export const pingMessage = z
  .object({
    type: z.literal(pingType),
    timestamp: z.iso.datetime({ precision: 3 }).meta({ description: "When it was asked for." }),
    data: z.object({ projectId: z.string(), webhookId: z.string() }),
  })
  .meta({ description: "Sent to one webhook to see whether it arrives; belongs to no job." });
