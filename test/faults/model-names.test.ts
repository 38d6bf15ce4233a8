import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { generateText } from "ai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findModel } from "../../src/agent/models/find-model.ts";
import { resolveModel } from "../../src/agent/models/resolve-model.ts";
import { createModelCheck } from "../../src/compose/create-model-check.ts";
import { readConfig } from "../../src/config.ts";
import { updateProject } from "../../src/projects/update-project.ts";
import { startTestServer, type TestProject, type TestServer } from "../helpers/test-server.ts";

const providers = ["anthropic", "openai", "google", "openai-compatible"];

/** What could make of a name another path, query, host or header. */
const tricks = [
  ...["x/../../../internal/admin?x=", "../internal", "..", ".", "./x", "x/..", "x/../y", "x/./y", "x//y"],
  ...["/x", "x/", "//evil.example/x", "x?key=1", "x#y", "x&y=1", "x;y", "x%2f..%2fadmin", "%2e%2e/x"],
  ...["x%3f", "x\\..\\y", "http://evil.example/", "x\r\nx-evil: 1", "x\ty", "x y", "x\u0000y", "x\u2028y"],
  ...[
    "x|y",
    "{x}",
    "$x",
    "`x`",
    "<x>",
    '"x"',
    "x'",
    "ｘ",
    "x\u202ey",
    "x\u200by",
    "x＠evil",
    "-x",
    ".x",
    "x,y",
  ],
  ...["x*", "x=y", "(x)", "[x]", "x!y", "é", "😀", "x".repeat(300), ""],
];

const names = [
  ...providers.flatMap((provider) => tricks.map((trick) => `${provider}/${trick}`)),
  ...[
    "google/x:generateContent",
    "google/files/x",
    "google/a/b/c",
    "openai/a/b",
    "anthropic/a/b",
    "google/x:y",
  ],
  ...["Google/x", "google\\x", "evil.example/x", "@evil/x", "google", "/x", "../google/x", "constructor/x"],
];

const paths: string[] = [];
const upstream = createServer((request, response) => {
  paths.push(request.url ?? "");
  response.writeHead(400).end("{}");
});

let environment: Record<string, string>;
let server: TestServer;
let project: TestProject;
let assertModel: ReturnType<typeof createModelCheck>;

beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`;
  environment = {
    ...{ ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k", GOOGLE_API_KEY: "k", OPENAI_COMPATIBLE_API_KEY: "k" },
    ...{ ANTHROPIC_BASE_URL: base, OPENAI_BASE_URL: base, GOOGLE_BASE_URL: base },
    ...{ OPENAI_COMPATIBLE_BASE_URL: base },
    COPYDESK_MODELS: "copydesk/chores, openai/*, google/gemini-*",
  };
  assertModel = createModelCheck(readConfig(environment));
  server = await startTestServer({ assertModel });
  project = await server.newProject();
});

afterAll(async () => {
  await server.close();
  upstream.close();
});

describe("a name that could be more than a name", () => {
  test("is refused by a create with 400, uses nothing and makes no job", async () => {
    const answers: Record<string, string> = {};
    for (const model of names) {
      const answer = await project.create({ prompt: "x", model });
      const { code } = (await answer.json()) as { code: string };
      if (answer.status !== 400 || !/^(invalid_request|unknown_model)$/.test(code))
        answers[model] = `${answer.status} ${code}`;
    }
    expect(answers).toEqual({});
    const { rows } = await server.store.database.pool.query("select count(*)::int as jobs from jobs");
    expect(rows).toEqual([{ jobs: 0 }]);
  });

  test("is refused by the settings of a project, by the configuration and where models are opened", async () => {
    const open = { ...readConfig(environment), createChoresModel: () => expect.fail("not asked for") };
    const deps = { database: server.store.database, assertModel };
    const accepted = [];
    for (const model of names) {
      const stored = await updateProject(deps, project.id, { model }).catch(({ code }) => String(code));
      if (typeof stored !== "string") accepted.push(`project ${model}`);
      if (!throws(() => readConfig({ COPYDESK_MODEL: model || "none" }) && assertModel(model)))
        accepted.push(`COPYDESK_MODEL ${model}`);
      if (!throws(() => findModel(open, model))) accepted.push(`findModel ${model}`);
    }
    expect(accepted).toEqual([]);
  });
});

test("each provider is asked at its own paths only, whatever its package makes of a name", async () => {
  const config = {
    ...readConfig(environment),
    createChoresModel: () => expect.fail("not asked for"),
  };
  const asked: Record<string, string[]> = {};
  for (const name of [
    "anthropic/a:b@c",
    "openai/ft:a:b::c",
    "google/tunedModels/a-1",
    "openai-compatible/a/b:c",
  ]) {
    paths.length = 0;
    await generateText({ model: resolveModel(config, name), prompt: "x", maxRetries: 0 }).catch(() => {});
    asked[name] = [...paths];
  }
  expect(asked).toEqual({
    "anthropic/a:b@c": ["/v1/messages"],
    "openai/ft:a:b::c": ["/v1/responses"],
    "google/tunedModels/a-1": ["/v1/tunedModels/a-1:generateContent"],
    "openai-compatible/a/b:c": ["/v1/chat/completions"],
  });
});

test("what the lists of the operator and of the project do not allow is refused, at every door", async () => {
  const deps = { database: server.store.database, assertModel };
  const status = async (body: object) => (await project.create({ prompt: "x", ...body })).status;
  const refused = { code: "unknown_model" };
  expect(await status({ model: "anthropic/claude-x" })).toBe(400);
  expect(await status({ model: "google/other" })).toBe(400);
  const created = await project.create({ prompt: "x", model: "openai/gpt-x" });
  expect(created.status).toBe(201);
  const { id } = (await created.json()) as { id: string };

  await updateProject(deps, project.id, { settings: { models: ["google/*"] } });
  expect(await status({ model: "openai/gpt-x" })).toBe(400);
  expect(await status({}), "the service's default").toBe(400);
  expect(await status({ model: "google/gemini-x" })).toBe(201);
  const message = await fetch(`${project.jobs}/${id}/message`, {
    method: "POST",
    headers: { authorization: `Bearer ${project.key}`, "content-type": "application/json" },
    body: JSON.stringify({ prompt: "more" }),
  });
  expect([message.status, ((await message.json()) as { code: string }).code]).toEqual([400, "unknown_model"]);
  await expect(updateProject(deps, project.id, { model: "openai/gpt-x" })).rejects.toMatchObject(refused);
  await updateProject(deps, project.id, { model: "google/gemini-x" });
  const models = ["openai/*"];
  await expect(updateProject(deps, project.id, { settings: { models } })).rejects.toMatchObject(refused);
  await updateProject(deps, project.id, { model: null, settings: { models: null } });
  expect(await status({})).toBe(201);
});

function throws(action: () => unknown): boolean {
  try {
    action();
    return false;
  } catch {
    return true;
  }
}
