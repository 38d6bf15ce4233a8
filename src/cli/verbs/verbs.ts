import type { ApiKeyRecord } from "../../api-keys/api-key-record.ts";
import type { ListedApiKey } from "../../api-keys/list-api-keys.ts";
import type { RotatedApiKey } from "../../api-keys/rotate-api-key.ts";
import type { AuditEntry } from "../../audit/audit-entry.ts";
import type { ContextAddress } from "../../context/context-rows.ts";
import type { ContextRepositoryRecord, ContextTest } from "../../context/context-schema.ts";
import type { Activity } from "../../jobs/activity-schema.ts";
import type { JobAddress } from "../../jobs/get-job.ts";
import type { JobChecks } from "../../jobs/get-job-checks.ts";
import type { JobEventRecord } from "../../jobs/list-job-events.ts";
import type { JobPage } from "../../jobs/list-jobs.ts";
import type { Retention } from "../../jobs/prune-jobs.ts";
import type { JobRecord } from "../../jobs/record.ts";
import type { ManagementKeyRecord } from "../../management-keys/management-key-record.ts";
import type { RotatedManagementKey } from "../../management-keys/rotate-management-key.ts";
import type { ConnectedProject } from "../../projects/connect-project.ts";
import type { ProjectData } from "../../projects/count-project-data.ts";
import type { CreatedProject } from "../../projects/create-project.ts";
import type { ConnectionTest, RepositoryPreview } from "../../projects/preview-schema.ts";
import type { ProjectRecord } from "../../projects/project-record.ts";
import type { RemovedProject } from "../../projects/remove-project.ts";
import type { ReviewCitation } from "../../review/review-schema.ts";
import type { ListedModel } from "../../schemas/listed-model.ts";
import type { SlackConnectionRecord } from "../../slack/slack-schema.ts";
import type { MonthlyUse } from "../../usage/load-caps.ts";
import type { UsageRow } from "../../usage/usage-schema.ts";
import type { DeliveryRecord as ListedDelivery } from "../../webhooks/list-deliveries.ts";
import type { WebhookAddress, WebhookRecord } from "../../webhooks/webhook-record.ts";
import type { TriggerVerbs } from "./trigger-verbs.ts";

/** What `project show` prints besides the project itself. */
export interface ProjectState {
  thisMonth: MonthlyUse;
  /** Retention that applies to the project. */
  retention: Retention;
}

/** Removed data that `project remove` reports. */
export type RemovedData = RemovedProject & Pick<ProjectData, "jobs" | "apiKeys" | "webhooks">;

/**
 * Actions of the commands, on this machine's store or on a remote service. Bodies are those of the API.
 * Everything that can fail throws `AppError` with the code that the service would give.
 */
export interface Verbs extends TriggerVerbs {
  createJob(projectId: string, body: object): Promise<JobRecord>;
  getJob(address: JobAddress): Promise<JobRecord>;
  /** Takes the filter of the API's list. */
  listJobs(projectId: string, filter: object): Promise<JobPage>;
  /** Returns the prompts of jobs that have no title yet; what cannot be read is left out. */
  listPrompts(projectId: string, jobIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  listJobEvents(address: JobAddress, page: { after?: number; limit?: number }): Promise<JobEventRecord[]>;
  getJobDiff(address: JobAddress): Promise<string>;
  listCitations(address: JobAddress): Promise<ReviewCitation[]>;
  getJobChecks(address: JobAddress): Promise<JobChecks>;
  sendMessage(address: JobAddress, body: { prompt: string }): Promise<JobRecord>;
  cancelJob(address: JobAddress): Promise<JobRecord>;
  archiveJob(address: JobAddress): Promise<JobRecord>;
  restoreJob(address: JobAddress): Promise<JobRecord>;
  deleteJob(address: JobAddress): Promise<void>;
  /** Returns the commit that a decision is about: the last one that the job has pushed, or null. */
  getHeadCommit(address: JobAddress): Promise<string | null>;
  approveJob(address: JobAddress, body: object): Promise<JobRecord>;
  mergeJob(address: JobAddress, body: object): Promise<JobRecord>;
  closeJob(address: JobAddress): Promise<JobRecord>;

  listProjects(): Promise<ProjectRecord[]>;
  getProject(projectId: string): Promise<ProjectRecord>;
  getProjectState(project: ProjectRecord): Promise<ProjectState>;
  createProject(body: object): Promise<CreatedProject>;
  updateProject(projectId: string, body: object): Promise<ProjectRecord>;
  connectProject(projectId: string, body: object): Promise<ConnectedProject>;
  /** Returns null if the data is unknown: then nothing is reported. */
  countProjectData(projectId: string): Promise<ProjectData | null>;
  removeProject(project: ProjectRecord): Promise<RemovedData>;
  /** Yields lines of JSON, the last of which confirms that all are there. */
  exportProject(projectId: string): AsyncIterable<string>;
  testProject(projectId: string): Promise<ConnectionTest>;
  previewRepository(body: object): Promise<RepositoryPreview>;
  listModels(project: ProjectRecord): Promise<ListedModel[]>;

  createApiKey(projectId: string, body: object): Promise<{ key: string; record: ApiKeyRecord }>;
  listApiKeys(projectId: string): Promise<ListedApiKey[]>;
  rotateApiKey(projectId: string, keyId: string, body: object): Promise<RotatedApiKey>;
  revokeApiKey(projectId: string, keyId: string): Promise<ApiKeyRecord>;

  listContext(projectId: string): Promise<ContextRepositoryRecord[]>;
  addContext(projectId: string, body: object): Promise<ContextRepositoryRecord>;
  changeContext(address: ContextAddress, body: object): Promise<ContextRepositoryRecord>;
  removeContext(address: ContextAddress): Promise<void>;
  testContext(address: ContextAddress): Promise<ContextTest>;

  listSlack(projectId: string): Promise<SlackConnectionRecord[]>;
  connectSlack(projectId: string, body: object): Promise<SlackConnectionRecord>;
  disconnectSlack(address: { projectId: string; connectionId: string }): Promise<void>;

  /** Without `organisationId`, uses the only organisation, or the one that the instance began with. */
  createManagementKey(body: object): Promise<{ key: string; record: ManagementKeyRecord }>;
  listManagementKeys(): Promise<ManagementKeyRecord[]>;
  rotateManagementKey(keyId: string, body: object): Promise<RotatedManagementKey>;
  revokeManagementKey(keyId: string): Promise<ManagementKeyRecord>;

  /** Takes the filter of the API's list. */
  listAudit(filter: object): Promise<{ data: AuditEntry[]; nextCursor: string | null }>;
  /** Yields all entries that match the filter, oldest first. */
  eachAudit(filter: object): AsyncIterable<AuditEntry>;
  listUsage(filter: object): Promise<UsageRow[]>;
  /** Returns the current activity. */
  readActivity(): Promise<Activity>;

  createWebhook(projectId: string, body: object): Promise<{ secret: string; record: WebhookRecord }>;
  listWebhooks(projectId: string): Promise<WebhookRecord[]>;
  removeWebhook(address: WebhookAddress): Promise<void>;
  enableWebhook(address: WebhookAddress): Promise<WebhookRecord>;
  disableWebhook(address: WebhookAddress): Promise<WebhookRecord>;
  pingWebhook(address: WebhookAddress): Promise<{ deliveryId: string }>;
  rotateWebhookSecret(
    address: WebhookAddress,
    body: object,
  ): Promise<{ secret: string; record: WebhookRecord }>;
  listDeliveries(address: WebhookAddress): Promise<ListedDelivery[]>;
  replayDelivery(address: WebhookAddress & { deliveryId: string }): Promise<void>;
}
