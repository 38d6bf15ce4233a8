import type { JobAddress } from "../../jobs/get-job.ts";
import type { Retention } from "../../jobs/prune-jobs.ts";
import type { JobRecord } from "../../jobs/record.ts";
import type { ListedModel } from "../../schemas/listed-model.ts";
import type { CliStore } from "../deps.ts";
import { assertProject } from "./assert-project.ts";
import { localOversightVerbs } from "./local-oversight-verbs.ts";
import { onStore } from "./on-store.ts";
import { localSlackVerbs } from "./slack-verbs.ts";
import { localTriggerVerbs } from "./trigger-verbs.ts";
import type { Verbs } from "./verbs.ts";

/** Facts that only a service knows about itself. */
interface LocalFacts {
  listModels(project: { model: string | null; models: string[] | undefined }): Promise<ListedModel[]>;
  retention: Retention;
}

/**
 * Works on this machine's store; changes are attributed to the user who runs the command. The modules of a
 * verb are loaded when it is called: all of them would be most of the time of a command.
 */
export function createLocalVerbs(store: CliStore, facts: LocalFacts): Verbs {
  return {
    ...readingVerbs(store),
    ...jobVerbs(store),
    ...reviewVerbs(store),
    ...projectVerbs(store, facts),
    ...keyVerbs(store),
    ...webhookVerbs(store),
    ...contextVerbs(store),
    ...localOversightVerbs(store),
    ...localSlackVerbs(store),
    ...localTriggerVerbs(store),
  };
}

function readingVerbs(store: CliStore) {
  const on = onStore(store);
  const listJobs = on(async () => (await import("../../jobs/list-jobs.ts")).listJobs);
  return {
    getJob: on(async () => (await import("../../jobs/get-job.ts")).getJob),
    async listJobs(projectId, filter) {
      await assertProject(store, projectId);
      return await listJobs(projectId, filter);
    },
    async listPrompts(_projectId, jobIds) {
      const { loadPrompts } = await import("../../jobs/load-prompts.ts");
      return await loadPrompts(store.database, jobIds);
    },
    listJobEvents: withBucket(
      store,
      on(async () => (await import("../../jobs/list-job-events.ts")).listJobEvents),
    ),
    getJobDiff: withBucket(
      store,
      on(async () => (await import("../../jobs/get-job-diff.ts")).getJobDiff),
    ),
    listCitations: withBucket(
      store,
      on(async () => (await import("../../review/list-review-citations.ts")).getCitations),
    ),
    getJobChecks: withBucket(
      store,
      on(async () => (await import("../../jobs/get-job-checks.ts")).getJobChecks),
    ),
  } satisfies Partial<Verbs>;
}

function jobVerbs(store: CliStore) {
  const on = onStore(store);
  const { author, actor } = store;
  const createJob = on(async () => (await import("../../jobs/create-job.ts")).createJob);
  const sendMessage = withBucket(
    store,
    on(async () => (await import("../../jobs/send-message.ts")).sendMessage),
  );
  const cancelJob = on(async () => (await import("../../jobs/cancel-job.ts")).cancelJob);
  const archiveJob = on(async () => (await import("../../jobs/archive-job.ts")).archiveJob);
  const unarchiveJob = on(async () => (await import("../../jobs/archive-job.ts")).unarchiveJob);
  const deleteJob = on(async () => (await import("../../jobs/delete-job.ts")).deleteJob);
  return {
    async createJob(projectId, body) {
      return JSON.parse((await createJob(projectId, body, { author })).answer) as JobRecord;
    },
    async sendMessage(address, body) {
      return JSON.parse((await sendMessage(address, body, { author })).answer) as JobRecord;
    },
    cancelJob: (address) => cancelJob({ ...address, author }),
    archiveJob: (address) => archiveJob({ ...address, author }),
    restoreJob: (address) => unarchiveJob({ ...address, author }),
    deleteJob: (address) => deleteJob({ ...address, actor }),
  } satisfies Partial<Verbs>;
}

function reviewVerbs(store: CliStore) {
  const { actor } = store;
  const decide = async () => {
    const { approveReview, closeReview, mergeReview, personOf } = await import(
      "../../review/decide-review.ts"
    );
    return { approveReview, closeReview, mergeReview, decider: { actor, person: personOf(actor) } };
  };
  const getJob = onStore(store)(async () => (await import("../../jobs/get-job.ts")).getJob);
  return {
    async getHeadCommit(address) {
      const { loadReviewJob } = await import("../../review/load-review-job.ts");
      return (await loadReviewJob(store, address)).headCommit;
    },
    async approveJob(address, body) {
      const { approveReview, decider } = await decide();
      await approveReview(store, address, body, decider);
      return await getJob(address);
    },
    async mergeJob(address, body) {
      const { mergeReview, decider } = await decide();
      await mergeReview(store, address, body, decider);
      return await getJob(address);
    },
    async closeJob(address) {
      const { closeReview, decider } = await decide();
      await closeReview(store, address, decider);
      return await getJob(address);
    },
  } satisfies Partial<Verbs>;
}

function projectVerbs(store: CliStore, { listModels, retention }: LocalFacts) {
  const on = onStore(store);
  const removeProject = on(async () => (await import("../../projects/remove-project.ts")).removeProject);
  const countProjectData = async (projectId: string) => {
    const { countProjectData } = await import("../../projects/count-project-data.ts");
    return await countProjectData(store.database, projectId);
  };
  return {
    listProjects: on(async () => (await import("../../projects/list-projects.ts")).listProjects),
    getProject: on(async () => (await import("../../projects/get-project.ts")).getProject),
    async getProjectState(project) {
      const { getMonthlyUse } = await import("../../projects/get-monthly-use.ts");
      const { retentionOf } = await import("../../projects/list-managed-projects.ts");
      return {
        thisMonth: await getMonthlyUse(store, project.id),
        retention: retentionOf(project, retention),
      };
    },
    createProject: on(async () => (await import("../../projects/create-project.ts")).createConnectedProject),
    updateProject: on(async () => (await import("../../projects/update-project.ts")).updateProject),
    connectProject: on(async () => (await import("../../projects/connect-project.ts")).connectProject),
    countProjectData,
    async removeProject({ id }) {
      const { jobs, apiKeys, webhooks } = await countProjectData(id);
      return { jobs, apiKeys, webhooks, ...(await removeProject({ projectId: id })) };
    },
    testProject: on(async () => (await import("../../projects/preview-repository.ts")).testConnection),
    previewRepository: on(
      async () => (await import("../../projects/preview-repository.ts")).previewRepository,
    ),
    listModels: ({ model, settings }) => listModels({ model, models: settings.models }),
  } satisfies Partial<Verbs>;
}

function keyVerbs(store: CliStore) {
  const on = onStore(store);
  return {
    createApiKey: on(async () => (await import("../../api-keys/create-api-key.ts")).createApiKey),
    listApiKeys: on(async () => (await import("../../api-keys/list-api-keys.ts")).listApiKeys),
    rotateApiKey: on(async () => (await import("../../api-keys/rotate-api-key.ts")).rotateApiKey),
    revokeApiKey: on(async () => (await import("../../api-keys/revoke-api-key.ts")).revokeApiKey),
  } satisfies Partial<Verbs>;
}

function webhookVerbs(store: CliStore) {
  const on = onStore(store);
  const manage = () => import("../../webhooks/manage-webhook.ts");
  const listWebhooks = on(async () => (await manage()).listWebhooks);
  const listDeliveries = on(async () => (await import("../../webhooks/list-deliveries.ts")).listDeliveries);
  return {
    createWebhook: on(async () => (await import("../../webhooks/create-webhook.ts")).createWebhook),
    async listWebhooks(projectId) {
      await assertProject(store, projectId);
      return await listWebhooks(projectId);
    },
    removeWebhook: on(async () => (await manage()).removeWebhook),
    enableWebhook: on(async () => (await manage()).enableWebhook),
    disableWebhook: on(async () => (await manage()).disableWebhook),
    pingWebhook: on(async () => (await manage()).pingWebhook),
    rotateWebhookSecret: on(async () => (await manage()).rotateWebhookSecret),
    listDeliveries: async (address) => (await listDeliveries(address)).data,
    replayDelivery: on(async () => (await manage()).replayDelivery),
  } satisfies Partial<Verbs>;
}

function contextVerbs(store: CliStore) {
  const on = onStore(store);
  const manage = () => import("../../context/manage-context-repository.ts");
  const listContext = on(async () => (await manage()).listContextRepositories);
  return {
    async listContext(projectId) {
      await assertProject(store, projectId);
      return await listContext(projectId);
    },
    addContext: on(
      async () => (await import("../../context/add-context-repository.ts")).addContextRepository,
    ),
    changeContext: on(async () => (await manage()).changeContextRepository),
    removeContext: on(async () => (await manage()).removeContextRepository),
    testContext: on(async () => (await manage()).testContextRepository),
  } satisfies Partial<Verbs>;
}

/** Runs a verb that needs a job's transcript, which may have to be brought back first. */
function withBucket<A extends [JobAddress, ...unknown[]], R>(
  store: CliStore,
  verb: (...words: A) => Promise<R>,
): (...words: A) => Promise<R> {
  return async (...words) => {
    const { withTranscript } = await import("../../bucket/with-transcript.ts");
    return await withTranscript(store, words[0], () => verb(...words));
  };
}
