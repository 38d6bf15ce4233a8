import { createApiKey } from "../../api-keys/create-api-key.ts";
import { listApiKeys } from "../../api-keys/list-api-keys.ts";
import { revokeApiKey } from "../../api-keys/revoke-api-key.ts";
import { rotateApiKey } from "../../api-keys/rotate-api-key.ts";
import { withTranscript } from "../../bucket/with-transcript.ts";
import { addContextRepository } from "../../context/add-context-repository.ts";
import {
  changeContextRepository,
  listContextRepositories,
  removeContextRepository,
  testContextRepository,
} from "../../context/manage-context-repository.ts";
import { archiveJob, unarchiveJob } from "../../jobs/archive-job.ts";
import { cancelJob } from "../../jobs/cancel-job.ts";
import { createJob } from "../../jobs/create-job.ts";
import { deleteJob } from "../../jobs/delete-job.ts";
import { getJob, type JobAddress } from "../../jobs/get-job.ts";
import { getJobChecks } from "../../jobs/get-job-checks.ts";
import { getJobDiff } from "../../jobs/get-job-diff.ts";
import { listJobEvents } from "../../jobs/list-job-events.ts";
import { listJobs } from "../../jobs/list-jobs.ts";
import { loadPrompts } from "../../jobs/load-prompts.ts";
import type { Retention } from "../../jobs/prune-jobs.ts";
import type { JobRecord } from "../../jobs/record.ts";
import { sendMessage } from "../../jobs/send-message.ts";
import { connectProject } from "../../projects/connect-project.ts";
import { countProjectData } from "../../projects/count-project-data.ts";
import { createConnectedProject } from "../../projects/create-project.ts";
import { getMonthlyUse } from "../../projects/get-monthly-use.ts";
import { getProject } from "../../projects/get-project.ts";
import { retentionOf } from "../../projects/list-managed-projects.ts";
import { listProjects } from "../../projects/list-projects.ts";
import { previewRepository, testConnection } from "../../projects/preview-repository.ts";
import { removeProject } from "../../projects/remove-project.ts";
import { updateProject } from "../../projects/update-project.ts";
import { approveReview, closeReview, mergeReview, personOf } from "../../review/decide-review.ts";
import { getCitations } from "../../review/list-review-citations.ts";
import { loadReviewJob } from "../../review/load-review-job.ts";
import type { ListedModel } from "../../schemas/listed-model.ts";
import { createWebhook } from "../../webhooks/create-webhook.ts";
import { listDeliveries } from "../../webhooks/list-deliveries.ts";
import {
  disableWebhook,
  enableWebhook,
  listWebhooks,
  pingWebhook,
  removeWebhook,
  replayDelivery,
  rotateWebhookSecret,
} from "../../webhooks/manage-webhook.ts";
import type { CliStore } from "../deps.ts";
import { localOversightVerbs } from "./local-oversight-verbs.ts";
import { localSlackVerbs } from "./slack-verbs.ts";
import { localTriggerVerbs } from "./trigger-verbs.ts";
import type { Verbs } from "./verbs.ts";

/** Facts that only a service knows about itself. */
interface LocalFacts {
  listModels(project: { model: string | null; models: string[] | undefined }): Promise<ListedModel[]>;
  retention: Retention;
}

/** Works on this machine's store; changes are attributed to the user who runs the command. */
export function createLocalVerbs(store: CliStore, facts: LocalFacts): Verbs {
  return {
    ...jobVerbs(store),
    ...projectVerbs(store, facts),
    ...keyVerbs(store),
    ...webhookVerbs(store),
    ...contextVerbs(store),
    ...localOversightVerbs(store),
    ...localSlackVerbs(store),
    ...localTriggerVerbs(store),
  };
}

function jobVerbs(store: CliStore) {
  const { author, actor } = store;
  const reading = <T>(address: JobAddress, action: () => Promise<T>) =>
    withTranscript(store, address, action);
  const decider = { actor, person: personOf(actor) };
  return {
    async createJob(projectId, body) {
      const { answer } = await createJob(store, projectId, body, { author });
      return JSON.parse(answer) as JobRecord;
    },
    getJob: (address) => getJob(store, address),
    async listJobs(projectId, filter) {
      await getProject(store, projectId);
      return await listJobs(store, projectId, filter);
    },
    listPrompts: (_projectId, jobIds) => loadPrompts(store.database, jobIds),
    listJobEvents: (address, page) => reading(address, () => listJobEvents(store, address, page)),
    getJobDiff: (address) => reading(address, () => getJobDiff(store, address)),
    listCitations: (address) => reading(address, () => getCitations(store, address)),
    getJobChecks: (address) => reading(address, () => getJobChecks(store, address)),
    async sendMessage(address, body) {
      const { answer } = await reading(address, () => sendMessage(store, address, body, { author }));
      return JSON.parse(answer) as JobRecord;
    },
    cancelJob: (address) => cancelJob(store, { ...address, author }),
    archiveJob: (address) => archiveJob(store, { ...address, author }),
    restoreJob: (address) => unarchiveJob(store, { ...address, author }),
    deleteJob: (address) => deleteJob(store, { ...address, actor }),
    getHeadCommit: async (address) => (await loadReviewJob(store, address)).headCommit,
    approveJob: async (address, body) => {
      await approveReview(store, address, body, decider);
      return await getJob(store, address);
    },
    mergeJob: async (address, body) => {
      await mergeReview(store, address, body, decider);
      return await getJob(store, address);
    },
    closeJob: async (address) => {
      await closeReview(store, address, decider);
      return await getJob(store, address);
    },
  } satisfies Partial<Verbs>;
}

function projectVerbs(store: CliStore, { listModels, retention }: LocalFacts) {
  return {
    listProjects: () => listProjects(store),
    getProject: (projectId) => getProject(store, projectId),
    getProjectState: async (project) => ({
      thisMonth: await getMonthlyUse(store, project.id),
      retention: retentionOf(project, retention),
    }),
    createProject: (body) => createConnectedProject(store, body),
    updateProject: (projectId, body) => updateProject(store, projectId, body),
    connectProject: (projectId, body) => connectProject(store, projectId, body),
    countProjectData: (projectId) => countProjectData(store.database, projectId),
    async removeProject({ id }) {
      const { jobs, apiKeys, webhooks } = await countProjectData(store.database, id);
      return { jobs, apiKeys, webhooks, ...(await removeProject(store, { projectId: id })) };
    },
    testProject: (projectId) => testConnection(store, projectId),
    previewRepository: (body) => previewRepository(store, body),
    listModels: ({ model, settings }) => listModels({ model, models: settings.models }),
  } satisfies Partial<Verbs>;
}

function keyVerbs(store: CliStore) {
  return {
    createApiKey: (projectId, body) => createApiKey(store, projectId, body),
    listApiKeys: (projectId) => listApiKeys(store, projectId),
    rotateApiKey: (projectId, keyId, body) => rotateApiKey(store, projectId, keyId, body),
    revokeApiKey: (projectId, keyId) => revokeApiKey(store, projectId, keyId),
  } satisfies Partial<Verbs>;
}

function webhookVerbs(store: CliStore) {
  return {
    createWebhook: (projectId, body) => createWebhook(store, projectId, body),
    async listWebhooks(projectId) {
      await getProject(store, projectId);
      return await listWebhooks(store, projectId);
    },
    removeWebhook: (address) => removeWebhook(store, address),
    enableWebhook: (address) => enableWebhook(store, address),
    disableWebhook: (address) => disableWebhook(store, address),
    pingWebhook: (address) => pingWebhook(store, address),
    rotateWebhookSecret: (address, body) => rotateWebhookSecret(store, address, body),
    listDeliveries: async (address) => (await listDeliveries(store, address)).data,
    replayDelivery: (address) => replayDelivery(store, address),
  } satisfies Partial<Verbs>;
}

function contextVerbs(store: CliStore) {
  return {
    async listContext(projectId) {
      await getProject(store, projectId);
      return await listContextRepositories(store, projectId);
    },
    addContext: (projectId, body) => addContextRepository(store, projectId, body),
    changeContext: (address, body) => changeContextRepository(store, address, body),
    removeContext: (address) => removeContextRepository(store, address),
    testContext: (address) => testContextRepository(store, address),
  } satisfies Partial<Verbs>;
}
