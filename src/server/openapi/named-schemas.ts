import type { z } from "zod";
import { apiKeySchema } from "../../api-keys/api-key-schema.ts";
import { auditEntry } from "../../audit/audit-entry.ts";
import { author } from "../../jobs/author-schema.ts";
import { createJobBody } from "../../jobs/create-job-body.ts";
import { changedFile, fileOperation, siteShape, stepUsage, toolCall } from "../../jobs/event-parts.ts";
import { finding } from "../../jobs/finding-schema.ts";
import { jobChecks } from "../../jobs/get-job-checks.ts";
import { listedJob, listedJobPage } from "../../jobs/list-all-jobs.ts";
import { inbox } from "../../jobs/read-inbox.ts";
import {
  checkCounts,
  jobPage,
  jobPolicy,
  jobPullRequest,
  jobRecord,
  usage,
} from "../../jobs/record-schema.ts";
import { messageBody } from "../../jobs/send-message.ts";
import { managementKeySchema } from "../../management-keys/management-key-schema.ts";
import { outcomes } from "../../outcomes/outcomes-schema.ts";
import { role } from "../../people/role-schema.ts";
import { translationList } from "../../projects/list-translations.ts";
import { managedProject } from "../../projects/managed-project-schema.ts";
import { instructionsPreview } from "../../projects/preview-instructions.ts";
import { connectionTest, repositoryPreview } from "../../projects/preview-schema.ts";
import {
  renderedBlock,
  renderedPage,
  review,
  reviewActions,
  reviewContents,
  reviewFile,
  reviewFinding,
  reviewHunk,
  unavailable,
} from "../../review/review-schema.ts";
import { listedModel, modelPage, modelPrice } from "../../schemas/listed-model.ts";
import { translationState } from "../../translations/translation-state.ts";
import { usageRow } from "../../usage/usage-schema.ts";
import { pingMessage, webhookMessages } from "../../webhooks/message-schema.ts";
import { delivery, webhookSchema } from "../../webhooks/webhook-schema.ts";
import { eventOfKinds, eventPage, eventSchemaName, knownEvent, unknownEvent } from "./event-schemas.ts";
import { problemSchema } from "./problem-schema.ts";

export type Direction = "input" | "output";

/** Schemas that have a name in the document and are referenced wherever they are used. */
export const namedSchemas = new Map<z.ZodType, { name: string; io: Direction }>([
  [createJobBody, { name: "CreateJobBody", io: "input" }],
  [messageBody, { name: "SendMessageBody", io: "input" }],
  ...outputs([
    [jobRecord, "JobRecord"],
    [jobPolicy, "JobPolicy"],
    [jobPage, "JobPage"],
    [listedJobPage, "ListedJobPage"],
    [listedJob, "ListedJob"],
    [inbox, "Inbox"],
    [outcomes, "Outcomes"],
    [usage, "Usage"],
    [jobPullRequest, "PullRequest"],
    [checkCounts, "CheckCounts"],
    [author, "Author"],
    [role, "Role"],
    [eventPage, "EventPage"],
    [knownEvent, "JobEvent"],
    [unknownEvent, "UnknownJobEvent"],
    ...eventOfKinds.map((schema): [z.ZodType, string] => [schema, eventSchemaName(schema.shape.kind.value)]),
    [toolCall, "ToolCall"],
    [fileOperation, "FileOperation"],
    ...fileOperation.options.map((schema): [z.ZodType, string] => [
      schema,
      `${capitalize(schema.shape.op.value)}Operation`,
    ]),
    [stepUsage, "StepUsage"],
    [siteShape, "SiteShape"],
    [changedFile, "ChangedFile"],
    [jobChecks, "JobChecks"],
    [finding, "Finding"],
    [review, "Review"],
    [reviewFile, "ReviewFile"],
    [reviewFinding, "ReviewFinding"],
    [reviewActions, "ReviewActions"],
    [reviewContents, "ReviewContents"],
    [unavailable, "Unavailable"],
    [reviewHunk, "ReviewHunk"],
    [renderedPage, "RenderedPage"],
    [renderedBlock, "RenderedBlock"],
    [managedProject, "ManagedProject"],
    [instructionsPreview, "InstructionsPreview"],
    [translationState, "TranslationState"],
    [translationList, "TranslationList"],
    [repositoryPreview, "RepositoryPreview"],
    [connectionTest, "ConnectionTest"],
    [apiKeySchema, "ApiKey"],
    [managementKeySchema, "ManagementKey"],
    [webhookSchema, "Webhook"],
    [delivery, "Delivery"],
    [auditEntry, "AuditEntry"],
    [usageRow, "UsageRow"],
    [listedModel, "Model"],
    [modelPrice, "ModelPrice"],
    [modelPage, "ModelPage"],
    [pingMessage, "WebhookPing"],
    ...webhookMessages.map((schema): [z.ZodType, string] => [schema, messageName(schema.shape.type.value)]),
    [problemSchema, "Problem"],
  ]),
]);

function outputs(entries: [z.ZodType, string][]) {
  return entries.map(([schema, name]) => [schema, { name, io: "output" as const }] as const);
}

/** Converts e.g. "pull_request.opened" to "PullRequestOpenedMessage". */
function messageName(type: string): string {
  return `${capitalize(type)}Message`;
}

function capitalize(words: string): string {
  return words.replace(/(?:^|[_.])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
