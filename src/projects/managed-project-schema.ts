import { z } from "zod";
import { projectSettings } from "./update-project.ts";

const time = z.iso.datetime({ precision: 3 });

const projectFields = {
  id: z.string(),
  name: z.string(),
  repository: z.string(),
  ref: z.string().nullable().meta({ description: "Base branch; null for the repository's default branch." }),
  host: z.string(),
  hostUrl: z
    .string()
    .nullable()
    .meta({ description: "Base URL of the host's API; null if the repository's URL tells it." }),
  connected: z.boolean().meta({ description: "Whether credentials are stored. They are never shown." }),
  model: z.string().nullable().meta({ description: "null: the instance's default model." }),
  settings: projectSettings.partial().meta({
    description: "Absent settings have their defaults. Values of an engine's environment are masked.",
  }),
  organisationId: z.string(),
  createdAt: time,
};

/** A project with its usage, without credentials. */
export const managedProject = z
  .object({
    ...projectFields,
    counts: z.object({
      queued: z.int(),
      running: z.int(),
      openPullRequests: z.int(),
    }),
    limit: z
      .object({ limit: z.int(), used: z.int(), nextFreeAt: time.nullable() })
      .meta({ description: "Creates of the last 60 minutes, and when the next one becomes free." }),
    thisMonth: z
      .object({ tokens: z.int(), costUsd: z.number(), resetsAt: time.nullable() })
      .meta({ description: "What its jobs have used this month, in UTC." }),
    retention: z.object({ recordsDays: z.int(), transcriptsDays: z.int() }).meta({
      description: "Number of days for which jobs, and their events and diffs, are kept after they end.",
    }),
  })
  .meta({ description: "A project with its settings." });

export type ManagedProject = z.output<typeof managedProject>;

export const managedProjectPage = z.object({
  data: z.array(managedProject),
  nextCursor: z.string().nullable(),
});
