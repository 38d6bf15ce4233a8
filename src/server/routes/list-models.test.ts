import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestProject, type TestServer } from "../../../test/helpers/test-server.ts";
import { createApiKey } from "../../api-keys/create-api-key.ts";
import type { ListedModel } from "../../schemas/listed-model.ts";
import { listModelsOperation } from "./list-models.ts";

const asked: string[] = [];

const models: ListedModel[] = [
  {
    ...{ id: "copydesk/chores", provider: "copydesk", available: true, reason: null, isDefault: true },
    price: { input: 0, cachedInput: 0, output: 0 },
  },
  {
    ...{ id: "openai/*", provider: "openai", available: false, reason: "OPENAI_API_KEY is not set" },
    ...{ isDefault: false, price: null },
  },
];

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer({
    listModels: async (defaultModel) => {
      asked.push(defaultModel);
      return models;
    },
  });
  project = await server.newProject();
});

afterAll(() => server.close());

function get(key: string): Promise<Response> {
  const url = `${server.url}/v2/agent/${project.id}/models`;
  return fetch(url, { headers: { authorization: `Bearer ${key}` } });
}

test("the models are answered as the description says", async () => {
  const answer = await get(project.key);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  const body = await answer.json();
  expect(body).toEqual({ data: models });
  const { content } = listModelsOperation.responses[200]!;
  expect(content!.schema.parse(body)).toEqual(body);
  expect(content!.schema.parse(content!.example)).toEqual(content!.example);
});

test("the default is the project's model where it has one, and the service's otherwise", async () => {
  asked.length = 0;
  await get(project.key);
  const { pool } = server.store.database;
  await pool.query("update projects set model = 'openai/gpt-5' where id = $1", [project.id]);
  await get(project.key);
  await pool.query("update projects set model = null where id = $1", [project.id]);
  expect(asked).toEqual(["copydesk/chores", "openai/gpt-5"]);
});

test("a key with the right to read is enough, and required", async () => {
  const { database } = server.store;
  const reader = await createApiKey({ database }, project.id, { scopes: ["read"] });
  expect((await get(reader.key)).status).toBe(200);
  const writer = await createApiKey({ database }, project.id, { scopes: ["write"] });
  expect((await get(writer.key)).status).toBe(403);
  expect((await get("none")).status).toBe(401);
});
