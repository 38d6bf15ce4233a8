import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLocalHost } from "../../src/code-hosts/local/create-local-host.ts";
import type { PullRequestDraft } from "../../src/code-hosts/types.ts";
import { registerPullPages } from "../../src/server/routes/pull-pages.ts";
import { createPullRequestStore } from "../../src/store/pull-requests/create-pull-request-store.ts";
import { showHidden } from "../../src/text/show-hidden.ts";
import { executablePath, inBrowser } from "../helpers/browser.ts";
import { createRepository, git, writeFiles } from "../helpers/git-fixture.ts";
import { markupPayloads } from "../helpers/markup-payloads.ts";
import { createTestDatabase, type TestDatabase } from "../helpers/test-database.ts";
import { startTestServer, type TestServer } from "../helpers/test-server.ts";

let server: TestServer;
let store: TestDatabase;
let outside: { server: Server; host: string; requests: string[] };

beforeAll(async () => {
  server = await startTestServer({
    plugins: [async (app) => registerPullPages(app, { database: (await storeOfTest()).database })],
  });
  outside = await listenOutside();
});

afterAll(async () => {
  await server.close();
  await store.drop();
  outside.server.close();
});

/** The pages get a database of their own, because the server's exists only after its plugins are given. */
async function storeOfTest(): Promise<TestDatabase> {
  store ??= await createTestDatabase();
  return store;
}

/** Another host: whatever a page asks of it is noted. */
async function listenOutside() {
  const requests: string[] = [];
  const listener = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.setHeader("access-control-allow-origin", "*");
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return { server: listener, host: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`, requests };
}

const emptyDraft: PullRequestDraft = {
  branch: "copydesk/job_0123456789abcdefghijkl",
  baseRef: "main",
  baseCommit: "a".repeat(40),
  headCommit: "b".repeat(40),
  title: "Title",
  body: "Body",
  draft: false,
  jobId: "job_0123456789abcdefghijkl",
  patch: "",
  checks: null,
};

let projects = 0;

/** Opens a pull request in a project of its own; answers the path of its page. */
async function openPull(draft: Partial<PullRequestDraft>, projectName = "Docs"): Promise<string> {
  projects += 1;
  const projectId = `prj_${String(projects).padStart(22, "0")}`;
  const { database } = store;
  const insert = "insert into projects (id, name, repository) values ($1, $2, '/r')";
  await database.pool.query(insert, [projectId, projectName]);
  const host = createLocalHost({ pullRequests: createPullRequestStore(database), publicUrl: "", projectId });
  return (await host.openPullRequest({ ...emptyDraft, ...draft })).url;
}

/** Gives the pull request a job of its own with these events. */
async function addEvents(path: string, events: [kind: string, data: unknown][]): Promise<void> {
  const [, projectId, number] = /^\/projects\/(\w+)\/pulls\/(\d+)$/.exec(path)!;
  const { pool } = store.database;
  const jobId = `job_${projectId!.slice(4)}`;
  await pool.query(
    "insert into jobs (id, project_id, status, reason, prompt, model, repository, branch) values ($1, $2, 'completed', 'no_changes', 'x', 'copydesk/chores', '/r', 'b')",
    [jobId, projectId],
  );
  await pool.query("update pull_requests set job_id = $1 where project_id = $2 and number = $3", [
    jobId,
    projectId,
    number,
  ]);
  for (const [index, [kind, data]] of events.entries())
    await pool.query("insert into job_events (job_id, seq, kind, data) values ($1, $2, $3, $4)", [
      jobId,
      index + 1,
      kind,
      JSON.stringify(data),
    ]);
}

const load = (path: string, accept = "text/html") => fetch(`${server.url}${path}`, { headers: { accept } });

describe("the page of a pull request", () => {
  test("shows title, state, branches, description, checks, files and lines", async () => {
    const patch = [
      "diff --git a/guide.md b/guide.md",
      "--- a/guide.md",
      "+++ b/guide.md",
      "@@ -3,2 +3,2 @@ # Guide",
      " kept",
      "-a web hook",
      "+a webhook",
      "",
    ].join("\n");
    const checks = { new: 0, fixed: 2, preexisting: 3 };
    const path = await openPull({
      title: 'Replace "web hook"',
      body: "Replaced it.\n\nOn 1 page:\n- guide.md",
      patch,
      checks,
    });
    const response = await load(path);
    expect(response.status).toBe(200);
    const page = await response.text();
    for (const part of [
      'Replace &quot;web hook&quot; <span class="number">#1</span>',
      '<span class="state open">Open</span>',
      "<code>copydesk/job_0123456789abcdefghijkl</code>",
      "<code>main</code>",
      "<p>On 1 page:</p><ul><li>guide.md</li></ul>",
      "<strong>0</strong> new problems",
      "<strong>2</strong> fixed",
      "<strong>3</strong> preexisting",
      "1 file changed",
      'id="file-1"',
      '<td data-line="4"></td><td></td><td>a <mark>web hook</mark></td>',
      '<td></td><td data-line="4"></td><td>a <mark>webhook</mark></td>',
      "git merge copydesk/job_0123456789abcdefghijkl",
    ]) {
      expect(page).toContain(part);
    }
  });

  test("lists what the checks of its change found, not what those of a later turn have", async () => {
    const finding = (path: string) => ({
      rule: "internal-link",
      path,
      line: 7,
      column: 1,
      message: "leads nowhere",
    });
    const path = await openPull({ checks: { new: 0, fixed: 42, preexisting: 3 } });
    await addEvents(path, [
      ["checks", { counts: null, new: [], fixed: [finding("index.md")] }],
      ["pull_request", {}],
      ["checks", { counts: null, new: [finding("later.md")], fixed: [] }],
    ]);
    const page = await (await load(path)).text();
    expect(page).toContain(
      '<h3>Fixed</h3><ul class="findings"><li><span class="path">index.md:7</span> <span class="tag">internal-link</span> leads nowhere</li><li>… and 41 more</li></ul>',
    );
    expect(page).not.toContain("later.md");
  });

  test("is not kept, not framed, and lets in nothing but its own style", async () => {
    const { headers } = await load(await openPull({}));
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
  });

  test("gives the diff file as it is stored", async () => {
    const patch = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\u202e\r\n+<b>\r\n";
    const response = await load(`${await openPull({ patch })}/diff`);
    expect(response.headers.get("content-type")).toBe("text/x-diff; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="pull-1.diff"');
    expect(await response.text()).toBe(patch);
  });

  test.each(["2", "0", "01", "-1", "x", "1e0", "99999999999999999999"])(
    "an unknown number %s is 404, as a page for browsers and as a problem for programs",
    async (number) => {
      const path = (await openPull({})).replace(/1$/, number);
      const page = await load(path);
      expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      const problem = await load(path, "application/json");
      expect([problem.status, ((await problem.json()) as { code: string }).code]).toEqual([
        404,
        "pull_request_not_found",
      ]);
      expect((await load(`${path}/diff`)).status).toBe(404);
    },
  );

  test("an unknown project is the same 404", async () => {
    expect((await load("/projects/prj_none/pulls/1")).status).toBe(404);
    expect((await load("/projects/%00/pulls/1")).status).toBe(404);
  });

  test("a diff of 1 MiB of short lines stays a page of a bearable size that leads to the diff file", async () => {
    const long = `diff --git a/long.md b/long.md\n--- a/long.md\n+++ b/long.md\n@@ -0,0 +1,500000 @@\n${"+\n".repeat(500_000)}`;
    const short = "diff --git a/s.md b/s.md\n--- a/s.md\n+++ b/s.md\n@@ -1 +1 @@\n-a\n+b\n";
    const path = await openPull({ patch: short + long });
    const page = await (await load(path)).text();
    expect(page.length).toBeLessThan(100_000);
    expect(page).toContain("+500000");
    expect(page).toContain(`<a href="${path.split("/").at(-1)}/diff">the diff file</a>`);
    expect(page).toContain("<td>b</td>");
  });
});

describe("in a browser", inBrowser, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });

  afterAll(() => browser.close());

  /** Opens the page and answers what it did that it must not do. */
  async function visit(path: string) {
    const page = await browser.newPage();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(`${server.url}${path}`, { waitUntil: "networkidle" });
    const scripts = await page.locator("script").count();
    const text = await page.textContent("body");
    const styled = await page.evaluate<string>("getComputedStyle(document.querySelector('main')).maxWidth");
    await page.close();
    const own = `${server.url}${path}`;
    return { asked: requests.filter((url) => url !== own), dialogs, scripts, text, styled };
  }

  test("the page is styled", async () => {
    expect((await visit(await openPull({}))).styled).not.toBe("none");
  });

  test.each([
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])(
    "the first screen of $width x $height has changed lines, and nothing is wider than it",
    async (viewport) => {
      const files = Array.from(
        { length: 40 },
        (_, index) => `docs/a-folder-with-a-long-name/page-${index}.md`,
      );
      const path = await openPull({
        title: 'Replace "API token" with "API key" and repair the links',
        body: `${"Replaced it on many pages. ".repeat(40)}\n\nLeft as it is:\n${"- a place in a code block\n".repeat(60)}`,
        checks: { new: 0, fixed: 60, preexisting: 300 },
        patch: files
          .map(
            (file) =>
              `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1,4 +1,4 @@\n a\n b\n c\n-${"token ".repeat(20)}\n+${"key ".repeat(20)}\n`,
          )
          .join(""),
      });
      const place = { rule: "internal-link", line: 1, column: 1 };
      await addEvents(path, [
        [
          "checks",
          {
            counts: null,
            new: [],
            fixed: files.map((path) => ({ ...place, path, message: "leads nowhere" })),
          },
        ],
        ["pull_request", {}],
      ]);
      const page = await browser.newPage({ viewport });
      await page.goto(`${server.url}${path}`);
      const { change, width } = await page.evaluate<{ change: number; width: number }>(
        "({ change: document.querySelector('tr.deleted').getBoundingClientRect().top, width: document.documentElement.scrollWidth })",
      );
      await page.close();
      expect(change + 20).toBeLessThan(viewport.height);
      expect(width).toBe(viewport.width);
    },
  );

  async function expectHarmless(payloads: string[]): Promise<void> {
    const all = payloads.join(" ");
    const body = payloads
      .map((payload) => `${payload}\n\n- ${payload}\n> ${payload}\n\n\`${payload}\``)
      .join("\n\n");
    const texts = { title: all, body, patch: await diffWith(payloads), branch: all, baseRef: all };
    const { asked, dialogs, scripts, text } = await visit(await openPull(texts, all));
    expect({ payloads, asked, dialogs, scripts }).toEqual({ payloads, asked: [], dialogs: [], scripts: 0 });
    for (const payload of payloads) expect(text).toContain(showHidden(payload));
  }

  test("the test would notice a page that asks another host", async () => {
    const page = await browser.newPage();
    await page.setContent(`<script>fetch("${outside.host}/noticed")</script>`, { waitUntil: "networkidle" });
    await page.close();
    expect(outside.requests.splice(0)).toEqual(["GET /noticed"]);
  });

  test("32 payloads in every place run no script and ask nobody", async () => {
    const payloads = markupPayloads.map((payload) => payload.replaceAll("{host}", outside.host));
    expect(payloads.length).toBeGreaterThanOrEqual(30);
    await Promise.all(inGroups(payloads, 4).map(expectHarmless));
    expect(outside.requests).toEqual([]);
  });
});

function inGroups<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** What git says about files with a payload as content, as old content and (as far as it can be) as name. */
async function diffWith(payloads: string[]): Promise<string> {
  const names = payloads.map((payload) => `${payload.replaceAll("/", "⁄").slice(0, 60)}.md`);
  const files = (content: (payload: string) => string, prefix = "") =>
    Object.fromEntries(names.map((name, index) => [`${prefix}${name}`, content(payloads[index]!)]));
  const repository = await createRepository(files((payload) => `before ${payload}\n`));
  try {
    await writeFiles(
      repository.path,
      files((payload) => `after ${payload}\n`),
    );
    await writeFiles(
      repository.path,
      files((payload) => payload, "new "),
    );
    await git(repository.path, ["add", "--all"]);
    return `${await git(repository.path, ["diff", "--cached"])}\n`;
  } finally {
    await repository.remove();
  }
}
