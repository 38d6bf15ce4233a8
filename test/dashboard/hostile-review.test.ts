import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inBrowser } from "../helpers/browser.ts";
import { type DashboardScene, expectClean, startDashboard } from "../helpers/dashboard.ts";
import { markupPayloads } from "../helpers/markup-payloads.ts";
import { type OutsideHost, startOutsideHost } from "../helpers/outside-host.ts";

const title = "<img src=x onerror=alert(1)> widgets";
const hostileName = "docs/<img src=x onerror=alert(1)>.md";

describe("the review of pages that others wrote", inBrowser, () => {
  let scene: DashboardScene;
  let outside: OutsideHost;
  let payloads: string[];
  let review: string;

  beforeAll(async () => {
    outside = await startOutsideHost();
    payloads = markupPayloads.map((payload) => payload.replaceAll("{host}", outside.url));
    scene = await startDashboard({
      "mkdocs.yml": "site_name: Widgets\n",
      ...Object.fromEntries(payloads.flatMap(pagesWith)),
      [hostileName]: "# Name\n\nA widget.\n",
      "docs/all.md": `# All\n\nA widget.\n\n${payloads.join("\n\n")}\n\nThe last widget.\n`,
    });
    review = await runJob('Replace "widget" with "gadget"', { title });
  });
  afterAll(async () => {
    await scene?.close();
    await outside?.close();
  });

  /** The page of its review. */
  async function runJob(prompt: string, more: object = {}): Promise<string> {
    const { project, url } = scene;
    const body = JSON.stringify({ prompt, ...more });
    const created = await project.request(url, "/job", { method: "POST", body });
    expect(created.status, await created.clone().text()).toBe(201);
    const { id } = (await created.json()) as { id: string };
    const [record] = await project.waitForAll(url, [id]);
    expect(record).toMatchObject({ status: "completed" });
    return `/projects/${project.projectId}/jobs/${id}/review`;
  }

  test.each([
    ["Rendered", "section[data-state='changed']"],
    ["Unified", "tr[data-kind='+']"],
    ["Split", "td[data-kind='+']"],
  ])("runs none of it and asks nobody for anything: %s", async (view, changed) => {
    const opened = await scene.open(review);
    const { page } = opened;
    await page.getByText(view, { exact: true }).click();
    await page.getByRole("navigation", { name: "Changed files" }).waitFor();
    // Source lines of both kinds of pages are the same text.
    const kinds = view === "Rendered" ? [".md", ".mdx"] : [".md"];
    const paths = [hostileName, "docs/all.md", ...payloads.flatMap((_, at) => namesOf(at))].filter((path) =>
      kinds.some((kind) => path.endsWith(kind)),
    );
    for (const path of paths) {
      await page.locator(`nav button[title=${JSON.stringify(path)}]`).click();
      const card = page.getByRole("region", { name: path, exact: true });
      await card.locator(changed).first().waitFor();
      // Whatever a page was made to load would have been asked for by now.
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    }
    expect(await page.locator("h1").textContent()).toBe(title);
    expect({ url: page.url(), faults: opened.faults, asked: outside.asked }).toEqual({
      url: `${scene.url}${review}`,
      faults: [],
      asked: [],
    });
    expect(
      await page.locator("main").locator("script, iframe, object, embed, form, base, link").count(),
    ).toBe(0);
    await opened.context.close();
  });

  test("shows comments as they were written, before and after they are sent", async () => {
    const own = await runJob('Replace "Name" with "Title"');
    const opened = await scene.open(own);
    const { page } = opened;
    await page.getByText("Unified", { exact: true }).click();
    for (const payload of payloads) await addComment(page, payload);
    const notes = page.getByRole("article", { name: /^Comment on/ });
    expect(await notes.count()).toBe(payloads.length);
    await page.getByRole("button", { name: "Send a follow-up" }).click();
    await page.getByRole("dialog").getByText(payloads[3]!).waitFor();
    await expectClean(opened);
    await page.getByRole("button", { name: `Send ${payloads.length} comments` }).click();
    await page.waitForURL(`${scene.url}${own.replace("/review", "")}`);
    await page.getByText("followed up").waitFor();
    const shown = await page.getByRole("region", { name: "Turn 2" }).textContent();
    for (const payload of payloads.slice(0, 4)) expect(shown).toContain(payload);
    expect({ faults: opened.faults, asked: outside.asked }).toEqual({ faults: [], asked: [] });
    await opened.context.close();
  });
});

const namesOf = (at: number) => [`docs/p${at}.md`, `docs/x${at}.mdx`];

/** The payload unchanged between changed lines, and in a line that is changed. */
function pagesWith(payload: string, at: number): [path: string, text: string][] {
  const text = `# Page ${at}\n\nA widget.\n\n${payload}\n\nOne widget and ${payload}\n\nThe last widget.\n`;
  return namesOf(at).map((path) => [path, text]);
}

async function addComment(page: Page, body: string): Promise<void> {
  await page.locator("tr[data-kind='+']").first().focus();
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: /^Comment on/ }).fill(body);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("textbox", { name: /^Comment on/ }).waitFor({ state: "detached" });
}
