import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../test/helpers/free-port.ts";
import { startTestServer, type TestProject, type TestServer } from "../../test/helpers/test-server.ts";
import { createApiKey } from "../api-keys/create-api-key.ts";
import { AppError, type ErrorCode, errorCatalogue } from "../errors.ts";
import { openDatabase } from "../store/database.ts";
import { errorStatuses } from "./errors/error-statuses.ts";
import { startServer } from "./listen.ts";
import { problemSchema } from "./openapi/problem-schema.ts";
import { createServerDeps } from "./server-deps.ts";

let server: TestServer;
let project: TestProject;
const logged: string[] = [];
const stream = new Writable({
  write(chunk, _encoding, done) {
    logged.push(String(chunk));
    done();
  },
});
const log = pino({ level: "info" }, stream);

beforeAll(async () => {
  server = await startTestServer({
    log,
    plugins: [
      async (app) => {
        app.get("/broken", async () => {
          throw new TypeError("the secret of the house");
        });
      },
    ],
  });
  project = await server.newProject();
});

afterAll(() => server.close());

test("an unexpected error shows a general text and the request id; the log has the rest", async () => {
  const answer = await fetch(`${server.url}/broken`);
  const text = await answer.text();
  expect(answer.status).toBe(500);
  expect(text).not.toContain("secret");
  const problem = problemSchema.parse(JSON.parse(text));
  expect(problem).toMatchObject({ code: "internal_error", status: 500 });
  await expect
    .poll(() => logged.find((line) => line.includes("the secret of the house")))
    .toContain(problem.requestId);
});

test("each request is one log line with its id, and neither body nor query are in it", async () => {
  // The line of an earlier request may arrive late.
  const { pathname } = new URL(project.jobs);
  const lines = () => logged.filter((line) => line.includes(pathname));
  const before = lines().length;
  const answer = await project.create({ prompt: "a word that is not logged" });
  const { id } = (await answer.json()) as { id: string };
  await project.get(`/${id}?wait=0`);
  await expect.poll(() => lines().length).toBe(before + 2);
  const [first, second] = lines().slice(before);
  expect(JSON.parse(first!)).toMatchObject({
    ...{ requestId: answer.headers.get("x-request-id"), method: "POST", status: 201, msg: "request" },
    path: pathname,
  });
  expect(`${first}${second}`).not.toMatch(/not logged|wait|cpd_/);
});

test("healthz and readyz succeed while the store is available", async () => {
  for (const [path, status] of [
    ["/healthz", "ok"],
    ["/readyz", "ready"],
  ]) {
    const answer = await fetch(server.url + path);
    expect([answer.status, await answer.json()]).toMatchObject([200, { status }]);
  }
});

async function startWithStore(connection: object) {
  const database = openDatabase(connection);
  const deps = createServerDeps({
    ...{ database, log, version: "0", defaultModel: "copydesk/chores", assertRefName() {} },
  });
  const started = await startServer(deps, { port: 0, host: "127.0.0.1" });
  return {
    url: started.url,
    async close() {
      await started.close();
      await database.close();
    },
  };
}

test("without the store every request that needs it gets 503 with Retry-After; healthz still succeeds", async () => {
  const away = await startWithStore({ host: "127.0.0.1", port: await freePort(), database: "x", user: "x" });
  try {
    expect((await fetch(`${away.url}/healthz`)).status).toBe(200);
    const path = `${away.url}/v2/agent/${project.id}/job`;
    const headers = { authorization: `Bearer ${project.key}`, "content-type": "application/json" };
    const answers = await Promise.all([
      fetch(`${away.url}/readyz`),
      fetch(path, { method: "POST", headers, body: '{"prompt":"x"}' }),
      fetch(`${path}/job_0123456789abcdefghijkl?wait=5`, { headers }),
    ]);
    for (const answer of answers) {
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(problemSchema.parse(await answer.json()).code).toBe("unavailable");
    }
  } finally {
    await away.close();
  }
});

test("a connection lost in the middle of a create is 503, never a false 201, and the next create works", async () => {
  const { pool } = server.store.database;
  await pool.query(
    "create function die() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$",
  );
  await pool.query(
    "create trigger die before insert on jobs for each row when (new.prompt = 'die') execute function die()",
  );
  const answer = await project.create({ prompt: "die" });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  const { rows } = await pool.query("select 1 from jobs where prompt = 'die'");
  expect(rows).toEqual([]);
  expect((await project.create({ prompt: "live" })).status).toBe(201);
});

test("a create that the store refuses does not affect others in the same transaction", async () => {
  const { pool } = server.store.database;
  await pool.query("alter table jobs add constraint no_poison check (prompt <> 'poison')");
  const prompts = Array.from({ length: 20 }, (_, index) => (index === 7 ? "poison" : "x"));
  const answers = await Promise.all(prompts.map((prompt) => project.create({ prompt })));
  const expected = prompts.map((prompt) => (prompt === "poison" ? 500 : 201));
  expect(answers.map(({ status }) => status)).toEqual(expected);
});

test("a port in use fails with port_in_use and says what to do", async () => {
  const deps = createServerDeps({
    ...{ database: server.store.database, log, version: "0" },
    ...{ defaultModel: "copydesk/chores", assertRefName() {} },
  });
  await expect(startServer(deps, { port: server.port, host: "127.0.0.1" })).rejects.toMatchObject({
    code: "port_in_use",
    message: expect.stringContaining("--port"),
  });
});

test.each([
  ["192.0.2.1", "--host"],
  ["nowhere.invalid", "--host"],
])("an address that the machine does not have, %s, is cannot_listen with what to do", async (host, cure) => {
  const deps = createServerDeps({
    ...{ database: server.store.database, log, version: "0" },
    ...{ defaultModel: "copydesk/chores", assertRefName() {} },
  });
  await expect(startServer(deps, { port: 0, host })).rejects.toMatchObject({
    code: "cannot_listen",
    message: expect.stringContaining(cure),
  });
});

test("a model that the service does not know is refused with its own code", async () => {
  const own = await startTestServer({
    assertModel: (name) => {
      if (name === "copydesk/chores") return;
      throw new AppError("unknown_model", "nobody/nothing is not known here.");
    },
  });
  const there = await own.newProject();
  const refused = await there.create({ prompt: "x", model: "nobody/nothing" });
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: "unknown_model" }]);
  expect((await there.create({ prompt: "x" })).status).toBe(201);
  await own.close();
});

test.each(["@", "-x", "a..b", "x.lock", "\u202emain"])(
  "the ref %j is refused as invalid_ref",
  async (ref) => {
    const answer = await project.create({ prompt: "x", ref });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: "invalid_ref" }]);
  },
);

test("a key of an earlier process works: nothing but the store knows it", async () => {
  const { key } = await createApiKey({ database: server.store.database }, project.id, { name: "later" });
  const answer = await fetch(`${project.jobs}/job_0123456789abcdefghijkl`, {
    headers: { authorization: `bearer ${key}` },
  });
  expect(answer.status).toBe(404);
});

test("docs/errors.md has every code with its HTTP status, cause and cure, and no others", async () => {
  const text = await readFile(join(import.meta.dirname, "../../docs/errors.md"), "utf8");
  const rows = [...text.matchAll(/^\| `([a-z_]+)` \| (\d{3}|–) \| (yes|no) \| [^|]{10,} \| [^|]{10,} \|$/gm)];
  const documented = rows.map(([, code, status, retry]) => [code, status, retry]);
  const catalogue = Object.entries(errorCatalogue).map(([code, { retryable }]) => {
    const status = errorStatuses[code as ErrorCode];
    const shown = status === 500 && code !== "internal_error" ? "–" : String(status);
    return [code, shown, retryable ? "yes" : "no"];
  });
  expect(documented.sort()).toEqual(catalogue.sort());
});
