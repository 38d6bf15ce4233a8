import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/helpers/test-server.ts";
import { createSecretBox } from "../../secrets/secret-box.ts";
import { createTrigger } from "../../triggers/create-trigger.ts";
import { listTriggerHistory } from "../../triggers/list-trigger-history.ts";
import { createUnconnectedManageDeps } from "../manage-deps.ts";

const secretBox = createSecretBox(randomBytes(32));
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ manage: { ...createUnconnectedManageDeps(), secretBox } });
});

afterAll(() => server.close());

async function make(kind: string) {
  const { id: projectId } = await server.newProject();
  const deps = { ...server.store, secretBox, publicUrl: server.url };
  const { record, secret } = await createTrigger(deps, projectId, { name: "t", kind, prompt: "{{text}}" });
  const send = async (body: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(record.deliveryUrl!, { method: "POST", body, headers });
    const { code } = (await answer.json()) as { code?: string };
    return { status: answer.status, code, origin: answer.headers.get("access-control-allow-origin") };
  };
  return { projectId, triggerId: record.id, token: secret!, send };
}

test("a forged, an empty and a huge delivery are refused, and the history says so", async () => {
  const trigger = await make("source_change");
  expect(await trigger.send("{}")).toMatchObject({ status: 401, code: "invalid_signature" });
  expect(await trigger.send("")).toMatchObject({ status: 400, code: "invalid_request" });
  expect(await trigger.send("x".repeat(2 ** 20 + 1))).toMatchObject({ status: 413, code: "body_too_large" });
  const { data } = await listTriggerHistory(server.store, trigger);
  expect(data.map(({ state, deliveryId }) => [state, deliveryId.split(" ")[1]])).toEqual([
    ["refused", "body_too_large"],
    ["refused", "invalid_signature"],
  ]);
});

test("a page on another origin may send its readers' feedback without a preflight request", async () => {
  const { send, token } = await make("page_feedback");
  const body = JSON.stringify({ token, page: "/guide", helpful: false });
  const told = await send(body, { "content-type": "text/plain", origin: "https://docs.example.com" });
  expect(told).toEqual({ status: 200, code: undefined, origin: "*" });
});

test.each(["trg_0000000000000000000000", "%00", "x"])("%s is no trigger", async (id) => {
  const answer = await fetch(`${server.url}/v2/triggers/${id}`, { method: "POST", body: "{}" });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    404,
    "trigger_not_found",
  ]);
});
