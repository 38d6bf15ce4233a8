import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeBrowser, executablePath, inBrowser } from "../helpers/browser.ts";
import { startTestServer, type TestServer } from "../helpers/test-server.ts";
import { root } from "./read-page.ts";

let server: TestServer;

beforeAll(async () => {
  // Its packages are installed here if nobody has yet.
  await promisify(execFile)(process.execPath, [join(root, "scripts/build-website.mjs")]);
  server = await startTestServer({ basePath: "/copydesk" });
}, 900_000);

afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers: { accept: "text/html", ...headers } });

test("the navigation names pages that are there, each once, and every page of docs/ is served where it always was", async () => {
  const summary = readFileSync(join(root, "docs/SUMMARY.md"), "utf8");
  const named = [...summary.matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file!);
  const there = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".md") && name !== "SUMMARY.md");
  expect(new Set(named).size).toBe(named.length);
  expect(named.toSorted()).toEqual(there.toSorted());
  const addresses = there.map((name) => `/${name.replace(/(?:^|\/)README\.md$/, "").replace(/\.md$/, "")}`);
  const others = ["readme", "architecture", "contributing", "security", "changelog", "client", "benchmarks"];
  const images = ["/images/review.png", "/images/growth-workers.svg"];
  for (const address of [...addresses, ...others.map((name) => `/${name}`), ...images])
    expect([address, (await get(`/copydesk/docs${address.replace(/\/$/, "")}`)).status]).toEqual([
      address,
      200,
    ]);
});

test("every link of every page leads to a page, a heading or a file that is there", async () => {
  const pages = new Map<string, { at: URL; text: string }>();
  const load = async (path: string) => {
    const known = pages.get(path);
    if (known !== undefined) return known;
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 200]);
    const page = { at: new URL(response.url), text: await response.text() };
    pages.set(path, page);
    return page;
  };
  const waiting = ["/copydesk/docs"];
  const seen = new Set(waiting);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { at, text } = await load(path);
    for (const [, target] of text.matchAll(/<(?:a|img|link|script) [^<>]*?(?:href|src)="([^"]+)"/g)) {
      const url = new URL(target!.replaceAll("&amp;", "&"), at);
      if (url.host !== at.host) continue;
      expect([path, target, url.pathname.startsWith("/copydesk/docs/")]).toEqual([path, target, true]);
      const isPage = !/\.(?:js|css|png|svg)$/.test(url.pathname);
      if (url.hash !== "" && isPage) {
        const body = (await load(url.pathname)).text;
        const isThere = body.includes(`id="${decodeURIComponent(url.hash.slice(1))}"`);
        expect([path, target, isThere]).toEqual([path, target, true]);
      }
      if (seen.has(url.pathname)) continue;
      seen.add(url.pathname);
      if (isPage) waiting.push(url.pathname);
      else expect([path, url.pathname, (await get(url.pathname)).status]).toEqual([path, url.pathname, 200]);
    }
  }
  expect(seen.size).toBeGreaterThan(60);
}, 120_000);

test("the policy lets only the build's scripts in, a page is sent again only when it has changed, and nothing else is served", async () => {
  const response = await get("/copydesk/docs/tutorial");
  const policy = response.headers.get("content-security-policy");
  expect(policy).toMatch(/; script-src 'self'(?: 'sha256-[\w+/=]{44}')+; style-src 'self'; /);
  expect(policy).not.toMatch(/unsafe|nonce|https?:/);
  expect(await response.text()).not.toMatch(/<[a-z][^<>]*\s(?:on\w+|style)="/);
  const again = await get("/copydesk/docs/tutorial", { "if-none-match": response.headers.get("etag")! });
  expect(again.status).toBe(304);
  const json = { accept: "application/json" };
  for (const path of ["no-such-page", "images/..%2f..%2fpackage.json", "..%2f..%2fREADME", "hashmap.json"])
    expect([path, (await get(`/copydesk/docs/${path}`, json)).status]).toEqual([path, 404]);
});

test("where the site is not built, pages are shown as they are written", async () => {
  const unbuilt = await startTestServer({ websiteFolder: join(root, "test/no-such-folder") });
  try {
    for (const [path, text] of [
      ["/docs", "npm run docs"],
      ["/docs/tutorial", "# Your first pull request"],
      ["/docs/rules", "frontmatter-schema.md"],
    ] as const)
      expect(await (await fetch(`${unbuilt.url}${path}`)).text()).toContain(text);
    expect((await fetch(`${unbuilt.url}/docs/none`, { headers: { accept: "*/*" } })).status).toBe(404);
  } finally {
    await unbuilt.close();
  }
});

describe("in a browser", inBrowser, () => {
  test.for([
    ["light", 1280],
    ["dark", 1280],
    ["light", 375],
    ["dark", 375],
  ] as const)(
    "a reader finds a page by its navigation and by search, offline: %s, %s wide",
    async ([colorScheme, width]) => {
      const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
      try {
        const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
        page.setDefaultTimeout(60_000);
        const faults: string[] = [];
        page.on("console", (message) => {
          if (["error", "warning"].includes(message.type())) faults.push(message.text());
        });
        page.on("pageerror", (error) => faults.push(error.message));
        page.on("request", (request) => {
          if (!request.url().startsWith(server.url)) faults.push(request.url());
        });
        await page.goto(`${server.url}/copydesk/docs`);
        expect(await page.locator("html.dark").count()).toBe(colorScheme === "dark" ? 1 : 0);
        if (width < 960) await page.locator("button[aria-controls=VPSidebarNav]").click();
        await page.getByRole("link", { name: "Your first pull request" }).first().click();
        await page.waitForURL("**/docs/tutorial");
        await page.getByRole("heading", { level: 1, name: "Your first pull request" }).waitFor();

        await page.getByRole("button", { name: "Search" }).first().click();
        await page.getByRole("searchbox").fill("idempotency key");
        await page.getByRole("option").first().waitFor();
        await page.keyboard.press("Enter");
        await page.waitForURL(/\/docs\/(?!tutorial)/);
        for (const name of ["api", "code-hosts/github", "performance", "architecture"]) {
          await page.goto(`${server.url}/copydesk/docs/${name}`);
          await page.locator("h1").waitFor();
          const overflow = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
          expect([name, Math.max(0, Number(overflow))]).toEqual([name, 0]);
        }
        expect(faults).toEqual([]);
      } finally {
        await closeBrowser(browser);
      }
    },
  );
});
