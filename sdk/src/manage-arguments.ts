import type { ManageOperationId } from "./manage-routes.ts";

/** Operations that take something after their ids: a body or a query. */
export const withBody = new Set<ManageOperationId>([
  ...(["createProject", "changeProject", "removeProject", "setProjectCredentials"] as const),
  ...(["createTrigger", "changeTrigger", "stopTriggers", "stopAllTriggers", "testTrigger"] as const),
  ...(["addContextRepository", "changeContextRepository", "findOverlaps", "connectSlackChannel"] as const),
  ...(["createGithubAppLink", "previewRepository", "createApiKey", "rotateApiKey"] as const),
  ...(["createManagementKey", "rotateManagementKey", "createWebhook", "rotateWebhookSecret"] as const),
]);
export const withQuery = new Set<ManageOperationId>([
  ...(["listAllJobs", "getOutcomes", "listPages", "listTranslations", "listTriggerHistory"] as const),
  ...(["listProjects", "getInstructions", "listDeliveries", "listAudit", "listUsage"] as const),
]);
