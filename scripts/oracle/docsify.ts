import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { chromium, type Page } from "playwright-core";
import { executablePath } from "../../test/helpers/browser.ts";
import { copyMarked } from "./shared/copy-marked.ts";
import { readBuiltSite } from "./shared/read-built-site.ts";
import { fixtureFolder, writeVerdicts } from "./shared/verdict-files.ts";

/**
 * Shows the Docsify fixtures in Chromium, with the real Docsify, and writes the result to
 * `test/oracle/verdicts/`. Usage: node scripts/oracle/docsify.ts FIXTURE DOCSIFY_JS SCRATCH_FOLDER
 */
const [name, library, scratch] = process.argv.slice(2);
if (name === undefined || library === undefined || scratch === undefined)
  throw new Error("usage: docsify.ts FIXTURE DOCSIFY_JS SCRATCH_FOLDER");
const source = join(scratch, name);
const built = join(scratch, `${name}-built`);
const home = "http://site.invalid/base/";

const links = await copyMarked({
  from: fixtureFolder(name),
  to: source,
  isPage: (path) => !path.includes("/parts/"),
});
const docs = join(source, "docs");
await rm(built, { recursive: true, force: true });
await cp(docs, built, { recursive: true, filter: (path) => !/\.(?:md|html)$/.test(path) });

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.route("**/*", async (route) => {
  const { origin, pathname } = new URL(route.request().url());
  const path = origin === new URL(home).origin && pathname.startsWith("/base/") ? pathname.slice(5) : null;
  const file = path === null ? library : join(docs, decodeURI(path === "/" ? "/index.html" : path));
  if (path === null && !/docsify/.test(route.request().url())) await route.fulfill({ status: 404 });
  else if (existsSync(file)) await route.fulfill({ path: file });
  else await route.fulfill({ status: 404 });
});

/** Route → the page that it shows, null if there is none. */
const shown = new Map<string, string | null>();
const waiting = (await readdir(docs, { recursive: true }))
  .filter((path) => path.endsWith(".md") && !path.includes("parts/"))
  .map((path) => routeOf(`docs/${path}`));
while (waiting.length > 0) {
  const route = waiting.pop()!;
  if (shown.has(route)) continue;
  const found = await show(page, route);
  shown.set(route, found);
  if (found !== null) waiting.push(...(await routesOf(page)));
}
for (const path of new Set(shown.values())) {
  if (path === null) continue;
  await show(page, routeOf(path));
  await mkdir(dirname(join(built, builtPath(path))), { recursive: true });
  await writeFile(join(built, builtPath(path)), await readShown(page));
}
await browser.close();

const [, version] = /version(?: =|:) ['"](\d[^'"]+)['"]/.exec(await readFile(library, "utf8")) ?? [];
const generator = `docsify ${version}`;
const verdicts = await readBuiltSite({ folder: built, links, generator, sourceOf: (path) => `docs/${path}` });
for (const one of Object.values(verdicts.pages)) one.address = one.address.replace(/\.html$/, "");
await writeVerdicts(name, verdicts);

/** Shows a route; returns the path of the page that appears, or null. */
async function show(page: Page, route: string): Promise<string | null> {
  await page.goto("about:blank");
  await page.goto(`${home}#${route}`);
  const text = "(document.querySelector('#main')?.textContent ?? '')";
  await page.waitForFunction(`/@@SOURCE|404|Not found/.test(${text})`);
  const path = /@@SOURCE ([^@]+)@@/.exec(await page.evaluate<string>(text))?.[1] ?? null;
  return path === null || (path.endsWith("/_404.md") && !route.endsWith("/_404")) ? null : path;
}

async function routesOf(page: Page): Promise<string[]> {
  const hashes = await page.evaluate<string[]>(
    "[...document.querySelectorAll('#main a[href]')].map(({ hash }) => hash)",
  );
  return hashes.filter((one) => one.startsWith("#/")).map((one) => one.slice(1).replace(/\?.*$/s, ""));
}

/** Returns what a page shows, with routes written as addresses of the pages that they show. */
async function readShown(page: Page): Promise<string> {
  const urls = await page.evaluate<string[]>(
    "[...document.querySelectorAll('#main a[href], #main img[src]')].map((one) => one.href ?? one.src)",
  );
  const addresses = JSON.stringify(urls.map(addressOf));
  return await page.evaluate<string>(`
    for (const [index, one] of [...document.querySelectorAll("#main a[href], #main img[src]")].entries())
      one.setAttribute(one.href === undefined ? "src" : "href", ${addresses}[index]);
    document.querySelector("#main").innerHTML;
  `);
}

function addressOf(address: string): string {
  if (!address.startsWith(home)) return address;
  const url = new URL(address);
  const [route = "", query = ""] = url.hash.slice(1).split("?");
  const id = new URLSearchParams(query).get("id");
  const found = shown.get(route) ?? null;
  const path = !route.startsWith("/")
    ? url.pathname.slice("/base".length)
    : found === null
      ? `/nothing${route}`
      : `/${builtPath(found)}`;
  return id === null ? path : `${path}#${id}`;
}

function routeOf(path: string): string {
  const route = posix.join("/", posix.relative("docs", path)).replace(/\.md$/, "");
  return route.replace(/(^|\/)README$/, "$1");
}

function builtPath(path: string): string {
  return `${routeOf(path).replace(/\/$/, "/index").slice(1)}.html`;
}
