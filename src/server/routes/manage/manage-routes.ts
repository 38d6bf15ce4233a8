import type { FastifyInstance } from "fastify";
import type { Operation } from "../../openapi/operation.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { registerAudit } from "./audit.ts";
import * as connection from "./connection-operations.ts";
import { registerManageContext } from "./context.ts";
import * as context from "./context-operations.ts";
import { exportProjectOperation, registerExportProject } from "./export-project.ts";
import { getInstructionsOperation, registerInstructions } from "./instructions.ts";
import * as keys from "./key-operations.ts";
import { registerManageKeys, registerManagementKeys } from "./keys.ts";
import { registerOversight } from "./oversight.ts";
import * as oversight from "./oversight-operations.ts";
import * as projects from "./project-operations.ts";
import { registerManageProjects } from "./projects.ts";
import {
  connectSlackOperation,
  disconnectSlackOperation,
  listSlackOperation,
  registerManageSlack,
} from "./slack.ts";
import { listTranslationsOperation, registerListTranslations } from "./translations.ts";
import * as triggers from "./trigger-operations.ts";
import { registerManageTriggers } from "./triggers.ts";
import * as webhooks from "./webhook-operations.ts";
import { registerManageWebhooks } from "./webhooks.ts";

interface ManageRoute {
  operations: readonly Operation[];
  register(app: FastifyInstance, deps: ServerDeps): void;
}

/** Routes that manage projects, keys and webhooks, and those that show them. */
export const manageRoutes: readonly ManageRoute[] = [
  {
    operations: [
      projects.listProjectsOperation,
      projects.createProjectOperation,
      projects.getProjectOperation,
      projects.changeProjectOperation,
      projects.removeProjectOperation,
      projects.setCredentialsOperation,
      connection.testConnectionOperation,
      connection.createGithubAppLinkOperation,
      connection.previewRepositoryOperation,
    ],
    register: registerManageProjects,
  },
  {
    operations: [
      keys.listApiKeysOperation,
      keys.createApiKeyOperation,
      keys.rotateApiKeyOperation,
      keys.revokeApiKeyOperation,
    ],
    register: registerManageKeys,
  },
  {
    operations: [
      keys.listManagementKeysOperation,
      keys.createManagementKeyOperation,
      keys.rotateManagementKeyOperation,
      keys.revokeManagementKeyOperation,
    ],
    register: registerManagementKeys,
  },
  {
    operations: [
      webhooks.listWebhooksOperation,
      webhooks.createWebhookOperation,
      webhooks.getWebhookOperation,
      webhooks.removeWebhookOperation,
      webhooks.rotateWebhookOperation,
      webhooks.disableWebhookOperation,
      webhooks.enableWebhookOperation,
      webhooks.pingWebhookOperation,
      webhooks.listDeliveriesOperation,
      webhooks.redeliverOperation,
      webhooks.getHostWebhookOperation,
    ],
    register: registerManageWebhooks,
  },
  {
    operations: [
      context.listContextOperation,
      context.addContextOperation,
      context.getContextOperation,
      context.changeContextOperation,
      context.removeContextOperation,
      context.testContextOperation,
    ],
    register: registerManageContext,
  },
  {
    operations: [
      triggers.listTriggersOperation,
      triggers.createTriggerOperation,
      triggers.stopTriggersOperation,
      triggers.stopAllTriggersOperation,
      triggers.getTriggerOperation,
      triggers.changeTriggerOperation,
      triggers.removeTriggerOperation,
      triggers.rotateTriggerOperation,
      triggers.testTriggerOperation,
      triggers.listTriggerHistoryOperation,
    ],
    register: registerManageTriggers,
  },
  {
    operations: [listSlackOperation, connectSlackOperation, disconnectSlackOperation],
    register: registerManageSlack,
  },
  { operations: [exportProjectOperation], register: registerExportProject },
  { operations: [getInstructionsOperation], register: registerInstructions },
  { operations: [listTranslationsOperation], register: registerListTranslations },
  { operations: [oversight.listAuditOperation], register: registerAudit },
  {
    operations: [oversight.listUsageOperation, oversight.getInstanceOperation],
    register: registerOversight,
  },
];
