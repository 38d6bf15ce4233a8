import { type ApiPromise, toApiPromise } from "./api-promise.ts";
import { callOperation } from "./call-operation.ts";
import type { CallOptions } from "./call-options.ts";
import { eachPage } from "./each-page.ts";
import { type ExportLine, type ExportOptions, exportProject } from "./export-project.ts";
import type { AuditEntry } from "./generated-types.ts";
import { withBody, withQuery } from "./manage-arguments.ts";
import { type ManageOperationId, manageRoutes } from "./manage-routes.ts";
import { type OnceOptions, onceHeaders } from "./once-options.ts";
import type { Answer, Body, Query } from "./routes.ts";
import type { Call, Transport } from "./send.ts";

type Once<Id extends ManageOperationId, Ids extends string[] = []> = (
  ...given: [...Ids, body: Body<Id>, options?: OnceOptions]
) => ApiPromise<Answer<Id>>;

type Change<Id extends ManageOperationId, Ids extends string[] = []> = (
  ...given: [...Ids, options?: OnceOptions]
) => ApiPromise<Answer<Id>>;

type Look<Id extends ManageOperationId, Ids extends string[] = []> = (
  ...given: [...Ids, query?: Query<Id>, options?: CallOptions]
) => ApiPromise<Answer<Id>>;

type Get<Id extends ManageOperationId, Ids extends string[] = []> = (
  ...given: [...Ids, options?: CallOptions]
) => ApiPromise<Answer<Id>>;

type OfProject = [projectId: string];
type OfKey = [projectId: string, keyId: string];
type OfContext = [projectId: string, contextId: string];
type OfTrigger = [projectId: string, triggerId: string];
type OfWebhook = [projectId: string, webhookId: string];

/**
 * Operations for a management key. Every method throws `CopydeskError`, or the reason of its own signal;
 * creations and rotations happen once, however often the request must be sent.
 */
export interface ManageClient {
  projects: {
    /** Returns one page of projects, by name. */
    list: Look<"listProjects">;
    create: Once<"createProject">;
    get: Get<"getProject", OfProject>;
    /** Absent fields stay; null removes a setting. */
    change: Once<"changeProject", OfProject>;
    /** Removes a project with all its jobs, keys and webhooks; `confirm` is the project's name. */
    remove: Once<"removeProject", OfProject>;
    setCredentials: Once<"setProjectCredentials", OfProject>;
    /** Returns what its jobs would find now. */
    test: Change<"testProjectConnection", OfProject>;
    githubAppLink: Once<"createGithubAppLink", OfProject>;
    /** Returns what is found at an address, before anything is saved. */
    preview: Once<"previewRepository">;
    /** Returns the pages that its jobs can change. */
    pages: Look<"listPages", OfProject>;
    /** Returns open pull requests that touch the same pages. */
    overlaps: Once<"findOverlaps", OfProject>;
    /** Returns the repository's instructions for every job. */
    instructions: Look<"getInstructions", OfProject>;
    /** Returns the translations that are behind their sources, by language. */
    translations: Look<"listTranslations", OfProject>;
    /** Yields the project and all its jobs; the last line has the kind `end`, otherwise the export throws. */
    export(projectId: string, options?: ExportOptions): AsyncGenerator<ExportLine, void, undefined>;
  };
  apiKeys: {
    list: Get<"listApiKeys", OfProject>;
    create: Once<"createApiKey", OfProject>;
    rotate: Once<"rotateApiKey", OfKey>;
    revoke: Change<"revokeApiKey", OfKey>;
  };
  managementKeys: {
    list: Get<"listManagementKeys">;
    create: Once<"createManagementKey">;
    rotate: Once<"rotateManagementKey", [keyId: string]>;
    revoke: Change<"revokeManagementKey", [keyId: string]>;
  };
  webhooks: {
    list: Get<"listWebhooks", OfProject>;
    create: Once<"createWebhook", OfProject>;
    get: Get<"getWebhook", OfWebhook>;
    remove: Change<"removeWebhook", OfWebhook>;
    rotateSecret: Once<"rotateWebhookSecret", OfWebhook>;
    disable: Change<"disableWebhook", OfWebhook>;
    enable: Change<"enableWebhook", OfWebhook>;
    /** Sends a message of the type `webhook.ping`. */
    ping: Change<"pingWebhook", OfWebhook>;
    /** Returns one page of deliveries, newest first. */
    deliveries: Look<"listDeliveries", OfWebhook>;
    redeliver: Change<"redeliver", [projectId: string, webhookId: string, deliveryId: string]>;
    /** Returns whether the code host reports merges and comments. */
    host: Get<"getHostWebhook", OfProject>;
  };
  /** Repositories that a project's jobs read but never write. */
  context: {
    list: Get<"listContextRepositories", OfProject>;
    add: Once<"addContextRepository", OfProject>;
    get: Get<"getContextRepository", OfContext>;
    /** Absent fields stay; null removes a value. */
    change: Once<"changeContextRepository", OfContext>;
    remove: Change<"removeContextRepository", OfContext>;
    /** Returns what a job that begins now would read. */
    test: Change<"testContextRepository", OfContext>;
  };
  /** Slack channels in which people ask for jobs of a project. */
  slack: {
    list: Get<"listSlackChannels", OfProject>;
    connect: Once<"connectSlackChannel", OfProject>;
    disconnect: Change<"disconnectSlackChannel", [projectId: string, connectionId: string]>;
  };
  /** Triggers that start a project's jobs automatically. */
  triggers: {
    list: Get<"listTriggers", OfProject>;
    create: Once<"createTrigger", OfProject>;
    /** Stops all of the project's triggers, or resumes them. */
    stop: Once<"stopTriggers", OfProject>;
    /** Stops the triggers of all projects, or resumes them; for operators. */
    stopAll: Once<"stopAllTriggers">;
    get: Get<"getTrigger", OfTrigger>;
    /** Absent fields stay. */
    change: Once<"changeTrigger", OfTrigger>;
    remove: Change<"removeTrigger", OfTrigger>;
    rotateSecret: Change<"rotateTriggerSecret", OfTrigger>;
    /** Returns what it would ask for on an event, or why it would not. */
    test: Once<"testTrigger", OfTrigger>;
    /** Returns one page of the events that it received, newest first. */
    history: Look<"listTriggerHistory", OfTrigger>;
  };
  audit: {
    /** Returns one page of the audit log, newest first. */
    page: Look<"listAudit">;
    /** Yields every entry, newest first; pages are fetched as needed. */
    list(
      query?: Omit<Query<"listAudit">, "cursor">,
      options?: CallOptions,
    ): AsyncGenerator<AuditEntry, void, undefined>;
  };
  jobs: {
    /** Returns one page of the jobs of all projects, newest first. */
    page: Look<"listAllJobs">;
    /** Returns jobs that wait for somebody, failed jobs and running jobs. */
    inbox: Get<"getInbox">;
    /** Returns the outcomes of jobs, by month and author. */
    outcomes: Look<"getOutcomes">;
    /** Returns the running and waiting jobs, the workers, and the last hour. */
    activity: Get<"getActivity">;
  };
  usage: { list: Look<"listUsage"> };
  /** Returns what the instance is and can do. */
  instance: Get<"getInstance">;
}

export function createManageMethods(transport: Transport): ManageClient {
  /** Makes a method whose arguments are the ids of the path, then the body or query, then options. */
  const on = <Method>(id: ManageOperationId): Method => {
    const { method, path } = manageRoutes[id];
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const call = (...given: unknown[]) => {
      const params = Object.fromEntries(names.map((name, index) => [name, given[index]]));
      const [first, second] = given.slice(names.length);
      const hasInput = withBody.has(id) || withQuery.has(id);
      const { idempotencyKey, ...options } = ((hasInput ? second : first) ?? {}) as OnceOptions;
      const sent = {
        ...{ id, params, options },
        ...(withBody.has(id) && { body: first ?? {} }),
        ...(withQuery.has(id) && { query: (first ?? {}) as NonNullable<Call<ManageOperationId>["query"]> }),
        ...(method === "POST" && { ownHeaders: onceHeaders(idempotencyKey) }),
      } as Call<ManageOperationId>;
      return toApiPromise(callOperation(transport, sent));
    };
    return call as Method;
  };
  return joinMethods(on, transport);
}

function joinMethods(on: <Method>(id: ManageOperationId) => Method, transport: Transport): ManageClient {
  const page = on<Look<"listAudit">>("listAudit");
  return {
    projects: {
      list: on("listProjects"),
      create: on("createProject"),
      get: on("getProject"),
      change: on("changeProject"),
      remove: on("removeProject"),
      setCredentials: on("setProjectCredentials"),
      test: on("testProjectConnection"),
      githubAppLink: on("createGithubAppLink"),
      preview: on("previewRepository"),
      pages: on("listPages"),
      overlaps: on("findOverlaps"),
      instructions: on("getInstructions"),
      translations: on("listTranslations"),
      export: (projectId, options) => exportProject(transport, projectId, options),
    },
    apiKeys: {
      list: on("listApiKeys"),
      create: on("createApiKey"),
      rotate: on("rotateApiKey"),
      revoke: on("revokeApiKey"),
    },
    managementKeys: {
      list: on("listManagementKeys"),
      create: on("createManagementKey"),
      rotate: on("rotateManagementKey"),
      revoke: on("revokeManagementKey"),
    },
    webhooks: {
      list: on("listWebhooks"),
      create: on("createWebhook"),
      get: on("getWebhook"),
      remove: on("removeWebhook"),
      rotateSecret: on("rotateWebhookSecret"),
      disable: on("disableWebhook"),
      enable: on("enableWebhook"),
      ping: on("pingWebhook"),
      deliveries: on("listDeliveries"),
      redeliver: on("redeliver"),
      host: on("getHostWebhook"),
    },
    context: {
      list: on("listContextRepositories"),
      add: on("addContextRepository"),
      get: on("getContextRepository"),
      change: on("changeContextRepository"),
      remove: on("removeContextRepository"),
      test: on("testContextRepository"),
    },
    slack: slackMethods(on),
    triggers: triggerMethods(on),
    audit: {
      page,
      list: (query, options) => eachPage((cursor) => page({ ...query, ...(cursor && { cursor }) }, options)),
    },
    jobs: {
      page: on("listAllJobs"),
      inbox: on("getInbox"),
      outcomes: on("getOutcomes"),
      activity: on("getActivity"),
    },
    usage: { list: on("listUsage") },
    instance: on("getInstance"),
  };
}

function slackMethods(on: <Method>(id: ManageOperationId) => Method): ManageClient["slack"] {
  return {
    ...{ list: on("listSlackChannels"), connect: on("connectSlackChannel") },
    disconnect: on("disconnectSlackChannel"),
  };
}

function triggerMethods(on: <Method>(id: ManageOperationId) => Method): ManageClient["triggers"] {
  return {
    ...{ list: on("listTriggers"), create: on("createTrigger") },
    ...{ stop: on("stopTriggers"), stopAll: on("stopAllTriggers") },
    get: on("getTrigger"),
    change: on("changeTrigger"),
    remove: on("removeTrigger"),
    rotateSecret: on("rotateTriggerSecret"),
    test: on("testTrigger"),
    history: on("listTriggerHistory"),
  };
}
