import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inBrowser } from "../helpers/browser.ts";
import { type DashboardScene, expectClean, type Form, forms, startDashboard } from "../helpers/dashboard.ts";

const eachForm = Object.keys(forms) as Form[];

describe("the list of jobs", inBrowser, () => {
  let scene: DashboardScene;
  /** The oldest first: one opened a pull request, one failed, one changed nothing. */
  let ids: string[];

  beforeAll(async () => {
    scene = await startDashboard();
    const prompts = ['Replace "widget" with "gadget"', "Sing a song", 'Replace "nowhere" with "here"'];
    ids = await scene.project.createJobs(scene.url, prompts.length, (n) => prompts[n]!);
    await scene.project.waitForAll(scene.url, ids);
  });
  afterAll(async () => {
    await scene?.close();
  });

  const pathOf = (id: string) => `/projects/${scene.project.projectId}/jobs/${id}`;

  test.for(eachForm)("is clean with jobs, with filters open, and where nothing matches: %s", async (form) => {
    const opened = await scene.open("/jobs", { form });
    const { page } = opened;
    await page.getByRole("list", { name: "Jobs" }).getByRole("listitem").nth(2).waitFor();
    await expectClean(opened);
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Reason").first().waitFor();
    await expectClean(opened);
    await page.goto("/jobs?q=nothing+of+the+kind");
    await page.getByText("No job matches").waitFor();
    await expectClean(opened);
    await opened.context.close();
  });

  test.for(eachForm)(
    "the page of a job is clean, with its dialogs, behind a share link and where it failed: %s",
    async (form) => {
      const opened = await scene.open(pathOf(ids[0]!), { form });
      const { page } = opened;
      await page.getByRole("link", { name: "Review the changes" }).waitFor();
      await expectClean(opened);
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Share" }).waitFor();
      await expectClean(opened);
      await page.getByRole("menuitem", { name: "Share" }).click();
      await page.getByRole("button", { name: "Create a link" }).click();
      const link = page.getByRole("dialog").getByText("/shared/");
      await link.waitFor();
      await expectClean(opened);
      const shared = new URL((await link.textContent())!.trim());
      await page.goto(pathOf(ids[1]!));
      await page.getByText("The instruction was not understood").first().waitFor();
      await expectClean(opened);
      await opened.context.close();

      const guest = await scene.open(shared.pathname, { form, as: null });
      await guest.page.getByRole("region", { name: "Turn 1" }).waitFor();
      await expectClean(guest);
      await guest.page.goto(`${pathOf(ids[0]!)}/review`);
      await guest.page.getByText(/^\d files? changed$/).waitFor();
      await expectClean(guest);
      await guest.context.close();
    },
  );

  test("a share link that ends while its job is open says so there, and when it is opened again", async () => {
    const headers = { cookie: await scene.signIn(), origin: scene.url, "content-type": "application/json" };
    const links = `${scene.url}/v2/agent/${scene.project.projectId}/job/${ids[0]}/share-links`;
    const made = await fetch(links, { method: "POST", headers, body: "{}" });
    const { id, url } = (await made.json()) as { id: string; url: string };
    const guest = await scene.open(new URL(url).pathname, { as: null });
    const { page } = guest;
    await page.getByRole("region", { name: "Turn 1" }).waitFor();
    expect((await fetch(`${links}/${id}`, { method: "DELETE", headers })).status).toBe(204);
    const ended = page.getByRole("heading", { level: 1, name: "This link no longer works" });
    // The page may notice by itself before the click.
    await page.getByRole("link", { name: "Review the changes" }).or(ended).click();
    await ended.waitFor();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    await expectClean(guest);
    await page.goto(url);
    await page.getByRole("heading", { level: 1, name: "This link does not work" }).waitFor();
    await page.getByRole("alert").getByText("it has expired or was revoked").waitFor();
    await expectClean(guest);
    await guest.context.close();
  });

  test("a job that is not there is a page that says so and leads on, and so is its review", async () => {
    const missing = pathOf("job_0000000000000000000000");
    for (const path of [missing, `${missing}/review`]) {
      const opened = await scene.open(path);
      await opened.page.getByRole("heading", { level: 1, name: "There is no such job" }).waitFor();
      await expectClean(opened);
      await opened.page.getByRole("link", { name: "See all jobs" }).click();
      await opened.page.waitForURL(`${scene.url}/jobs`);
      await opened.context.close();
    }
  });

  test("filters are in the address, outlive a reload, and are cleared at once", async () => {
    const { page, context, faults } = await scene.open("/jobs");
    const rows = page.getByRole("list", { name: "Jobs" }).getByRole("listitem");
    await rows.nth(2).waitFor();
    await page.getByRole("group", { name: "Status" }).getByText("Failed").click();
    await expect.poll(() => new URL(page.url()).search).toContain("failed");
    await expect.poll(() => rows.count()).toBe(1);
    await page.reload();
    await expect.poll(() => rows.count()).toBe(1);
    expect(await rows.getByRole("link").first().getAttribute("href")).toContain(ids[1]);
    await page.getByRole("textbox", { name: "Search" }).fill("widget");
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("widget");
    await page.getByText("No job matches").waitFor();
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await expect.poll(() => rows.count()).toBe(3);
    expect(new URL(page.url()).search).toBe("");
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByRole("combobox", { name: "Pull request" }).click();
    await page.getByRole("option", { name: "Open" }).click();
    await expect.poll(() => rows.count()).toBe(1);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("days of which the last is before the first are explained, and may be mended at once", async () => {
    const words = "The last day is before the first. Change one of them.";
    for (const path of ["/jobs", "/audit"]) {
      const opened = await scene.open(`${path}?from=2026-11-22&to=2026-11-20`);
      const { page } = opened;
      await page.getByRole("alert").getByText(words).waitFor();
      const filters = page.getByRole("button", { name: "Filters" });
      if (await filters.isVisible()) await filters.click();
      await expectClean(opened);
      await page.getByLabel("From", { exact: true }).fill("2026-11-19");
      await page.getByText(words).first().waitFor({ state: "detached" });
      await opened.context.close();
    }
  });

  test("the keys move through the list, open a job and lead to the search", async () => {
    const { page, context } = await scene.open("/jobs");
    await page.getByRole("list", { name: "Jobs" }).getByRole("listitem").nth(2).waitFor();
    const focused = () => page.evaluate("document.activeElement.getAttribute('href') ?? ''");
    await page.keyboard.press("j");
    await expect.poll(focused).toContain(ids[2]);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect.poll(focused).toContain(ids[0]);
    await page.keyboard.press("k");
    await expect.poll(focused).toContain(ids[1]);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${scene.url}${pathOf(ids[1]!)}`);
    await page.goBack();
    await page.getByRole("list", { name: "Jobs" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "detached" });
    await page.keyboard.press("/");
    await page.keyboard.type("song");
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("song");
    await context.close();
  });

  test("a job that others create appears by itself and shows how it ends", async () => {
    const { page, context } = await scene.open("/jobs");
    const list = page.getByRole("list", { name: "Jobs" });
    await list.getByRole("listitem").nth(2).waitFor();
    const [id] = await scene.project.createJobs(scene.url, 1, () => 'Replace "small" with "tiny"');
    const row = list.getByRole("listitem").filter({ has: page.locator(`a[href$="${id}"]`) });
    await row.waitFor();
    await row.getByText("#", { exact: false }).first().waitFor();
    await expectClean({ page, context, faults: [] });
    await context.close();
  });
});
