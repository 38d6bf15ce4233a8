import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiKeyPattern, generateApiKey, parseApiKey } from "../../src/api-keys/api-key-text.ts";
import { createApiKey } from "../../src/api-keys/create-api-key.ts";
import { revokeApiKey } from "../../src/api-keys/revoke-api-key.ts";
import { startApiProcess } from "../helpers/start-api-process.ts";
import {
  projectAt,
  startTestServer,
  type TestProject,
  type TestServer,
  tally,
} from "../helpers/test-server.ts";
import { createJobLog } from "../sdk/job-log.ts";

const full = process.env.COPYDESK_FULL_FAULTS === "1";
const keyCount = full ? 1_000_000 : 20_000;
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

let server: TestServer;
let project: TestProject;
const logged: string[] = [];

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  server = await startTestServer({ log: pino({ level: "trace" }, stream) });
  project = await server.newProject();
});

afterAll(() => server.close());

async function codeOf(answer: Response): Promise<[number, unknown]> {
  return [answer.status, ((await answer.json()) as { code?: unknown }).code];
}

const pathOfAJob = "/job_0123456789abcdefghijkl";

function withKey(key: string | null): Promise<Response> {
  return fetch(
    project.jobs + pathOfAJob,
    key === null ? {} : { headers: { authorization: `Bearer ${key}` } },
  );
}

test(`${keyCount.toLocaleString("en")} keys: none twice, all match the documented expression and their checksum`, {
  timeout: 300_000,
}, () => {
  const ids = new Set<string>();
  let [matching, whole] = [0, 0];
  for (let count = 0; count < keyCount; count += 1) {
    const { text } = generateApiKey();
    if (apiKeyPattern.test(text)) matching += 1;
    if (parseApiKey(text) !== null) whole += 1;
    ids.add(text);
  }
  expect([ids.size, matching, whole]).toEqual([keyCount, keyCount, keyCount]);
});

test("every change of one character of a key is refused without asking the store", async () => {
  const { text } = generateApiKey();
  let tried = 0;
  for (let place = 0; place < text.length; place += 1) {
    for (const character of `${base62}_-. \u00e9\n`) {
      if (character === text[place]) continue;
      tried += 1;
      expect(parseApiKey(text.slice(0, place) + character + text.slice(place + 1))).toBeNull();
    }
  }
  expect(tried).toBeGreaterThan(51 * 61);
  const lookups = watchLookups();
  const mistyped = `${project.key.slice(0, -1)}${project.key.endsWith("a") ? "b" : "a"}`;
  expect(await codeOf(await withKey(mistyped))).toEqual([401, "invalid_api_key"]);
  expect(lookups()).toBe(0);
  const unknown = generateApiKey().text;
  expect(await codeOf(await withKey(unknown))).toEqual([401, "invalid_api_key"]);
  expect(lookups()).toBe(1);
});

/** Counts the queries that look for a key; the service's background queries use the same pool. */
function watchLookups(): () => number {
  let count = 0;
  const seen = new WeakSet<object>();
  server.store.database.pool.on("acquire", (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    const query = client.query;
    client.query = ((...args: Parameters<typeof query>) => {
      if (/^select\b.*"?api_keys"?/s.test(textOf(args[0]))) count += 1;
      return query.apply(client, args);
    }) as typeof query;
  });
  return () => count;
}

function textOf(statement: unknown): string {
  if (typeof statement === "string") return statement;
  return String((statement as { text?: unknown }).text);
}

test.each([
  ["no key", () => null, 401, "invalid_api_key"],
  ["an unknown key", () => generateApiKey().text, 401, "invalid_api_key"],
  ["the right id with another secret", () => sameIdOtherSecret(), 401, "invalid_api_key"],
  ["a key with text around it", () => `${project.key}x`, 401, "invalid_api_key"],
])("%s is refused with %s", async (_title, key, status, code) => {
  const answer = await withKey(key());
  expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="Copydesk"');
  expect(await codeOf(answer)).toEqual([status, code]);
});

function sameIdOtherSecret(): string {
  // The checksum covers the id, so a key with this id and a good checksum is searched among the stored ones'
  // neighbours.
  for (;;) {
    const other = generateApiKey();
    const swapped = other.text.replace(other.id, project.key.slice(4, 12));
    const repaired = repairChecksum(swapped);
    if (parseApiKey(repaired) !== null) return repaired;
  }
}

function repairChecksum(text: string): string {
  const { crc32 } = process.getBuiltinModule("node:zlib");
  let value = crc32(text.slice(0, -6));
  let digits = "";
  for (let count = 0; count < 6; count += 1) {
    digits = base62[value % 62] + digits;
    value = Math.floor(value / 62);
  }
  return text.slice(0, -6) + digits;
}

test("the key of project A on project B answers the same as on a project that does not exist", async () => {
  const other = await server.newProject();
  const bodies = await Promise.all(
    [other.id, "prj_doesNotExist0000000000"].map(async (id) => {
      const answer = await projectAt(server.url, id, project.key).create({ prompt: "x" });
      const { instance, requestId, ...rest } = (await answer.json()) as Record<string, unknown>;
      const {
        date,
        "x-request-id": _,
        "content-length": __,
        ...headers
      } = Object.fromEntries(answer.headers);
      return { status: answer.status, rest, headers };
    }),
  );
  expect(bodies[0]).toEqual(bodies[1]);
  expect(bodies[0]).toMatchObject({ status: 404, rest: { code: "project_not_found" } });
});

test("a key without the scope is refused: write does not include read, nor read write", async () => {
  const { database } = server.store;
  const [reader, writer] = await Promise.all(
    (["read", "write"] as const).map(async (scope) => {
      const { key } = await createApiKey({ database }, project.id, { scopes: [scope] });
      return projectAt(server.url, project.id, key);
    }),
  );
  expect(await codeOf(await reader!.create({ prompt: "x" }))).toEqual([403, "insufficient_scope"]);
  expect(await codeOf(await writer!.get(pathOfAJob))).toEqual([403, "insufficient_scope"]);
  expect(await codeOf(await reader!.get(pathOfAJob))).toEqual([404, "job_not_found"]);
  expect((await writer!.create({ prompt: "x" })).status).toBe(201);
});

test("an expired key says so, but only to who has its secret", async () => {
  const { database } = server.store;
  const { key, record } = await createApiKey({ database }, project.id, { expiresInDays: 7 });
  const lifeMs = Date.parse(record.expiresAt ?? "") - Date.now();
  expect(Math.round(lifeMs / 86_400_000)).toBe(7);
  await database.pool.query("update api_keys set expires_at = clock_timestamp() where id = $1", [record.id]);
  expect(await codeOf(await withKey(key))).toEqual([401, "api_key_expired"]);
});

test("a key with a list of addresses is refused elsewhere", async () => {
  const { database } = server.store;
  const [here, elsewhere] = await Promise.all(
    [["127.0.0.0/8"], ["192.0.2.0/24"]].map((allowedIps) =>
      createApiKey({ database }, project.id, { allowedIps }),
    ),
  );
  expect(await codeOf(await withKey(here!.key))).toEqual([404, "job_not_found"]);
  expect(await codeOf(await withKey(elsewhere!.key))).toEqual([403, "ip_not_allowed"]);
});

test("a revoked key is refused on every process within a second, and its streams send nothing more", async () => {
  const { database, connection } = server.store;
  const log = createJobLog(server.store);
  const { id } = (await (await project.create({ prompt: "x" })).json()) as { id: string };
  const { key, record } = await createApiKey({ database }, project.id, {});
  const processes = await Promise.all([startApiProcess(connection), startApiProcess(connection)]);
  try {
    const clients = [server, ...processes].map(({ url }) => projectAt(url, project.id, key));
    const ask = () => Promise.all(clients.map(async (client) => (await client.get(pathOfAJob)).status));
    expect(await ask()).toEqual([404, 404, 404]);
    const accept = "text/event-stream";
    const streams = await Promise.all(clients.map((client) => client.get(`/${id}/events`, { accept })));
    const readers = streams.map((stream) => stream.body!.pipeThrough(new TextDecoderStream()).getReader());
    await Promise.all(readers.map((reader) => readUntil(reader, "event: created")));
    await revokeApiKey({ database }, project.id, record.id);
    // A busy machine may need longer than the second that is promised.
    if (full) await new Promise((resolve) => setTimeout(resolve, 1_000));
    else await expect.poll(ask).toEqual([401, 401, 401]);
    expect(await ask()).toEqual([401, 401, 401]);
    await log.add(id, "tool_result");
    await log.end(id);
    for (const rest of await Promise.all(readers.map((reader) => readUntil(reader, null))))
      expect(rest).not.toContain("tool_result");
  } finally {
    await Promise.all(processes.map((process) => process.kill()));
  }
});

/** What arrives up to this text, or up to the end of the stream. */
async function readUntil(reader: ReadableStreamDefaultReader<string>, end: string | null): Promise<string> {
  let text = "";
  while (end === null || !text.includes(end)) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
  }
  return text;
}

test("the time of last use is written at most once a minute", async () => {
  const { database } = server.store;
  const { key, record } = await createApiKey({ database }, project.id, {});
  const lastUse = async () => {
    const { rows } = await database.pool.query("select last_used_at from api_keys where id = $1", [
      record.id,
    ]);
    return rows[0].last_used_at as Date | null;
  };
  expect(await lastUse()).toBeNull();
  await withKey(key);
  await expect.poll(lastUse).not.toBeNull();
  const first = await lastUse();
  await Promise.all(Array.from({ length: 50 }, () => withKey(key)));
  expect(await lastUse()).toEqual(first);
});

test("the key is in no table and in no log line, also when it was put where it does not belong", async () => {
  const { key, id } = project;
  const authorization = `Bearer ${key}`;
  await project.create({ prompt: "x" }, { "idempotency-key": "k" });
  await fetch(`${server.url}/v2/agent/${key}/job?key=${key}`, { method: "POST", headers: { authorization } });
  await fetch(`${server.url}/v2/agent/${id}/job/${key}?wait=${key}`, { headers: { authorization } });
  const secret = key.slice(13, 45);
  const { rows } = await server.store.database.pool.query(
    "select table_name as name from information_schema.tables where table_schema = 'copydesk'",
  );
  for (const { name } of rows) {
    const found = await server.store.database.pool.query(
      `select count(*)::integer as count from ${name} as row where row::text like '%' || $1 || '%'`,
      [secret],
    );
    expect([name, found.rows[0].count]).toEqual([name, 0]);
  }
  await expect
    .poll(() => logged.filter((line) => line.includes('"msg":"request"')).length)
    .toBeGreaterThan(10);
  expect(logged.filter((line) => line.includes(secret))).toEqual([]);
  expect(tally(logged.map((line) => Object.hasOwn(JSON.parse(line), "body")))).toEqual({
    false: logged.length,
  });
});
