import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "../../src/api-keys/create-api-key.ts";
import { createProject } from "../../src/projects/create-project.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { migrate } from "../../src/store/migrate.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { createRepository, temporaryFolder } from "../helpers/git-fixture.ts";
import { type PostgresPair, startPostgresPair } from "../helpers/postgres-pair.ts";
import { projectAt, type TestProject } from "../helpers/test-server.ts";

// A server that takes no writes: a standby behind the address, or a first server whose disk is full at some
// providers.

const folders: string[] = [];
let pair: PostgresPair;
let database: Database;
let environment: Record<string, string>;
let api: CopydeskProcess;
let client: TestProject;

beforeAll(async () => {
  pair = await startPostgresPair();
  database = openDatabase({ connectionString: pair.url });
  await migrate(database);
  const { path: repository } = await createRepository({ "index.md": "# Widgets\n" });
  const dataFolder = await temporaryFolder();
  folders.push(repository, dataFolder);
  const project = await createProject({ database }, { name: "docs", repository });
  const { key } = await createApiKey({ database }, project.id, {});
  environment = { DATABASE_URL: pair.url, COPYDESK_DATA: dataFolder, COPYDESK_LOG_LEVEL: "error" };
  api = await startCopydesk({ role: "api", environment });
  client = projectAt(api.url, project.id, key);
});

afterAll(async () => {
  await api?.end("SIGKILL");
  await database?.close();
  await pair?.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const create = () => client.create({ prompt: "Say widget." });
const createStatus = async () => (await create()).status;

async function assertUnavailable(): Promise<void> {
  const refused = await create();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await refused.json()).toMatchObject({ code: "unavailable" });
}

test("an address that leads to a standby is as good as no server, until it leads to the first one again", async () => {
  expect(await createStatus()).toBe(201);
  pair.leadTo("standby");
  await expect.poll(createStatus, { timeout: 60_000 }).toBe(503);
  await assertUnavailable();
  const refusal = await startCopydesk({ role: "worker", environment }).catch((error: Error) => error.message);
  expect(refusal).toMatch(/standby.*Give the address of the server that takes writes/);
  pair.leadTo("primary");
  await expect.poll(createStatus, { timeout: 60_000 }).toBe(201);
});

test("a server that takes no writes for a while refuses creates as unavailable, and connections stay", async () => {
  await database.pool.query("alter system set default_transaction_read_only = on");
  await database.pool.query("select pg_reload_conf()");
  await expect.poll(createStatus, { timeout: 60_000 }).toBe(503);
  await assertUnavailable();
  const writer = openDatabase({
    connectionString: `${pair.url}?options=-c%20default_transaction_read_only%3Doff`,
  });
  await writer.pool.query("alter system reset default_transaction_read_only");
  await writer.pool.query("select pg_reload_conf()");
  await writer.close();
  await expect.poll(createStatus, { timeout: 60_000 }).toBe(201);
});
