import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOwner, type TestBrowser } from "../../../test/helpers/people.ts";
import { startTestServer, type TestProject, type TestServer } from "../../../test/helpers/test-server.ts";
import { operations } from "../routes/openapi.ts";
import { buildOpenapi } from "./build-openapi.ts";
import { needsCredentials, type Operation } from "./operation.ts";

/** Covers the list of all operations: a new operation needs no change here. */

let server: TestServer;
let project: TestProject;
let jobId: string;
let owner: TestBrowser;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.newProject();
  jobId = ((await (await project.create({ prompt: "x" })).json()) as { id: string }).id;
  owner = await makeOwner(server);
});
afterAll(() => server.close());

interface Described {
  paths: Record<string, Record<string, { requestBody?: { required: boolean } }>>;
}

const { paths } = buildOpenapi(operations, "1.0.0") as unknown as Described;

const needsNoBody = ({ path, method }: Operation) => paths[path]?.[method]?.requestBody?.required === false;

async function send({ path, method, pathParameters = {} }: Operation, body?: object) {
  const known: Record<string, string> = { projectId: project.id, jobId };
  const answer = await owner.fetch(
    path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? `${pathParameters[name]?.example ?? "x"}`),
    { method: method.toUpperCase(), ...(body && { body }), headers: { accept: "application/json" } },
  );
  const { code = null, detail = null } = (await answer.json()) as { code?: string; detail?: string };
  return { status: answer.status, code, detail };
}

test.each(operations.filter(needsNoBody).map((operation) => [operation.id, operation] as const))(
  "%s takes no body for an empty object, as its description says",
  async (_, operation) => {
    const withoutBody = await send(operation);
    expect(withoutBody).toEqual(await send(operation, {}));
    expect(withoutBody.status).not.toBe(500);
  },
);

test.each(
  operations
    .filter((operation) => needsCredentials(operation) && operation.body && !needsNoBody(operation))
    .map((operation) => [operation.id, operation] as const),
)("%s names the fields that are missing when there is no body", async (_, operation) => {
  const { status, code, detail } = await send(operation);
  if (code === "invalid_request") expect(detail).toMatch(/^\w+: /);
  else expect([403, 404, 409]).toContain(status);
});
