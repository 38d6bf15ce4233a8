import { z } from "zod";
import { auditPage } from "../../../audit/audit-entry.ts";
import { listAuditInput } from "../../../audit/list-audit.ts";
import { listedModel } from "../../../schemas/listed-model.ts";
import { usageInput, usagePage } from "../../../usage/usage-schema.ts";
import type { Operation } from "../../openapi/operation.ts";
import { exampleAuthor, exampleOrganisationId, exampleProjectId, exampleTime } from "./manage-parts.ts";

const exampleEntry = {
  ...{ id: 17, at: exampleTime, action: "api_key.created", author: exampleAuthor, from: "192.0.2.7" },
  ...{ organisationId: exampleOrganisationId, projectId: exampleProjectId },
  subject: { kind: "api_key", id: "k3Jx9QaZ", name: "ci" },
  ...{ before: null, after: { name: "ci", scopes: ["read", "write"] } },
};

const json = (schema: z.ZodType, example: unknown) => ({ type: "application/json", schema, example });
const base = { tag: "Oversight", scope: null } as const;

export const listAuditOperation: Operation = {
  ...{ ...base, id: "listAudit", method: "get", path: "/v2/manage/audit", permission: "audit:read" },
  summary: "List, download or follow the audit log",
  description:
    "Every change made by management, newest first; secrets are masked. With Accept: application/x-ndjson, all entries that pass the filters come as JSON lines, oldest first. With Accept: text/event-stream, entries come as they happen, with their numbers as ids; a client that reconnects with Last-Event-ID misses none.",
  query: {
    schema: listAuditInput,
    descriptions: {
      action: "For example api_key.created, or a group such as api_key; several separated by commas.",
      author: "Name, id or kind of whoever made the change.",
      projectId: "Only entries of this project.",
      from: "Not before this time.",
      to: "Before this time.",
      limit: "Maximum number of entries on a page.",
      cursor: "nextCursor of the page before.",
    },
    example: {
      ...{ action: "api_key", author: "Docs editor", projectId: exampleProjectId, limit: 50, cursor: "18" },
      ...{ from: "2026-11-01T00:00:00.000Z", to: "2026-12-01T00:00:00.000Z" },
    },
  },
  requestHeaders: {
    "Last-Event-ID": {
      description: "For a stream: number of the last entry already seen.",
      example: "17",
      pattern: "^[0-9]{1,18}$",
    },
  },
  responses: {
    200: {
      description: "One page.",
      headers: { Vary: { description: "Request headers that the response depends on.", example: "Accept" } },
      content: json(auditPage, { data: [exampleEntry], nextCursor: null }),
      otherContent: {
        type: "application/x-ndjson",
        schema: z.string().meta({ description: "An AuditEntry on each line." }),
        example: `${JSON.stringify(exampleEntry)}\n`,
      },
    },
  },
  errors: ["too_many_streams"],
};

export const listUsageOperation: Operation = {
  ...{ ...base, id: "listUsage", method: "get", path: "/v2/manage/usage", permission: "usage:read" },
  summary: "List what was used",
  description:
    "Jobs, tokens and cost of each month in UTC, by project, by key or all together; of this month by default. A job counts for the month in which it was created.",
  query: {
    schema: usageInput,
    descriptions: {
      from: "First month.",
      to: "Last month.",
      groupBy: "What each row is about.",
      projectId: "Only this project.",
    },
    example: { from: "2026-09", to: "2026-11", groupBy: "key", projectId: exampleProjectId },
  },
  responses: {
    200: {
      description: "Usage, newest month first.",
      content: json(usagePage, {
        data: [
          {
            ...{ month: "2026-11", projectId: exampleProjectId, projectName: "Product docs" },
            ...{ apiKeyId: "k3Jx9QaZ", apiKeyName: "ci", jobs: 42, costUsd: 3.1, cap: { maxCostUsd: 50 } },
            ...{ inputTokens: 1_200_000, cachedInputTokens: 800_000, outputTokens: 90_000 },
          },
        ],
      }),
    },
  },
  errors: [],
};

const budget = z.int().nullable();

export const instanceFacts = z.object({
  version: z.string(),
  publicUrl: z.string(),
  contact: z.string().nullable(),
  defaultModel: z.string(),
  models: z.array(listedModel),
  budgetMax: z.object({
    maxSteps: budget,
    maxTokens: budget,
    maxCostUsd: z.number().nullable(),
    timeoutSeconds: budget,
  }),
  signIn: z.object({ password: z.boolean(), openId: z.boolean() }),
  organisations: z.int(),
});

export const getInstanceOperation: Operation = {
  ...{ ...base, id: "getInstance", method: "get", path: "/v2/manage/instance", permission: "projects:read" },
  summary: "Get what the instance is and can do",
  description:
    "Its version, models, limits and ways to sign in, which the operator sets by environment variables of the service.",
  responses: {
    200: {
      description: "The instance.",
      content: json(instanceFacts, {
        ...{ version: "1.0.0", publicUrl: "https://docs.example.com", contact: "docs@example.com" },
        ...{ defaultModel: "copydesk/chores", models: [], organisations: 1 },
        budgetMax: { maxSteps: 1000, maxTokens: null, maxCostUsd: null, timeoutSeconds: 43_200 },
        signIn: { password: true, openId: false },
      }),
    },
  },
  errors: [],
};
