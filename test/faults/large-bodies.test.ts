import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiProcess, startApiProcess } from "../helpers/start-api-process.ts";
import {
  projectAt,
  startTestServer,
  type TestProject,
  type TestServer,
  tally,
} from "../helpers/test-server.ts";

const full = process.env.COPYDESK_FULL_FAULTS === "1";
const posts = full ? 200 : 40;
const body = Buffer.alloc(16 * 1024 * 1024, " ");

let server: TestServer;
let api: ApiProcess;
let project: TestProject;

// The client must not share its process with the server: then it has always sent everything before the server
// looks.
beforeAll(async () => {
  server = await startTestServer();
  api = await startApiProcess(server.store.connection);
  const { id, key } = await server.newProject();
  project = projectAt(api.url, id, key);
});

afterAll(async () => {
  await api.kill();
  await server.close();
});

async function codeOf(answer: Promise<Response>): Promise<string> {
  return await answer.then(
    async (response) => ((await response.json()) as { code: string }).code,
    (error: Error) => String(error.cause),
  );
}

test(`${posts} bodies of 16 MiB: each client gets its refusal, although it is still sending`, async () => {
  const codes: string[] = [];
  for (let count = 0; count < posts; count += 1) codes.push(await codeOf(project.create(body)));
  expect(tally(codes)).toEqual({ body_too_large: posts });
});
