import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inBrowser } from "../helpers/browser.ts";
import { type DashboardScene, expectClean, type Form, forms, startDashboard } from "../helpers/dashboard.ts";
import { markupPayloads } from "../helpers/markup-payloads.ts";

const eachForm = Object.keys(forms) as Form[];

describe("the inbox and a new job", inBrowser, () => {
  let scene: DashboardScene;

  beforeAll(async () => {
    scene = await startDashboard();
  });
  afterAll(async () => {
    await scene.close();
  });

  test.for(eachForm)("an inbox in which nothing waits is clean and says so: %s", async (form) => {
    const opened = await scene.open("/", { form });
    await opened.page.getByText("Changes that wait for your review appear here").waitFor();
    await expectClean(opened);
    await opened.context.close();
  });

  test("a job that was asked for on the page opens a pull request, which waits in the inbox", async () => {
    const { page, context, faults } = await scene.open("/new");
    const prompt = page.getByLabel("What should change?");
    await page.getByRole("button", { name: "Replace a term" }).click();
    await page.keyboard.type("widget");
    await expect.poll(() => prompt.inputValue()).toBe('Replace "widget" with "new term"');
    await prompt.fill('Replace "widget" with "gadget" in ');
    await prompt.pressSequentially("@gui");
    await page.getByRole("option", { name: /guide\.md/ }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => prompt.inputValue()).toBe('Replace "widget" with "gadget" in guide.md ');
    await page.reload();
    await expect.poll(() => prompt.inputValue()).toBe('Replace "widget" with "gadget" in guide.md ');
    await prompt.press("Control+Enter");
    await page.waitForURL(/\/projects\/prj_\w+\/jobs\/job_\w+$/);
    const [id] = page.url().split("/").slice(-1);
    const [record] = await scene.project.waitForAll(scene.url, [id!]);
    expect(record).toMatchObject({ status: "completed", reason: "pull_request_opened" });
    await page.goto("/new");
    await expect.poll(() => prompt.inputValue()).toBe("");
    await page.goto("/");
    await page.getByRole("region", { name: "Waiting for review" }).getByText(record!.title!).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a branch at which jobs begin is refused beside its field, and nothing that was typed is lost", async () => {
    const opened = await scene.open("/new");
    const { page, context } = opened;
    await page.getByLabel("What should change?").fill("Fix broken links");
    await page.getByRole("button", { name: "Options" }).click();
    const branch = page.getByLabel("Branch", { exact: true });
    await branch.fill("main");
    await page.getByRole("button", { name: "Start the job" }).click();
    await page.getByRole("alert").getByText("The branch is a base branch").waitFor();
    expect(await branch.getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByLabel("What should change?").inputValue()).toBe("Fix broken links");
    await expectClean(opened);
    await context.close();
  });

  test("an open change of the same pages is named before the job starts", async () => {
    const opened = await scene.open("/new?prompt=Fix+broken+links+in+guide.md");
    await opened.page.getByText("An open change touches the same pages").waitFor();
    await expectClean(opened);
    await opened.context.close();
  });

  test("a preview waits in the inbox, and its review opens the pull request", async () => {
    const { page, context, faults } = await scene.open("/new");
    await page.getByLabel("What should change?").fill("Add missing titles and descriptions");
    await page.getByText("Preview", { exact: true }).click();
    await page.getByRole("button", { name: "Start the job" }).click();
    await page.waitForURL(/\/projects\/prj_\w+\/jobs\/job_\w+$/);
    const id = page.url().split("/").at(-1)!;
    const [preview] = await scene.project.waitForAll(scene.url, [id]);
    expect(preview).toMatchObject({ status: "completed", reason: "preview_ready" });
    await page.goto("/");
    const waiting = page.getByRole("region", { name: "Waiting for review" });
    await waiting.getByRole("button", { name: `Archive ${preview!.title}` }).waitFor();
    await waiting.getByText(preview!.title!).click();
    await page.getByRole("button", { name: "Open the pull request" }).click();
    await page.getByRole("button", { name: "Approve" }).waitFor();
    expect(await page.getByRole("button", { name: "Open the pull request" }).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  test.for(eachForm)("both pages are clean with what they show when they are full: %s", async (form) => {
    for (const path of ["/", "/new"]) {
      const opened = await scene.open(path, { form });
      const { page } = opened;
      if (path === "/") await page.getByRole("region", { name: "Waiting for review" }).waitFor();
      else await page.getByRole("button", { name: "Options" }).click();
      await expectClean(opened);
      await opened.context.close();
    }
  });

  test("what others wrote is shown as text: no script of theirs runs and nothing is fetched", async () => {
    const asked: string[] = [];
    const outside = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    });
    await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
    const host = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    const payloads = markupPayloads.map((payload) => payload.replaceAll("{host}", host));
    const ids = await scene.project.createJobs(scene.url, payloads.length, (n) => payloads[n]!);
    await scene.project.waitForAll(scene.url, ids);
    const opened = await scene.open("/");
    await opened.page.getByRole("region", { name: "Failed" }).waitFor();
    const more = opened.page.getByRole("button", { name: /^Show \d+ more$/ });
    if ((await more.count()) > 0) await more.first().click();
    await expectClean(opened);
    for (const payload of payloads.slice(0, 6)) {
      await opened.page.goto(`/new?prompt=${encodeURIComponent(payload)}`);
      await expect.poll(() => opened.page.getByLabel("What should change?").inputValue()).toBe(payload);
    }
    expect(opened.faults).toEqual([]);
    expect(asked).toEqual([]);
    await opened.context.close();
    outside.close();
  });
});
