import { createApiKey } from "../../src/api-keys/create-api-key.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { sealCredentials } from "../../src/secrets/project-credentials.ts";
import { createSecretBox } from "../../src/secrets/secret-box.ts";
import { startCopydesk } from "../helpers/copydesk-process.ts";
import { makeTestProject } from "../helpers/test-project.ts";
import { type Description, inlineComponents } from "./description.ts";

export interface ContractScene {
  url: string;
  description: Description;
  project: { id: string; key: string };
  keys: { reading: string; writing: string; expired: string; elsewhere: string };
  /** Another project: its key, and a job of it. */
  other: { id: string; key: string; jobId: string };
  /** A project that takes deliveries of GitHub. */
  hooked: { id: string; secret: string };
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** What it has logged from warnings on, but that it stood still: a busy machine does that to it too. */
  log(): string;
  isAlive(): boolean;
  stop(): Promise<void>;
}

const secretKey = "7".repeat(64);
const hookSecret = "the secret of the hook";

/** Prompts whose jobs end in different ways. */
const prompts = [
  { prompt: 'Replace "widget" with "gadget"' },
  { prompt: 'Replace "nowhere" with "somewhere"' },
  { prompt: "Write a poem about the sea" },
  ...Array.from({ length: 4 }, () => ({ prompt: 'Replace "small" with "little"', mode: "preview" })),
];

/** A service with its API alone in a process, beside jobs that a worker has run to their ends before. */
export async function startContractScene(): Promise<ContractScene> {
  const project = await makeTestProject();
  const { store, projectId } = project;
  const environment = { ...project.environment, COPYDESK_SECRET_KEY: secretKey };
  const worker = await startCopydesk({ environment });
  const ended = prompts.map(async (body) => {
    const created = await project.request(worker.url, "/job", { method: "POST", body: JSON.stringify(body) });
    return ((await created.json()) as { id: string }).id;
  });
  await project.waitForAll(worker.url, await Promise.all(ended));
  await worker.end();
  const api = await startCopydesk({ role: "api", environment });
  const described = await fetch(`${api.url}/openapi.json`);
  return {
    url: api.url,
    description: inlineComponents((await described.json()) as Description),
    project: { id: projectId, key: project.key },
    keys: await makeKeys(store, projectId),
    other: await makeOtherProject(store, api.url),
    hooked: await makeHookedProject(store),
    query: async (text, values = []) => (await store.database.pool.query(text, values)).rows,
    log: () =>
      api
        .log()
        .split("\n")
        .filter((line) => !line.includes('"msg":"the main thread was blocked"'))
        .join("\n"),
    isAlive: () => api.child.exitCode === null && api.child.signalCode === null,
    async stop() {
      await api.end();
      await project.remove();
    },
  };
}

type Store = Awaited<ReturnType<typeof makeTestProject>>["store"];

async function makeKeys(store: Store, projectId: string): Promise<ContractScene["keys"]> {
  const make = async (input: object) => await createApiKey(store, projectId, input);
  const expired = await make({});
  await store.database.pool.query("update api_keys set expires_at = clock_timestamp() where id = $1", [
    expired.record.id,
  ]);
  return {
    reading: (await make({ scopes: ["read"] })).key,
    writing: (await make({ scopes: ["write"] })).key,
    expired: expired.key,
    elsewhere: (await make({ allowedIps: ["192.0.2.0/24"] })).key,
  };
}

async function makeOtherProject(store: Store, url: string): Promise<ContractScene["other"]> {
  const { id } = await createProject(store, { name: "Other", repository: "/srv/other" });
  const { key } = await createApiKey(store, id, {});
  const created = await fetch(`${url}/v2/agent/${id}/job`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: '{"prompt": "x"}',
  });
  return { id, key, jobId: ((await created.json()) as { id: string }).id };
}

async function makeHookedProject(store: Store): Promise<ContractScene["hooked"]> {
  const { id } = await createProject(store, { name: "Hooked", repository: "https://github.com/acme/docs" });
  const sealed = sealCredentials(createSecretBox(Buffer.from(secretKey, "hex")), id, {
    webhookSecret: hookSecret,
  });
  await store.database.pool.query("update projects set credentials = $2 where id = $1", [id, sealed]);
  return { id, secret: hookSecret };
}
