import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFirstOwnerLink } from "../../src/people/links/first-owner.ts";
import { executablePath, inBrowser } from "../helpers/browser.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { createRepository, git } from "../helpers/git-fixture.ts";
import { createTestDatabase } from "../helpers/test-database.ts";

const site = {
  "docs.json": JSON.stringify({ name: "Handbook", navigation: { pages: ["index", "guide"] } }, null, 2),
  "index.mdx": "---\ntitle: Handbook\n---\n\nA web hook tells you. See the [guide](/guide).\n",
  "guide.mdx": "---\ntitle: Guide\n---\n\n<Note>\nMake a web hook first.\n</Note>\n\nThen wait.\n",
};

/** From an empty instance to a merged change, by the pages; each test goes on where the last ended. */
describe("one change, from the first link to the merge", inBrowser, () => {
  let store: Awaited<ReturnType<typeof createTestDatabase>>;
  let folder: string;
  let repository: string;
  let service: CopydeskProcess;
  let browser: Browser;
  let owner: BrowserContext;
  let page: Page;
  let projectId: string;
  let key: string;
  let jobPath: string;
  let shared: string;

  beforeAll(async () => {
    store = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), "copydesk-flow-"));
    const made = await createRepository(site);
    repository = join(folder, "handbook.git");
    // Bare, because what somebody has checked out is not merged into.
    await cp(join(made.path, ".git"), repository, { recursive: true });
    await git(repository, ["config", "core.bare", "true"]);
    await made.remove();
    service = await startCopydesk({ environment: environment() });
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    owner = await open();
    page = await owner.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.end();
    await store?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const environment = () => ({
    ...{ DATABASE_URL: store.url, COPYDESK_DATA: join(folder, "data"), COPYDESK_LOG_LEVEL: "error" },
    COPYDESK_REPOSITORY_FOLDERS: folder,
  });

  async function open(): Promise<BrowserContext> {
    const context = await browser.newContext({ baseURL: service.url, reducedMotion: "reduce" });
    context.setDefaultTimeout(120_000);
    return context;
  }

  async function createJob(prompt: string): Promise<string> {
    const response = await fetch(`${service.url}/v2/agent/${projectId}/job`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ prompt }),
    });
    expect(response.status, await response.clone().text()).toBe(201);
    return `/projects/${projectId}/jobs/${((await response.json()) as { id: string }).id}`;
  }

  test("the first link makes the owner, who makes a project and a key", async () => {
    const link = await createFirstOwnerLink(store, service.url);
    await page.goto(link!);
    await page.getByLabel("Name").fill("Olive Owner");
    await page.getByLabel("E-mail").fill("olive@example.com");
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await page.getByRole("button", { name: "Create the account" }).click();
    await page.waitForURL(`${service.url}/`);

    await page.goto("/projects/new");
    await page.getByRole("textbox", { name: "Repository" }).fill(repository);
    await page.getByRole("button", { name: "Check the repository" }).click();
    await page.getByText("Site generator").waitFor();
    await page.getByLabel("Name of the project").fill("Handbook");
    await page.getByRole("button", { name: "Create the project" }).click();
    await page.waitForURL(/\/projects\/prj_[0-9A-Za-z]+\/repository$/);
    projectId = page.url().split("/").at(-2)!;

    await page.goto(`/projects/${projectId}/keys`);
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("release notes");
    await page.getByRole("button", { name: "Create the key" }).click();
    key = (await page.getByRole("region", { name: "API key", exact: true }).textContent())!.trim();
    await page.getByRole("button", { name: "I have copied it" }).click();
  });

  test("a job made with the key is watched by two at once, and nothing is missing or doubled", async () => {
    jobPath = await createJob('Replace "web hook" with "webhook"');
    const second = await owner.newPage();
    await Promise.all([page.goto(jobPath), second.goto(jobPath)]);
    for (const watched of [page, second])
      await watched.getByRole("link", { name: "Review the changes" }).waitFor();
    const items = (watched: Page) =>
      watched.getByRole("region", { name: "Turn 1" }).locator("ol > li").allTextContents();
    const seen = await items(page);
    expect(seen.length).toBeGreaterThan(3);
    expect(await items(second)).toEqual(seen);
    await second.reload();
    await expect.poll(() => items(second)).toEqual(seen);
    await second.close();
  });

  test("two comments go out as one follow-up, and the change is merged", async () => {
    await page.goto(`${jobPath}/review`);
    await page.locator("section[data-state='changed']").first().waitFor();
    await page.keyboard.press("2");
    for (const [words, body] of [
      ["first", 'Replace "first" with "now" in guide.mdx'],
      ["tells", 'Replace "tells you" with "calls you" in index.mdx'],
    ] as const) {
      const line = page.locator("tr[data-kind='+']").filter({ hasText: words });
      await line.focus();
      await page.keyboard.press("c");
      await page.getByRole("textbox", { name: /^Comment on/ }).fill(body);
      await page.keyboard.press("Control+Enter");
    }
    await page.getByText("2 comments collected").waitFor();
    await page.getByRole("button", { name: "Send a follow-up" }).click();
    await page.getByRole("button", { name: "Send 2 comments" }).click();
    await page.waitForURL(`${service.url}${jobPath}`);
    await page.getByRole("region", { name: "Turn 2" }).waitFor();
    // Until the second turn has ended, the change cannot be merged.
    const completed = "select count(*)::integer as count from job_events where kind = 'completed'";
    const countEnded = async () =>
      (await store.database.pool.query<{ count: number }>(completed)).rows[0]!.count;
    await expect.poll(countEnded).toBe(2);
    await page.goto(`${jobPath}/review`);
    await page.getByRole("button", { name: "Merge" }).click();
    await page.getByRole("dialog").getByLabel("Title of the commit").fill("Write webhook as one word");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /merge$/i })
      .click();
    await expect
      .poll(() => git(repository, ["log", "-1", "--format=%an|%s", "main"]))
      .toBe("Olive Owner|Write webhook as one word");
    expect(await git(repository, ["show", "main:guide.mdx"])).toContain("Make a webhook now.");
    expect(await git(repository, ["show", "main:index.mdx"])).toContain("A webhook calls you.");
    const { rows } = await store.database.pool.query("select seq from job_events where kind = 'message'");
    expect(rows).toHaveLength(1);
  });

  test("a job that waits is cancelled", async () => {
    // So that the job waits until it is cancelled.
    await service.end();
    service = await startCopydesk({ role: "api", environment: environment() });
    const session = await owner.cookies();
    await owner.close();
    owner = await open();
    await owner.addCookies(session);
    page = await owner.newPage();
    const path = await createJob('Replace "wait" with "rest"');
    await page.goto(path);
    await page.getByRole("button", { name: "Cancel the job" }).click();
    await page.getByRole("button", { name: "Stop the agent" }).click();
    await page.getByText("Cancelled").first().waitFor();
  });

  test("a share link opens its one job to read, until it ends", async () => {
    await page.goto(jobPath);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Share" }).click();
    await page.getByRole("button", { name: "Create a link" }).click();
    shared = (await page
      .getByRole("dialog")
      .locator("code, pre")
      .filter({ hasText: "/shared/" })
      .first()
      .textContent())!;
    const guest = await open();
    const reader = await guest.newPage();
    await reader.goto(shared);
    await reader.waitForURL(`${service.url}${jobPath}`);
    await reader.getByRole("region", { name: "Turn 1" }).waitFor();
    expect(await reader.getByRole("button", { name: "Send a follow-up" }).count()).toBe(0);
    await guest.close();

    await store.database.pool.query("update share_links set expires_at = clock_timestamp()");
    const late = await open();
    const refused = await late.newPage();
    await refused.goto(shared);
    await refused.getByRole("heading", { name: "This link does not work" }).waitFor();
    await late.close();
  });

  test("a viewer reads, and is refused what writes", async () => {
    await page.goto("/members");
    const made = await page.request.post("/v2/manage/invitations", {
      headers: { origin: service.url },
      data: { role: "viewer" },
    });
    const { url } = (await made.json()) as { url: string };
    const other = await open();
    const viewer = await other.newPage();
    await viewer.goto(url);
    await viewer.getByLabel("Name").fill("Vera Viewer");
    await viewer.getByLabel("E-mail").fill("vera@example.com");
    await viewer.getByLabel("Password", { exact: true }).fill("a long enough password");
    await viewer.getByRole("button", { name: "Create the account and join" }).click();
    await viewer.waitForURL(`${service.url}/`);
    await viewer.goto(jobPath);
    await viewer.getByRole("region", { name: "Turn 1" }).waitFor();
    expect(await viewer.getByRole("button", { name: "Send a follow-up" }).count()).toBe(0);
    const refused = await viewer.request.post(`/v2/agent/${projectId}/job`, {
      headers: { origin: service.url },
      data: { prompt: "Fix broken links" },
    });
    expect(refused.status()).toBe(403);
    await other.close();
  });
});
