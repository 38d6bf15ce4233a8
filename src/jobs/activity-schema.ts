import { z } from "zod";

const count = z.int().min(0);
const seconds = z.int().min(0);

const activeJob = z.object({
  id: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  prompt: z.string().meta({ description: "The first 200 characters of what the turn is about." }),
  model: z.string(),
  reason: z.enum(["running", "queued", "waiting_capacity"]).meta({ isOpen: true }),
  turn: z.int().min(1),
  /** What the job is doing now. */
  lastEvent: z.string().meta({ description: "Kind of its newest event." }),
  sinceSeconds: seconds.meta({ description: "Since the turn began, or since it has been waiting." }),
  steps: count,
  tokens: count,
  costUsd: z.number().nullable(),
});

export const activity = z.object({
  queue: z.object({
    queued: count,
    waitingCapacity: count,
    running: count,
    oldestQueuedSeconds: seconds,
    openPullRequests: count,
  }),
  workers: z
    .array(
      z.object({
        id: z.string(),
        startedAt: z.iso.datetime({ precision: 3 }),
        running: count,
        aliveSeconds: seconds,
      }),
    )
    .meta({
      description:
        "The instance's workers, with the number of jobs that each runs and the time of its last heartbeat.",
    }),
  lastHour: z
    .object({
      created: count,
      completed: count,
      failed: count,
      tokens: count,
      costUsd: z.number().nullable(),
    })
    .meta({
      description: "Jobs created or ended in the last 60 minutes, and what the ended ones used.",
    }),
  jobs: z.array(activeJob).meta({ description: "Active jobs, running ones first; at most 100." }),
});

export type Activity = z.output<typeof activity>;
