import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/helpers/test-server.ts";
import { type ErrorCode, errorCatalogue } from "../errors.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const get = (path: string, accept = "text/html") => fetch(new URL(path, server.url), { headers: { accept } });

test("the type of a problem leads to its entry on the instance itself", async () => {
  const problem = (await (await get("/nowhere", "application/json")).json()) as {
    type: string;
    code: ErrorCode;
  };
  expect(problem.code).toBe("route_not_found");
  const entry = await (await get(problem.type, "application/json")).json();
  expect(entry).toEqual({
    code: "route_not_found",
    status: 404,
    retryable: false,
    cause: "The API has no such path.",
    cure: "Compare it with `/reference`.",
  });
  const page = await get(problem.type);
  expect(page.headers.get("vary")).toMatch(/^Accept\b/);
  expect(await page.text()).toContain("The API has no such path.");
});

test("every code has an entry", async () => {
  const list = await (await get("/errors")).text();
  for (const code of Object.keys(errorCatalogue)) {
    expect((await get(`/errors/${code}`, "*/*")).status, code).toBe(200);
    expect(list).toContain(`id="${code}"`);
  }
  expect((await get("/errors/no_such_code")).status).toBe(404);
});

test("error pages load no other resources", async () => {
  const answer = await get("/errors");
  expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(await answer.text()).not.toMatch(/<(script|link|img|iframe)\b|\bsrc=|@import|url\(/);
});
