import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/helpers/test-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

interface Asked {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Unlike `fetch`, this sends any method that Node's parser knows. */
async function ask({ method, path, headers, body }: Asked) {
  const sent = request(`${server.url}${path}`, { method, headers });
  sent.end(body);
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    sent.on("response", resolve).on("error", reject),
  );
  const { code } = JSON.parse(await text(response));
  return { status: response.statusCode, code, allow: response.headers.allow };
}

const json = { "content-type": "application/json" };
const bodies: [string, Pick<Asked, "headers" | "body">][] = [
  ["no body", {}],
  ["a body that is not JSON", { headers: json, body: "{" }],
  ["an empty body", { headers: { ...json, "content-length": "0" } }],
  ["a body of another type", { headers: { "content-type": "text/plain" }, body: "x" }],
  ["a body that is too large", { headers: json, body: " ".repeat(100 * 1024) }],
];

test.each(bodies)("an unknown path is 404 whatever the method, with %s", async (_, sent) => {
  for (const method of ["POST", "PUT", "DELETE", "QUERY", "PROPFIND"])
    expect(await ask({ method, path: "/nowhere", ...sent }), method).toMatchObject({
      status: 404,
      code: "route_not_found",
    });
});

test.each(bodies)("another method on a known path is 405 with what it allows, with %s", async (_, sent) => {
  for (const method of ["POST", "PUT", "QUERY", "TRACE", "PROPFIND"])
    expect(await ask({ method, path: "/v2/agent/prj_x/jobs", ...sent }), method).toEqual({
      status: 405,
      code: "method_not_allowed",
      allow: "GET, HEAD",
    });
});
