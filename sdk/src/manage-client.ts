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
 * What a management key may manage. Every method throws `CopydeskError`, or the reason of its own signal;
 * creates and rotations happen once, however often the request has to be sent.
 */
export interface ManageClient {
  projects: {
    /** One page of projects, by their names. */
    list: Look<"listProjects">;
    create: Once<"createProject">;
    get: Get<"getProject", OfProject>;
    /** What is absent stays; a null takes a setting away. */
    change: Once<"changeProject", OfProject>;
    /** With all its jobs, keys and webhooks; `confirm` is the project's name. */
    remove: Once<"removeProject", OfProject>;
    setCredentials: Once<"setProjectCredentials", OfProject>;
    /** What its jobs would find now. */
    test: Change<"testProjectConnection", OfProject>;
    githubAppLink: Once<"createGithubAppLink", OfProject>;
    /** What is behind an address, before anything is saved. */
    preview: Once<"previewRepository">;
    /** The pages that its jobs can change. */
    pages: Look<"listPages", OfProject>;
    /** Open pull requests that touch the same pages. */
    overlaps: Once<"findOverlaps", OfProject>;
    /** What the repository tells every job. */
    instructions: Look<"getInstructions", OfProject>;
    /** Which translations their sources have left behind, by language. */
    translations: Look<"listTranslations", OfProject>;
    /** The project and all its jobs; it ends with a line of the kind `end`, or throws. */
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
    /** One page of deliveries, newest first. */
    deliveries: Look<"listDeliveries", OfWebhook>;
    redeliver: Change<"redeliver", [projectId: string, webhookId: string, deliveryId: string]>;
    /** Whether the code host sends merges and comments. */
    host: Get<"getHostWebhook", OfProject>;
  };
  /** Repositories that a project's jobs read and never write. */
  context: {
    list: Get<"listContextRepositories", OfProject>;
    add: Once<"addContextRepository", OfProject>;
    get: Get<"getContextRepository", OfContext>;
    /** What is absent stays; a null takes it away. */
    change: Once<"changeContextRepository", OfContext>;
    remove: Change<"removeContextRepository", OfContext>;
    /** What a job that begins now would read. */
    test: Change<"testContextRepository", OfContext>;
  };
  /** Channels of Slack in which people ask for jobs of a project. */
  slack: {
    list: Get<"listSlackChannels", OfProject>;
    connect: Once<"connectSlackChannel", OfProject>;
    disconnect: Change<"disconnectSlackChannel", [projectId: string, connectionId: string]>;
  };
  /** What starts a project's jobs by itself. */
  triggers: {
    list: Get<"listTriggers", OfProject>;
    create: Once<"createTrigger", OfProject>;
    /** All of the project's, or lets them go on. */
    stop: Once<"stopTriggers", OfProject>;
    /** Those of all projects, or lets them go on; for operators. */
    stopAll: Once<"stopAllTriggers">;
    get: Get<"getTrigger", OfTrigger>;
    /** What is absent stays. */
    change: Once<"changeTrigger", OfTrigger>;
    remove: Change<"removeTrigger", OfTrigger>;
    rotateSecret: Change<"rotateTriggerSecret", OfTrigger>;
    /** What it would ask for an event, and why it would not. */
    test: Once<"testTrigger", OfTrigger>;
    /** One page of what it was told, newest first. */
    history: Look<"listTriggerHistory", OfTrigger>;
  };
  audit: {
    /** One page of the audit log, newest first. */
    page: Look<"listAudit">;
    /** Every entry, newest first; pages are fetched as they are needed. */
    list(
      query?: Omit<Query<"listAudit">, "cursor">,
      options?: CallOptions,
    ): AsyncGenerator<AuditEntry, void, undefined>;
  };
  jobs: {
    /** One page of the jobs of all projects, newest first. */
    page: Look<"listAllJobs">;
    /** What waits for somebody, what failed and what runs. */
    inbox: Get<"getInbox">;
    /** What became of jobs, by month and author. */
    outcomes: Look<"getOutcomes">;
    /** What runs and waits at this moment, workers, the last hour. */
    activity: Get<"getActivity">;
  };
  usage: { list: Look<"listUsage"> };
  /** What the instance is and can do. */
  instance: Get<"getInstance">;
}

export function createManageMethods(transport: Transport): ManageClient {
  /** A method whose arguments are the ids of the path, then the body or query, then options. */
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
