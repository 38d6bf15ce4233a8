import { gzipSync } from "node:zlib";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inBrowser } from "../helpers/browser.ts";
import { type DashboardScene, startDashboard } from "../helpers/dashboard.ts";

const jobCount = 10_000;
const fileCount = 200;
/** In the document at once, however long the list is. */
const rowsMax = 80;
const cardsMax = 20;
const entryKilobytesMax = 250;

const words = (n: number) =>
  Array.from(
    { length: 40 },
    (_, line) => `A ${line % 8 === 0 ? "widget" : "thing"} of page ${n}, line ${line}.\n`,
  ).join("\n");

/** Long lists and large changes: only what is near the window is in the document, and no frame takes long. */
describe("many rows", inBrowser, () => {
  let scene: DashboardScene;

  beforeAll(async () => {
    const pages = Object.fromEntries(
      Array.from({ length: fileCount }, (_, n) => [`page-${String(n).padStart(3, "0")}.md`, words(n)]),
    );
    scene = await startDashboard(pages);
  });
  afterAll(() => scene?.close());

  test(`a change of ${fileCount} files is read as it is scrolled, with few of them in the document`, async () => {
    const { project, url } = scene;
    const [id] = await project.createJobs(url, 1, () => 'Replace "widget" with "gadget"');
    const [record] = await project.waitForAll(url, [id!]);
    // More than a pull request takes: the change is kept and can be looked at.
    expect(record).toMatchObject({ reason: "diff_too_large" });
    const { page, context } = await scene.open("/sign-in");
    const asked = new Set<string>();
    page.on("request", (request) => {
      if (/\/review\/(?:file|rendered)\?/.test(request.url())) asked.add(request.url());
    });
    await page.goto(`/projects/${project.projectId}/jobs/${id}/review`);
    await page.getByText(`${fileCount} files changed`).waitFor();
    const gadget = page.getByRole("region", { name: "page-000.md" }).getByText("A gadget of page 0, line 0.");
    await gadget.waitFor();
    await page.waitForLoadState("networkidle");
    // Each has its lines and its rendered blocks.
    expect(asked.size).toBeLessThan(2 * cardsMax);
    await page.getByText("Unified", { exact: true }).click();
    await gadget.waitFor();
    const last = page.getByRole("region", { name: `page-${fileCount - 1}.md` });
    expect(await scrollThrough(page, "section[aria-label^='page-']", last)).toBeLessThan(cardsMax);
    await context.close();
  });

  test(`${jobCount.toLocaleString("en")} jobs scroll from the newest to the oldest with few rows in the document`, async () => {
    await insertJobs();
    const { page, context } = await scene.open("/jobs");
    const list = page.getByRole("list", { name: "Jobs" });
    await list.getByText("Job 10000", { exact: true }).waitFor();
    const last = list.getByText("Job 1", { exact: true });
    expect(await scrollThrough(page, "ul[aria-label='Jobs'] li", last)).toBeLessThan(rowsMax);
    await context.close();
  });

  test("what the first view loads is small", async () => {
    const { page, context } = await scene.open("/sign-in", { as: null });
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    const scripts = (await page.evaluate(
      "[...document.querySelectorAll('script[src], link[rel=modulepreload]')].map((one) => one.src || one.href)",
    )) as string[];
    const bodies = await Promise.all(
      scripts.map(async (address) => Buffer.from(await (await fetch(address)).arrayBuffer())),
    );
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(scripts.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(entryKilobytesMax * 1_000);
    await context.close();
  });

  async function insertJobs(): Promise<void> {
    await scene.project.store.database.pool.query(
      `insert into jobs (id, project_id, status, reason, title, prompt, repository, branch, model, event_seq, turn_seq,
         created_at)
       select 'job_many' || lpad(n::text, 18, '0'), $1, 'completed', 'no_changes', 'Job ' || n, 'Do it', $2,
         'copydesk/many-' || n, 'copydesk/chores', 0, 0, now() + n * interval '1 second'
       from generate_series(1, $3::integer) as n`,
      [scene.project.projectId, scene.project.repository, jobCount],
    );
  }
});

/**
 * A window at a time until `last` is there, however long the service takes for what is below; the most
 * elements that were in the document.
 */
async function scrollThrough(page: Page, selector: string, last: Locator): Promise<number> {
  let most = 0;
  for (let step = 0; ; step += 1) {
    const { count, isEnd } = (await page.evaluate(
      `(async () => {
        const before = window.scrollY;
        window.scrollBy(0, window.innerHeight * ${step < 20 ? 1 : 12});
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return {
          count: document.querySelectorAll(${JSON.stringify(selector)}).length,
          isEnd: window.scrollY === before,
        };
      })()`,
    )) as { count: number; isEnd: boolean };
    most = Math.max(most, count);
    if (isEnd && (await last.count()) > 0) return most;
    // The next page of the list is being read.
    if (isEnd) await page.waitForTimeout(300);
  }
}
