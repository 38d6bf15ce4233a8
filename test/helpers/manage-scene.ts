import { pino } from "pino";
import { afterAll, beforeAll, expect } from "vitest";
import { createManagementKey } from "../../src/management-keys/create-management-key.ts";
import { ownWords } from "../../src/outgoing/clean-text.ts";
import { firstOrganisation } from "../../src/people/first-organisation.ts";
import { permissions } from "../../src/people/permissions.ts";
import { createUnconnectedManageDeps } from "../../src/server/manage-deps.ts";
import { manageRoutes } from "../../src/server/routes/manage/manage-routes.ts";
import { createAnswerChecker } from "../contract/check-answer.ts";
import { type Description, inlineComponents, listOperations } from "../contract/description.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

export const operations = manageRoutes.flatMap((route) => route.operations);
export const machine = { author: { kind: "command_line", name: ownWords("ann") }, from: null } as const;

export let server: TestServer;
export let organisationId: string;
export let owner: { id: string; key: string };
export let check: ReturnType<typeof createAnswerChecker>;
export let description: Description;
/** Warnings and errors that the server has logged, those of earlier files in this process among them. */
export const warnings: string[] = [];

export async function newKey(organisation: string, allowed: readonly string[] = permissions) {
  const { key, record } = await createManagementKey(
    server.store,
    { actor: machine, organisationId: organisation, mayGive: null },
    { name: "tools", permissions: allowed },
  );
  return { id: record.id, key };
}

export async function newOrganisation(): Promise<string> {
  const id = `org_${Math.random().toString(36).slice(2).padEnd(22, "0").slice(0, 22)}`;
  await server.store.database.pool.query("insert into organisations (id, name) values ($1, 'Other')", [id]);
  return id;
}

export interface Answered {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the operation returns.
  body: any;
}

export async function call(
  id: string,
  params: Record<string, string> = {},
  {
    body,
    key = owner.key,
    headers = {},
    query = "",
  }: {
    body?: unknown;
    key?: string;
    headers?: Record<string, string>;
    query?: string;
  } = {},
): Promise<Answered> {
  const operation = operations.find((one) => one.id === id)!;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name);
  const response = await fetch(`${server.url}${path}${query}`, {
    method: operation.method.toUpperCase(),
    headers: {
      authorization: `Bearer ${key}`,
      "accept-encoding": "identity",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const described = listOperations(description).find(({ operationId }) => operationId === id)!;
  const answer = {
    ...{ status: response.status, body: Buffer.from(text), whole: true },
    headers: Object.fromEntries(response.headers),
  };
  expect([id, check(described, { method: described.method, path, headers: {}, body: null }, answer)]).toEqual(
    [id, []],
  );
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}

export const newProject = async (name: string) =>
  (await call("createProject", {}, { body: { name, repository: "https://example.com/docs" } })).body.id;

/**
 * Every operation that changes something, in an order in which each can succeed. Those without an action
 * change nothing that is stored.
 */
export function writes(
  projectId: string,
): [id: string, action: string | null, run: () => Promise<Answered>][] {
  const at = { projectId };
  let keyId = "";
  let managementKeyId = "";
  let webhookId = "";
  let contextId = "";
  let triggerId = "";
  let connectionId = "";
  let deliveryId = "";
  const remember = async (answer: Promise<Answered>, take: (body: Answered["body"]) => void) => {
    const done = await answer;
    take(done.body);
    return done;
  };
  const hook = () => ({ ...at, webhookId });
  return [
    [
      "createProject",
      "project.created",
      () => call("createProject", {}, { body: { name: "More", repository: "https://example.com/more" } }),
    ],
    [
      "changeProject",
      "project.changed",
      () => call("changeProject", at, { body: { settings: { concurrency: 2 } } }),
    ],
    [
      "setProjectCredentials",
      "project.credentials_changed",
      () =>
        call("setProjectCredentials", at, {
          body: { host: "github", credentials: { token: "hunter2-is-secret" } },
        }),
    ],
    [
      "addContextRepository",
      "context.added",
      () =>
        remember(
          call("addContextRepository", at, {
            body: {
              ...{ name: "api", repository: "https://example.com/api", include: ["src/**"] },
              credentials: { token: "hunter2-is-secret" },
            },
          }),
          (made) => {
            contextId = made.id;
          },
        ),
    ],
    [
      "changeContextRepository",
      "context.changed",
      () => call("changeContextRepository", { ...at, contextId }, { body: { ref: "next" } }),
    ],
    ["testContextRepository", null, () => call("testContextRepository", { ...at, contextId })],
    [
      "removeContextRepository",
      "context.removed",
      () => call("removeContextRepository", { ...at, contextId }),
    ],
    [
      "createTrigger",
      "trigger.created",
      () =>
        remember(
          call("createTrigger", at, { body: { name: "x", kind: "release", prompt: "Say {{ref}}" } }),
          (made) => {
            triggerId = made.id;
          },
        ),
    ],
    [
      "changeTrigger",
      "trigger.changed",
      () => call("changeTrigger", { ...at, triggerId }, { body: { topic: "release {{ref}}" } }),
    ],
    ["rotateTriggerSecret", "trigger.rotated", () => call("rotateTriggerSecret", { ...at, triggerId })],
    ["testTrigger", null, () => call("testTrigger", { ...at, triggerId }, { body: { start: true } })],
    ["stopTriggers", "triggers.stopped", () => call("stopTriggers", at, { body: { stopped: true } })],
    ["stopAllTriggers", "triggers.stopped", () => call("stopAllTriggers", {}, { body: { stopped: true } })],
    [
      "connectSlackChannel",
      "slack.connected",
      () => {
        const body = { botToken: "xoxb-hunter2", signingSecret: "hunter2hunter2", channelId: "C0123456789" };
        return remember(call("connectSlackChannel", at, { body }), (made) => {
          connectionId = made.id;
        });
      },
    ],
    [
      "disconnectSlackChannel",
      "slack.disconnected",
      () => call("disconnectSlackChannel", { ...at, connectionId }),
    ],
    ["removeTrigger", "trigger.removed", () => call("removeTrigger", { ...at, triggerId })],
    ["testProjectConnection", null, () => call("testProjectConnection", at)],
    [
      "previewRepository",
      null,
      () => call("previewRepository", {}, { body: { repository: "https://example.com/docs" } }),
    ],
    [
      "createGithubAppLink",
      "project.github_app_link_created",
      () => call("createGithubAppLink", at, { body: {} }),
    ],
    [
      "createApiKey",
      "api_key.created",
      () =>
        remember(call("createApiKey", at, { body: { name: "ci" } }), (made) => {
          keyId = made.id;
        }),
    ],
    ["rotateApiKey", "api_key.rotated", () => call("rotateApiKey", { ...at, keyId }, { body: {} })],
    ["revokeApiKey", "api_key.revoked", () => call("revokeApiKey", { ...at, keyId })],
    [
      "createManagementKey",
      "management_key.created",
      () =>
        remember(
          call("createManagementKey", {}, { body: { name: "x", permissions: ["jobs:read"] } }),
          (made) => {
            managementKeyId = made.id;
          },
        ),
    ],
    [
      "rotateManagementKey",
      "management_key.rotated",
      () => call("rotateManagementKey", { keyId: managementKeyId }, { body: {} }),
    ],
    [
      "revokeManagementKey",
      "management_key.revoked",
      () => call("revokeManagementKey", { keyId: managementKeyId }),
    ],
    [
      "createWebhook",
      "webhook.created",
      () =>
        remember(call("createWebhook", at, { body: { url: "https://example.com/hook" } }), (made) => {
          webhookId = made.id;
        }),
    ],
    ["rotateWebhookSecret", "webhook.rotated", () => call("rotateWebhookSecret", hook(), { body: {} })],
    [
      "pingWebhook",
      "webhook.pinged",
      () =>
        remember(call("pingWebhook", hook()), (made) => {
          deliveryId = made.deliveryId;
        }),
    ],
    ["redeliver", "delivery.redelivered", () => call("redeliver", { ...hook(), deliveryId })],
    ["disableWebhook", "webhook.disabled", () => call("disableWebhook", hook())],
    ["enableWebhook", "webhook.enabled", () => call("enableWebhook", hook())],
    ["removeWebhook", "webhook.removed", () => call("removeWebhook", hook())],
    ["removeProject", "project.removed", () => call("removeProject", at, { body: { confirm: "Docs" } })],
  ];
}

/** In every file that uses the scene, at its top. */
export function useManageScene(): void {
  beforeAll(async () => {
    server = await startTestServer({
      log: pino({ level: "warn" }, { write: (line) => void warnings.push(line) }),
      manage: {
        ...createUnconnectedManageDeps(),
        readRepository: async () => ({ name: "main", commit: "0" }),
        identify: async () => ({ login: "acme-bot", missing: [] }),
        callSlack: async () => ({ team_id: "T0123456789", team: "Example", user_id: "U0123456789" }),
        lookAtSite: async () => ({ generator: "mkdocs", pages: 3, otherSites: [] }),
      },
    });
    organisationId = await firstOrganisation(server.store);
    owner = await newKey(organisationId);
    const described = await fetch(`${server.url}/openapi.json`);
    description = inlineComponents((await described.json()) as Description);
    check = createAnswerChecker(description);
  });
  afterAll(() => server.close());
}
