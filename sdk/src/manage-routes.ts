import type { Operations } from "./generated-types.ts";

const manage = "/v2/manage";
const project = `${manage}/projects/{projectId}` as const;
const keys = `${project}/api-keys` as const;
const managementKeys = `${manage}/management-keys` as const;
const webhooks = `${project}/webhooks` as const;
const webhook = `${webhooks}/{webhookId}` as const;
const contexts = `${project}/context` as const;
const context = `${contexts}/{contextId}` as const;
const triggers = `${project}/triggers` as const;
const trigger = `${triggers}/{triggerId}` as const;
const json = "application/json";

/** Methods and paths of the operations that manage an instance. */
export const manageRoutes = {
  listProjects: { method: "GET", path: `${manage}/projects`, type: json },
  createProject: { method: "POST", path: `${manage}/projects`, type: json },
  getProject: { method: "GET", path: project, type: json },
  changeProject: { method: "PATCH", path: project, type: json },
  removeProject: { method: "DELETE", path: project, type: json },
  setProjectCredentials: { method: "PUT", path: `${project}/credentials`, type: json },
  testProjectConnection: { method: "POST", path: `${project}/test`, type: json },
  createGithubAppLink: { method: "POST", path: `${project}/github-app-link`, type: json },
  previewRepository: { method: "POST", path: `${manage}/repository-preview`, type: json },
  getInstructions: { method: "GET", path: `${project}/instructions`, type: json },
  listTranslations: { method: "GET", path: `${project}/translations`, type: json },
  exportProject: { method: "GET", path: `${project}/export`, type: "application/x-ndjson" },
  listApiKeys: { method: "GET", path: keys, type: json },
  createApiKey: { method: "POST", path: keys, type: json },
  rotateApiKey: { method: "POST", path: `${keys}/{keyId}/rotate`, type: json },
  revokeApiKey: { method: "DELETE", path: `${keys}/{keyId}`, type: json },
  listManagementKeys: { method: "GET", path: managementKeys, type: json },
  createManagementKey: { method: "POST", path: managementKeys, type: json },
  rotateManagementKey: { method: "POST", path: `${managementKeys}/{keyId}/rotate`, type: json },
  revokeManagementKey: { method: "DELETE", path: `${managementKeys}/{keyId}`, type: json },
  listWebhooks: { method: "GET", path: webhooks, type: json },
  createWebhook: { method: "POST", path: webhooks, type: json },
  getWebhook: { method: "GET", path: webhook, type: json },
  removeWebhook: { method: "DELETE", path: webhook, type: null },
  rotateWebhookSecret: { method: "POST", path: `${webhook}/rotate-secret`, type: json },
  disableWebhook: { method: "POST", path: `${webhook}/disable`, type: json },
  enableWebhook: { method: "POST", path: `${webhook}/enable`, type: json },
  pingWebhook: { method: "POST", path: `${webhook}/ping`, type: json },
  listDeliveries: { method: "GET", path: `${webhook}/deliveries`, type: json },
  redeliver: { method: "POST", path: `${webhook}/deliveries/{deliveryId}/redeliver`, type: json },
  getHostWebhook: { method: "GET", path: `${project}/host-webhook`, type: json },
  listTriggers: { method: "GET", path: triggers, type: json },
  createTrigger: { method: "POST", path: triggers, type: json },
  stopAllTriggers: { method: "PATCH", path: `${manage}/instance/triggers`, type: json },
  stopTriggers: { method: "PATCH", path: triggers, type: json },
  getTrigger: { method: "GET", path: trigger, type: json },
  changeTrigger: { method: "PATCH", path: trigger, type: json },
  removeTrigger: { method: "DELETE", path: trigger, type: null },
  rotateTriggerSecret: { method: "POST", path: `${trigger}/rotate-secret`, type: json },
  testTrigger: { method: "POST", path: `${trigger}/test`, type: json },
  listTriggerHistory: { method: "GET", path: `${trigger}/history`, type: json },
  listSlackChannels: { method: "GET", path: `${project}/slack`, type: json },
  connectSlackChannel: { method: "POST", path: `${project}/slack`, type: json },
  disconnectSlackChannel: { method: "DELETE", path: `${project}/slack/{connectionId}`, type: null },
  listContextRepositories: { method: "GET", path: contexts, type: json },
  addContextRepository: { method: "POST", path: contexts, type: json },
  getContextRepository: { method: "GET", path: context, type: json },
  changeContextRepository: { method: "PATCH", path: context, type: json },
  removeContextRepository: { method: "DELETE", path: context, type: null },
  testContextRepository: { method: "POST", path: `${context}/test`, type: json },
  listAudit: { method: "GET", path: `${manage}/audit`, type: json },
  listAllJobs: { method: "GET", path: `${manage}/jobs`, type: json },
  getInbox: { method: "GET", path: `${manage}/inbox`, type: json },
  getOutcomes: { method: "GET", path: `${manage}/outcomes`, type: json },
  getActivity: { method: "GET", path: `${manage}/activity`, type: json },
  listPages: { method: "GET", path: `${project}/pages`, type: json },
  findOverlaps: { method: "POST", path: `${project}/overlaps`, type: json },
  listUsage: { method: "GET", path: `${manage}/usage`, type: json },
  getInstance: { method: "GET", path: `${manage}/instance`, type: json },
} as const satisfies { [Id in keyof Operations]?: Pick<Operations[Id], "method" | "path" | "type"> };

export type ManageOperationId = keyof typeof manageRoutes;
