import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/helpers/test-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

test.each([
  ["Idempotency-Key", "POST", ""],
  ["Idempotency-Key", "POST", "/message"],
  ["Last-Event-ID", "GET", "/events"],
])("two headers %s are refused: %s %s", async (name, method, path) => {
  const project = await server.newProject();
  const { id } = (await (await project.create({ prompt: "x" })).json()) as { id: string };
  const sent = request(`${project.jobs}${path && `/${id}${path}`}`, {
    method,
    headers: {
      authorization: `Bearer ${project.key}`,
      accept: "text/event-stream, application/json",
      "content-type": "application/json",
      [name]: ["1", "2"],
    },
  });
  sent.end(method === "POST" ? JSON.stringify({ prompt: "x" }) : undefined);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  expect(await json(answer)).toMatchObject({
    code: "invalid_request",
    errors: [{ path: name, message: "must be sent once" }],
  });
});

test.each(["", "/cancel", "/message"])(
  "a change has no parameters: POST …%s?mode=preview is refused, and changes nothing",
  async (path) => {
    const project = await server.newProject();
    const { id } = (await (await project.create({ prompt: "x" })).json()) as { id: string };
    const answer = await fetch(`${project.jobs}${path && `/${id}${path}`}?mode=preview`, {
      method: "POST",
      headers: { authorization: `Bearer ${project.key}`, "content-type": "application/json" },
      body: JSON.stringify({ prompt: "x" }),
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { errors: [{ path: "mode", message: "there is no such field" }] },
    ]);
    const { rows } = await server.store.database.pool.query(
      "select status, event_seq from jobs where project_id = $1",
      [project.id],
    );
    expect(rows).toEqual([{ status: "active", event_seq: 1 }]);
  },
);
