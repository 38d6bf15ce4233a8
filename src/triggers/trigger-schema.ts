import { z } from "zod";
import { sourceNamePattern } from "../context/context-schema.ts";
import { topicText } from "../jobs/create-job-body.ts";
import { nameText, plainText } from "../schemas/plain-text.ts";
import { globCharactersMax } from "../text/match-glob.ts";
import { languageName } from "../translations/translation-request.ts";
import { findTemplateProblem } from "./render-template.ts";
import { triggerEventSchema } from "./trigger-event.ts";

export const triggerKinds = ["schedule", "source_change", "release", "mention", "page_feedback"] as const;
export type TriggerKind = (typeof triggerKinds)[number];

/** Name that stands for the project's own repository as a source. */
export const ownSource = ".";
const sourceMistake = `must be the name of a context repository, or ${ownSource}`;

/** Signers of deliveries; generic: Standard Webhooks, with the body described in docs/triggers.md. */
export const deliveryHosts = [
  ...(["generic", "github", "gitlab", "gitea", "forgejo", "bitbucket", "azure-devops"] as const),
] as const;

const globs = z.array(plainText({ max: globCharactersMax })).max(50);
const template = (max: number) =>
  plainText({ max }).refine((text) => findTemplateProblem(text) === null, {
    error: ({ input }) => findTemplateProblem(String(input)) ?? "",
  });

const settingsShape = {
  cron: plainText({ max: 100 }).optional().meta({
    description: "For a schedule: minute, hour, day of the month, month, day of the week.",
  }),
  timeZone: plainText({ max: 60 }).optional().meta({ description: "For a schedule; UTC when absent." }),
  host: z.enum(deliveryHosts).optional().meta({
    description: "Who sends deliveries; generic when absent: signed as Standard Webhooks describes.",
  }),
  repository: plainText({ max: 2_000 }).optional().meta({
    description: "Only events of the repository with this address; of any when absent.",
  }),
  source: z
    .union([z.literal(ownSource), z.string().regex(sourceNamePattern, sourceMistake)], sourceMistake)
    .optional()
    .meta({
      description:
        "For a source change or release: a context repository that is checked every minute, with or without deliveries; . is the project's own repository.",
    }),
  translate: z
    .array(z.string().regex(languageName, "a language is written like de or pt-BR"))
    .min(1)
    .max(20)
    .optional()
    .meta({
      description:
        "Languages whose translations are brought up to date; each event starts one job for each language, and the prompt holds instructions for the translation.",
    }),
  refs: globs.optional().meta({ description: "Only these branches or tags, as globs." }),
  paths: globs.optional().meta({ description: "Only when a path that was changed matches." }),
  labels: z
    .array(plainText({ max: 255 }))
    .max(20)
    .optional()
    .meta({
      description: "Only merged pull requests with one of these labels.",
    }),
  askAuthors: z.boolean("must be true or false").optional().meta({
    description: "For a source change: the person who pushed or merged is asked to review.",
  }),
  on: z.enum(["push", "merge"]).optional().meta({
    description: "For a source change: pushes or merged pull requests; pushes when absent.",
  }),
};

const settings = z.strictObject(settingsShape);
export type TriggerSettings = z.output<typeof settings>;

const budget = z.strictObject({
  maxJobs: z.int("must be a whole number").min(1).max(100_000).optional(),
  maxCostUsd: z.number("must be a number").positive().max(1_000_000).optional(),
});

const common = {
  name: nameText({ max: 80 }).meta({ description: "Name for people; unique in the project." }),
  settings,
  prompt: template(20_000).meta({
    description:
      "Prompt of the jobs: a template with {{field}} for values of the event, which are quoted as data.",
  }),
  topic: template(100).meta({
    description: "Which pull request its jobs share: a template; the trigger's name when absent.",
  }),
  enabled: z.boolean("must be true or false"),
  windowSeconds: z.int("must be a whole number").min(0).max(86_400).meta({
    description: "How long to wait for further events of the same topic after the first.",
  }),
  budget: budget.meta({ description: "Per month, in UTC; no limit when absent." }),
};

export const createTriggerInput = z.strictObject({
  ...common,
  kind: z.enum(triggerKinds, { error: `must be one of ${triggerKinds.join(", ")}` }),
  settings: settings.default({}),
  topic: common.topic.optional(),
  enabled: common.enabled.default(true),
  windowSeconds: common.windowSeconds.default(0),
  budget: common.budget.default({}),
});

export const changeTriggerInput = z.strictObject(common).partial();

export const testTriggerInput = z.strictObject({
  event: triggerEventSchema.partial().optional().meta({
    description: "Fields of the event; an example of the trigger's kind when absent.",
  }),
  start: z.boolean("must be true or false").default(false).meta({
    description: "Also start a job, as a delivery with this event would.",
  }),
});

export const stopTriggersInput = z.strictObject({ stopped: z.boolean("must be true or false") });

const time = z.iso.datetime({ precision: 3 });

export const triggerSchema = z
  .object({
    id: z.string(),
    projectId: z.string(),
    name: z.string(),
    kind: z.enum(triggerKinds),
    settings: z.object(settingsShape),
    prompt: z.string(),
    topic: topicText,
    enabled: z.boolean(),
    windowSeconds: z.int(),
    budget: z.object(budget.shape),
    used: z.object({ jobs: z.int(), costUsd: z.number() }).meta({
      description: "This month, in UTC, as the budget counts it; costUsd is what its jobs have cost so far.",
    }),
    deliveryUrl: z.string().nullable().meta({ description: "Where deliveries go; null for a schedule." }),
    nextAt: time.nullable().meta({ description: "When a schedule is due." }),
    createdAt: time,
  })
  .meta({ description: "What starts jobs of a project by itself." });

export type TriggerRecord = z.output<typeof triggerSchema>;

export const createdTrigger = triggerSchema.extend({
  secret: z.string().nullable().meta({ description: "Signs the deliveries; shown only now." }),
});

export const triggerList = z.object({
  data: z.array(triggerSchema),
  stopped: z.boolean().meta({ description: "Nothing starts by itself in this project." }),
  instanceStopped: z.boolean().meta({
    description: "The operator has stopped the triggers of all projects.",
  }),
});

export const triggerTest = z.object({
  prompt: z.string(),
  topic: z.string(),
  ignored: z.string().nullable().meta({ description: "Why such an event would start nothing." }),
  overlaps: z
    .array(z.object({ jobId: z.string(), prLink: z.string(), paths: z.array(z.string()) }))
    .meta({ description: "Open pull requests that change pages which the prompt names." }),
  started: z.boolean(),
});

export const triggerHistory = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      deliveryId: z.string(),
      at: time,
      event: triggerEventSchema,
      state: z.enum(["waiting", "due", "started", "joined", "ignored", "refused"]).meta({
        description: "joined: it became a turn of the topic's job.",
        isOpen: true,
      }),
      note: z.string().meta({
        description: "Why nothing was started, or which other open pull requests change the same pages.",
      }),
      jobId: z.string().nullable(),
    }),
  ),
  nextCursor: z.string().nullable().meta({ description: "For the next page; null on the last one." }),
});
