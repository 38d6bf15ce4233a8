import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../helpers/test-server.ts";
import { root } from "./read-page.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ basePath: "/copydesk" });
});

afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers: { accept: "text/html", ...headers } });

test("the navigation names pages that are there, each once, and every page of docs/ is served", async () => {
  const summary = readFileSync(join(root, "docs/SUMMARY.md"), "utf8");
  const named = [...summary.matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file!);
  const there = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".md") && name !== "SUMMARY.md");
  expect(new Set(named).size).toBe(named.length);
  expect(named.filter((name) => !there.includes(name))).toEqual([]);
  for (const name of there) {
    const address = name.replace(/(?:^|\/)README\.md$/, "").replace(/\.md$/, "");
    expect([name, (await get(`/copydesk/docs${address === "" ? "" : `/${address}`}`)).status]).toEqual([
      name,
      200,
    ]);
  }
});

test("every link of every page leads to a page, a heading or a file that is there", async () => {
  const pages = new Map<string, string>();
  const load = async (path: string) => {
    if (!pages.has(path)) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 200]);
      pages.set(path, await response.text());
    }
    return pages.get(path)!;
  };
  const waiting = ["/copydesk/docs"];
  const seen = new Set(waiting);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = await load(path);
    for (const [, target] of text.matchAll(/<(?:a|img|link|script) [^<>]*?(?:href|src)="([^"]+)"/g)) {
      const url = new URL(target!.replaceAll("&amp;", "&"), `http://here${path}`);
      if (url.host !== "here" || !url.pathname.startsWith("/copydesk/docs")) continue;
      if (url.hash !== "") {
        const body = await load(url.pathname);
        expect([path, target, body.includes(`id="${decodeURIComponent(url.hash.slice(1))}"`)]).toEqual([
          path,
          target,
          true,
        ]);
      }
      if (seen.has(url.pathname)) continue;
      seen.add(url.pathname);
      if (/\.(?:js|css|png|json)$/.test(url.pathname))
        expect([path, url.pathname, (await get(url.pathname)).status]).toEqual([path, url.pathname, 200]);
      else waiting.push(url.pathname);
    }
  }
  expect(seen.size).toBeGreaterThan(60);
}, 120_000);

test("pages bring no script of their own, and the policy lets none in", async () => {
  const response = await get("/copydesk/docs/tutorial");
  const policy = response.headers.get("content-security-policy");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe|nonce|https?:/);
  const text = await response.text();
  expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|style="/);
  const again = await get("/copydesk/docs/tutorial", { "if-none-match": response.headers.get("etag")! });
  expect(again.status).toBe(304);
  expect((await get("/copydesk/docs/no-such-page", { accept: "application/json" })).status).toBe(404);
  expect(
    (await get("/copydesk/docs/images/..%2f..%2fpackage.json", { accept: "application/json" })).status,
  ).toBe(404);
});

test("what is searched has every page and needs nobody else", async () => {
  const sections = (await (await get("/copydesk/docs/search.json")).json()) as {
    url: string;
    text: string;
  }[];
  expect(sections.length).toBeGreaterThan(300);
  expect(sections.find(({ url }) => url === "/copydesk/docs/backup#restore")?.text).toContain(
    "Stop the service",
  );
  const script = await (await get("/copydesk/docs/search.js")).text();
  expect(script).not.toMatch(/https?:\/\//);
});
