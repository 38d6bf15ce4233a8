import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { startTestServer } from "../../../test/helpers/test-server.ts";
import { matchesPage } from "./matches-page.ts";

const folder = await mkdtemp(join(tmpdir(), "copydesk-dashboard-"));
const script = `console.log(${JSON.stringify("x".repeat(5_000))});`;
await mkdir(join(folder, "assets"));
await writeFile(
  join(folder, "index.html"),
  '<!doctype html><html><head><meta name="copydesk-base" content=""><link href="./favicon.svg"></head><script src="./assets/index-abc.js"></script></html>',
);
await writeFile(join(folder, "paths.json"), JSON.stringify(["/", "/jobs", "/projects/$projectId/keys"]));
await writeFile(join(folder, "favicon.svg"), "<svg/>");
await writeFile(join(folder, "assets/index-abc.js"), script);
await writeFile(join(folder, "assets/index-abc.js.br"), brotliCompressSync(script));
const server = await startTestServer({ dashboardFolder: folder, basePath: "/docs" });
const unbuilt = await startTestServer({ dashboardFolder: join(folder, "missing") });
afterAll(async () => {
  await server.close();
  await unbuilt.close();
  await rm(folder, { recursive: true, force: true });
});

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const open = (path: string, headers: Record<string, string> = browser, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers });

test("a browser gets the dashboard, under the path of the public URL, with a policy that allows nothing else", async () => {
  for (const path of ["/", "/docs", "/docs/jobs?status=failed", "/projects/prj_1/keys"]) {
    const response = await open(path);
    const page = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    expect(page).toContain('content="/docs"');
    expect(page).toContain('src="/docs/assets/index-abc.js"');
    const policy = response.headers.get("content-security-policy")!;
    const [, nonce] = /'nonce-([^']+)'/.exec(policy)!;
    expect(page).toContain(`nonce="${nonce}"`);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
});

test("a client that takes anything gets the start page", async () => {
  for (const headers of [{ accept: "*/*" }, { accept: "" }])
    expect((await open("/", headers)).headers.get("content-type")).toContain("text/html");
});

test("each page has a nonce of its own", async () => {
  const policies = await Promise.all(
    [1, 2, 3].map(async () => (await open("/")).headers.get("content-security-policy")),
  );
  expect(new Set(policies).size).toBe(3);
});

test("an unknown path gets the same page with status 404", async () => {
  for (const path of ["/nothing", "/projects//keys", "/projects/prj_1/keys/more"]) {
    const response = await open(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).toContain("copydesk-base");
  }
});

test("a client that does not ask for a page gets a problem document, and the API never returns a page", async () => {
  for (const [path, headers, init] of [
    ["/", { accept: "application/json" }],
    ["/jobs", { accept: "*/*" }],
    ["/jobs", {}],
    ["/", browser, { method: "POST" }],
    ["/v2/nothing", browser],
    ["/assets/missing.js", browser],
  ] as const) {
    const response = await open(path, headers, init);
    expect([path, response.status]).toEqual([path, 404]);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
    expect(await response.json()).toMatchObject({ code: "route_not_found" });
  }
});

test("hashed files may be cached for ever and are sent as compressed by the build", async () => {
  const response = await open("/docs/assets/index-abc.js", { "accept-encoding": "br" });
  expect(await response.text()).toBe(script);
  expect(response.headers.get("content-encoding")).toBe("br");
  expect(response.headers.get("content-type")).toContain("application/javascript");
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect((await open("/favicon.svg")).headers.get("content-type")).toBe("image/svg+xml");
});

test("nothing outside of the built files is served", async () => {
  for (const path of [
    "/assets/../index.html",
    "/assets/%2e%2e/paths.json",
    "/assets/..%2fpaths.json",
    "/paths.json",
    "/assets/",
  ]) {
    const response = await open(path, { accept: "*/*" });
    expect([path, response.status < 400]).toEqual([path, false]);
  }
});

test("a service whose dashboard is not built says how to build it, and finds it once it is", async () => {
  const response = await fetch(unbuilt.url, { headers: browser });
  expect(response.status).toBe(503);
  expect(await response.text()).toContain("npm run setup");
  await mkdir(join(folder, "missing"));
  await writeFile(join(folder, "missing/index.html"), "<head></head>built now");
  await writeFile(join(folder, "missing/paths.json"), '["/"]');
  const later = await fetch(unbuilt.url, { headers: browser });
  expect([later.status, await later.text()]).toEqual([200, expect.stringContaining("built now")]);
});

test.for([
  ["/", "/", true],
  ["/jobs", "/jobs", true],
  ["/jobs", "/jobs/", false],
  ["/projects/$id/keys", "/projects/x/keys", true],
  ["/projects/$id/keys", "/projects//keys", false],
  ["/projects/$id/keys", "/projects/x", false],
] as const)("%s has %s: %s", ([pattern, path, expected]) => {
  expect(matchesPage(pattern, path)).toBe(expected);
});
