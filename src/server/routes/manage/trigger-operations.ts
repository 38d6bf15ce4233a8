import type { z } from "zod";
import { listTriggerHistoryInput } from "../../../triggers/list-trigger-history.ts";
import {
  changeTriggerInput,
  createdTrigger,
  createTriggerInput,
  stopTriggersInput,
  testTriggerInput,
  triggerHistory,
  triggerList,
  triggerSchema,
  triggerTest,
} from "../../../triggers/trigger-schema.ts";
import { projectPath } from "../../openapi/job-operation.ts";
import type { Operation } from "../../openapi/operation.ts";
import {
  bodyErrors,
  exampleProjectId,
  exampleTime,
  onceErrors,
  onceHeaders,
  replayedHeader,
} from "./manage-parts.ts";

export const triggerPath = {
  triggerId: {
    description: "Id of the trigger.",
    example: "trg_0123456789abcdefghijkl",
    pattern: "^trg_[0-9A-Za-z]{22}$",
  },
};

const onePathParameters = { ...projectPath, ...triggerPath };
const triggerId = triggerPath.triggerId.example;
const prompt = "Document what changed in {{commit}}: {{text}}";
const exampleTrigger = {
  ...{ id: triggerId, projectId: exampleProjectId, name: "API changes", kind: "source_change" },
  settings: { repository: "https://github.com/example/api", host: "github", paths: ["src/api/**"] },
  ...{ prompt, topic: "API changes", enabled: true, windowSeconds: 300, budget: { maxJobs: 100 } },
  used: { jobs: 12, costUsd: 1.75 },
  deliveryUrl: `https://docs.example.com/v2/triggers/${triggerId}`,
  ...{ nextAt: null, createdAt: exampleTime },
};
const withSecret = { ...exampleTrigger, secret: "whsec_…" };
const exampleEvent = {
  ...{ kind: "push", repository: "https://github.com/example/api", ref: "main" },
  ...{ commit: "5f1c0a3b9d2e4f60718293a4b5c6d7e8f9012345", text: "Add the field total" },
};
const json = (schema: z.ZodType, example: unknown) => ({ type: "application/json", schema, example });

const base = { tag: "Triggers", scope: null } as const;
const allPath = "/v2/manage/projects/{projectId}/triggers";
const onePath = `${allPath}/{triggerId}` as const;
const all = { ...base, path: allPath, pathParameters: projectPath } as const;
const one = { ...base, path: onePath, pathParameters: onePathParameters } as const;

export const listTriggersOperation: Operation = {
  ...{ ...all, id: "listTriggers", method: "get", permission: "projects:read" },
  summary: "List a project's triggers",
  description: "What starts its jobs automatically, oldest first.",
  responses: {
    200: {
      description: "The triggers.",
      content: json(triggerList, { data: [exampleTrigger], stopped: false, instanceStopped: false }),
    },
  },
  errors: [],
};

export const createTriggerOperation: Operation = {
  ...{ ...all, id: "createTrigger", method: "post", permission: "projects:write" },
  summary: "Create a trigger",
  description: "The secret is shown in this response and never again. A project has at most 50.",
  requestHeaders: onceHeaders!,
  body: {
    schema: createTriggerInput,
    example: {
      ...{
        name: "Weekly links",
        kind: "schedule",
        settings: { cron: "0 6 * * 1", timeZone: "Europe/Zurich" },
      },
      prompt: "Fix broken links",
    },
  },
  responses: {
    201: { description: "The trigger.", headers: replayedHeader, content: json(createdTrigger, withSecret) },
  },
  errors: [...onceErrors, "trigger_name_taken", "schedule_never_fires"],
};

export const stopTriggersOperation: Operation = {
  ...{ ...all, id: "stopTriggers", method: "patch", permission: "projects:write" },
  summary: "Stop or resume all triggers of a project",
  description: "While they are stopped, events are recorded in their histories but start no jobs.",
  body: { schema: stopTriggersInput, example: { stopped: true } },
  responses: {
    200: { description: "Whether they are stopped.", content: json(stopTriggersInput, { stopped: true }) },
  },
  errors: bodyErrors,
};

export const stopAllTriggersOperation: Operation = {
  ...{ ...base, id: "stopAllTriggers", method: "patch", path: "/v2/manage/instance/triggers" },
  permission: "settings:write",
  summary: "Stop or resume all triggers of the instance",
  description:
    "For owners of the organisation that the instance began with. Triggers that a project has stopped itself stay stopped.",
  body: { schema: stopTriggersInput, example: { stopped: true } },
  responses: {
    200: { description: "Whether they are stopped.", content: json(stopTriggersInput, { stopped: true }) },
  },
  errors: bodyErrors,
};

export const getTriggerOperation: Operation = {
  ...{ ...one, id: "getTrigger", method: "get", permission: "projects:read" },
  summary: "Get a trigger",
  description: "Without its secret.",
  responses: { 200: { description: "The trigger.", content: json(triggerSchema, exampleTrigger) } },
  errors: ["trigger_not_found"],
};

export const changeTriggerOperation: Operation = {
  ...{ ...one, id: "changeTrigger", method: "patch", permission: "projects:write" },
  summary: "Change a trigger",
  description:
    "Absent settings stay. A schedule that is changed or switched on starts afresh: missed runs are not made up for.",
  body: { schema: changeTriggerInput, example: { enabled: false } },
  responses: { 200: { description: "The trigger.", content: json(triggerSchema, exampleTrigger) } },
  errors: [...bodyErrors, "trigger_not_found", "trigger_name_taken", "schedule_never_fires"],
};

export const removeTriggerOperation: Operation = {
  ...{ ...one, id: "removeTrigger", method: "delete", permission: "projects:write" },
  summary: "Remove a trigger",
  description: "With its history. Its jobs stay.",
  responses: { 204: { description: "It is removed." } },
  errors: [...bodyErrors, "trigger_not_found"],
};

export const rotateTriggerOperation: Operation = {
  ...{ ...one, id: "rotateTriggerSecret", method: "post", permission: "projects:write" },
  path: `${onePath}/rotate-secret`,
  summary: "Rotate a trigger's secret",
  description: "The old secret stops working at once. The new one is shown in this response and never again.",
  requestHeaders: onceHeaders!,
  responses: {
    201: { description: "The trigger.", headers: replayedHeader, content: json(createdTrigger, withSecret) },
  },
  errors: [...onceErrors, "trigger_not_found"],
};

export const testTriggerOperation: Operation = {
  ...{ ...one, id: "testTrigger", method: "post", permission: "projects:write" },
  path: `${onePath}/test`,
  summary: "Test a trigger",
  description:
    "What the trigger would ask for an event, or why it would start nothing, and which open pull requests change the same pages. With start, it also starts the job.",
  requestHeaders: onceHeaders!,
  body: { schema: testTriggerInput, example: { event: { text: "Add the field total" }, start: false } },
  responses: {
    200: {
      description: "What would follow.",
      headers: replayedHeader,
      content: json(triggerTest, {
        prompt: 'Document what changed in "5f1c0a3b": "Add the field total"',
        ...{ topic: "API changes", ignored: null, overlaps: [], started: false },
      }),
    },
  },
  errors: [...onceErrors, "trigger_not_found"],
};

export const listTriggerHistoryOperation: Operation = {
  ...{ ...one, id: "listTriggerHistory", method: "get", permission: "projects:read" },
  path: `${onePath}/history`,
  summary: "List the history of a trigger",
  description: "Newest first: each event with the job that it started, or why it started none.",
  query: {
    schema: listTriggerHistoryInput,
    descriptions: {
      limit: "Maximum number of entries on a page.",
      cursor: "nextCursor of the page before.",
    },
    example: { limit: 20, cursor: "17" },
  },
  responses: {
    200: {
      description: "One page.",
      content: json(triggerHistory, {
        data: [
          {
            ...{ id: "16", deliveryId: "msg_6f0c", at: exampleTime, event: exampleEvent },
            ...{ state: "started", note: "", jobId: "job_0123456789abcdefghijkl" },
          },
        ],
        nextCursor: null,
      }),
    },
  },
  errors: ["trigger_not_found"],
};
