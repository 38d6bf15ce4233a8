import type { ContextAddress } from "../../context/context-rows.ts";
import type { ContextRepositoryRecord } from "../../context/context-schema.ts";
import type { JobAddress } from "../../jobs/get-job.ts";
import type { JobChecks } from "../../jobs/get-job-checks.ts";
import type { JobEventRecord } from "../../jobs/list-job-events.ts";
import type { JobPage } from "../../jobs/list-jobs.ts";
import type { JobRecord } from "../../jobs/record.ts";
import type { CreatedProject } from "../../projects/create-project.ts";
import type { ProjectRecord } from "../../projects/project-record.ts";
import type { Review } from "../../review/review-schema.ts";
import type { ListedModel } from "../../schemas/listed-model.ts";
import type { WebhookAddress } from "../../webhooks/webhook-record.ts";
import type { RemoteClient } from "./remote-client.ts";
import { remoteOversightVerbs } from "./remote-oversight-verbs.ts";
import { path, withQuery } from "./remote-path.ts";
import { remoteSlackVerbs } from "./slack-verbs.ts";
import { remoteTriggerVerbs } from "./trigger-verbs.ts";
import type { ProjectState, Verbs } from "./verbs.ts";

/** Works on a remote service, over its API. */
export function createRemoteVerbs(client: RemoteClient): Verbs {
  return {
    ...jobVerbs(client),
    ...projectVerbs(client),
    ...keyVerbs(client),
    ...webhookVerbs(client),
    ...contextVerbs(client),
    ...remoteOversightVerbs(client),
    ...remoteSlackVerbs(client),
    ...remoteTriggerVerbs(client),
  };
}

function jobPath({ projectId, jobId }: JobAddress): string {
  return path`/v2/agent/${projectId}/job/${jobId}`;
}

function jobVerbs({ json, text }: RemoteClient) {
  const change = (verb: string) => (address: JobAddress) =>
    json<JobRecord>("POST", `${jobPath(address)}/${verb}`);
  const decide = (verb: string) => (address: JobAddress, body?: object) =>
    json<JobRecord>("POST", `${jobPath(address)}/review/${verb}`, body);
  const listEvents = async (address: JobAddress, page: object): Promise<JobEventRecord[]> =>
    (await json<{ data: JobEventRecord[] }>("GET", withQuery(`${jobPath(address)}/events`, { ...page })))
      .data;
  return {
    createJob: (projectId, body) => json("POST", path`/v2/agent/${projectId}/job`, body),
    getJob: (address) => json("GET", jobPath(address)),
    listJobs: (projectId, filter) =>
      json<JobPage>("GET", withQuery(path`/v2/agent/${projectId}/jobs`, { ...filter })),
    async listPrompts(projectId, jobIds) {
      const prompts = new Map<string, string>();
      for (const jobId of jobIds) {
        // The transcript of an old job may have been removed.
        const events = await listEvents({ projectId, jobId }, { limit: 1 }).catch(() => []);
        const prompt = events[0]?.data.prompt;
        if (typeof prompt === "string") prompts.set(jobId, prompt);
      }
      return prompts;
    },
    listJobEvents: listEvents,
    getJobDiff: (address) => text(`${jobPath(address)}/diff`),
    getJobChecks: (address) => json<JobChecks>("GET", `${jobPath(address)}/checks`),
    sendMessage: (address, body) => json("POST", `${jobPath(address)}/message`, body),
    cancelJob: change("cancel"),
    archiveJob: change("archive"),
    restoreJob: change("unarchive"),
    deleteJob: (address) => json<void>("DELETE", jobPath(address)),
    listCitations: async (address) => (await json<Review>("GET", `${jobPath(address)}/review`)).citations,
    getHeadCommit: async (address) =>
      (await json<{ headCommit: string | null }>("GET", `${jobPath(address)}/review`)).headCommit,
    approveJob: decide("approve"),
    mergeJob: decide("merge"),
    closeJob: decide("close"),
  } satisfies Partial<Verbs>;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Reduces the record to what the local store returns: what the service adds is for its pages. */
function toProjectRecord(shown: ProjectRecord): ProjectRecord {
  const { id, name, repository, ref, host, hostUrl, connected, model, settings } = shown;
  const { organisationId, createdAt } = shown;
  return { id, name, repository, ref, host, hostUrl, connected, model, settings, organisationId, createdAt };
}

type Connected = ProjectRecord & { connection: CreatedProject["connection"] };

const projectsPath = "/v2/manage/projects";

function projectVerbs({ json }: RemoteClient) {
  return {
    async listProjects() {
      const projects: ProjectRecord[] = [];
      let cursor: string | undefined;
      do {
        const page = await json<{ data: ProjectRecord[]; nextCursor: string | null }>(
          "GET",
          withQuery(projectsPath, { limit: 100, cursor }),
        );
        projects.push(...page.data.map(toProjectRecord));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      // The service sorts them by name, for its pages.
      return projects.toSorted((a, b) => compare(b.createdAt, a.createdAt) || compare(b.id, a.id));
    },
    getProject: async (projectId) =>
      toProjectRecord(await json("GET", path`/v2/manage/projects/${projectId}`)),
    async getProjectState({ id }) {
      const { thisMonth, retention } = await json<ProjectState>("GET", path`/v2/manage/projects/${id}`);
      return { thisMonth, retention };
    },
    async createProject(body) {
      const { connection, ...project } = await json<Connected>("POST", projectsPath, body);
      return { project: toProjectRecord(project), connection };
    },
    updateProject: async (projectId, body) =>
      toProjectRecord(await json("PATCH", path`/v2/manage/projects/${projectId}`, body)),
    async connectProject(projectId, body) {
      const url = path`/v2/manage/projects/${projectId}/credentials`;
      const { connection, ...project } = await json<Connected>("PUT", url, body);
      return { project: toProjectRecord(project), ...connection! };
    },
    countProjectData: async () => null,
    removeProject: ({ id, name }) => json("DELETE", path`/v2/manage/projects/${id}`, { confirm: name }),
    testProject: (projectId) => json("POST", path`/v2/manage/projects/${projectId}/test`),
    previewRepository: (body) => json("POST", "/v2/manage/repository-preview", body),
    listModels: async ({ id }) =>
      (await json<{ data: ListedModel[] }>("GET", path`/v2/agent/${id}/models`)).data,
  } satisfies Partial<Verbs>;
}

function keyVerbs({ json }: RemoteClient) {
  const keys = (projectId: string) => path`/v2/manage/projects/${projectId}/api-keys`;
  return {
    async createApiKey(projectId, body) {
      const { key, ...record } = await json<{ key: string }>("POST", keys(projectId), body);
      return { key, record: record as never };
    },
    listApiKeys: async (projectId) => (await json<{ data: never[] }>("GET", keys(projectId))).data,
    async rotateApiKey(projectId, keyId, body) {
      const url = `${keys(projectId)}${path`/${keyId}/rotate`}`;
      const { key, replaced, ...record } = await json<{ key: string; replaced: never }>("POST", url, body);
      return { key, replaced, record: record as never };
    },
    revokeApiKey: (projectId, keyId) => json("DELETE", `${keys(projectId)}${path`/${keyId}`}`),
  } satisfies Partial<Verbs>;
}

function webhookVerbs({ json }: RemoteClient) {
  const webhooks = (projectId: string) => path`/v2/manage/projects/${projectId}/webhooks`;
  const one = ({ projectId, webhookId }: WebhookAddress) => `${webhooks(projectId)}${path`/${webhookId}`}`;
  const withSecret = async (url: string, body: object) => {
    const { secret, ...record } = await json<{ secret: string }>("POST", url, body);
    return { secret, record: record as never };
  };
  return {
    createWebhook: (projectId, body) => withSecret(webhooks(projectId), body),
    listWebhooks: async (projectId) => (await json<{ data: never[] }>("GET", webhooks(projectId))).data,
    removeWebhook: (address) => json("DELETE", one(address)),
    enableWebhook: (address) => json("POST", `${one(address)}/enable`),
    disableWebhook: (address) => json("POST", `${one(address)}/disable`),
    pingWebhook: (address) => json("POST", `${one(address)}/ping`),
    rotateWebhookSecret: (address, body) => withSecret(`${one(address)}/rotate-secret`, body),
    listDeliveries: async (address) =>
      (await json<{ data: never[] }>("GET", `${one(address)}/deliveries`)).data,
    replayDelivery: ({ deliveryId, ...address }) =>
      json("POST", `${one(address)}${path`/deliveries/${deliveryId}/redeliver`}`),
  } satisfies Partial<Verbs>;
}

function contextVerbs({ json }: RemoteClient) {
  const all = (projectId: string) => path`/v2/manage/projects/${projectId}/context`;
  const one = ({ projectId, contextId }: ContextAddress) => `${all(projectId)}${path`/${contextId}`}`;
  return {
    listContext: async (projectId) =>
      (await json<{ data: ContextRepositoryRecord[] }>("GET", all(projectId))).data,
    addContext: (projectId, body) => json("POST", all(projectId), body),
    changeContext: (address, body) => json("PATCH", one(address), body),
    removeContext: (address) => json("DELETE", one(address)),
    testContext: (address) => json("POST", `${one(address)}/test`),
  } satisfies Partial<Verbs>;
}
