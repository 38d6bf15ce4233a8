import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inBrowser } from "../helpers/browser.ts";
import {
  type DashboardScene,
  expectClean,
  type Form,
  forms,
  owner,
  startDashboard,
} from "../helpers/dashboard.ts";
import { git, writeFiles } from "../helpers/git-fixture.ts";

const eachForm = Object.keys(forms) as Form[];

const files = {
  "mkdocs.yml": "site_name: Widgets\n",
  "docs/index.md": "# Widgets\n\nA widget is a small thing. See the [guide](guide.md).\n",
  "docs/guide.md": "# Guide\n\nTake a widget and turn it.\n\n!!! note\n    A widget is round.\n",
  "docs/how/other.md": "# Other\n\nTake this widget.\n\nNothing to see.\n",
};

describe("the review of a change", inBrowser, () => {
  let scene: DashboardScene;

  beforeAll(async () => {
    scene = await startDashboard(files);
  });
  afterAll(async () => {
    await scene?.close();
  });

  interface Change {
    id: string;
    /** Of its review. */
    path: string;
    branch: string;
  }

  async function makeChange(prompt = 'Replace "widget" with "gadget"'): Promise<Change> {
    const { project, url } = scene;
    const ids = await project.createJobs(url, 1, () => prompt);
    const [record] = await project.waitForAll(url, ids);
    expect(record).toMatchObject({ reason: "pull_request_opened" });
    const [id] = ids as [string];
    const path = `/projects/${project.projectId}/jobs/${id}/review`;
    return { id, path, branch: record!.pullRequest!.branch };
  }

  async function commitElsewhere(branch: string, path: string, text: string): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), "copydesk-clone-"));
    await git(folder, ["clone", "-q", "--branch", branch, scene.project.repository, "."]);
    await writeFiles(folder, { [path]: text });
    await git(folder, ["commit", "-qam", "Somebody else"]);
    await git(folder, ["push", "-q", "origin", branch]);
    await rm(folder, { recursive: true, force: true });
  }

  test.for(eachForm)("is clean in each of its views, with a comment being written: %s", async (form) => {
    const { path } = await makeChange();
    const opened = await scene.open(path, { form });
    const { page } = opened;
    await page.locator("section[data-state='changed']").first().waitFor();
    await expectClean(opened);
    for (const view of form === "phone" ? ["Unified"] : ["Unified", "Split"]) {
      await page.getByText(view, { exact: true }).click();
      await page.locator("[data-kind='+']").first().waitFor();
      await expectClean(opened);
    }
    await startOn(page, "c");
    await page.getByRole("textbox", { name: /^Comment on/ }).fill("Say why.");
    await expectClean(opened);
    await page.getByRole("button", { name: "Add the comment" }).click();
    await page.getByRole("region", { name: "Collected comments" }).waitFor();
    await expectClean(opened);
    await opened.context.close();
  });

  test("the keys lead through the files, change the view, and mark what was looked through", async () => {
    const { path } = await makeChange();
    const { page, context, faults } = await scene.open(path);
    const current = () => page.locator("nav button[aria-current='true']").getAttribute("title");
    await page.locator("section[data-state='changed']").first().waitFor();
    await page.keyboard.press("2");
    await page.locator("tr[data-kind='+']").first().waitFor();
    await page.keyboard.press("v");
    await page.getByText("3 files changed, 1 viewed").waitFor();
    await page.keyboard.press("n");
    await expect.poll(current).not.toBeNull();
    await page.keyboard.press("3");
    await page.locator("td[data-kind='+']").first().waitFor();
    await page.reload();
    await page.getByText("3 files changed, 1 viewed").waitFor();
    await page.locator("td[data-kind='+']").first().waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("1");
    await page.locator("section[data-state='changed']").first().waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("the words that differ are marked in rendered pages, as long as these are shown", async () => {
    const { path } = await makeChange();
    const { page, context, faults } = await scene.open(path);
    const marked = (side: "added" | "removed") =>
      page.evaluate(`[...new Set([...(CSS.highlights.get("copydesk-${side}") ?? [])].map(String))]`);
    await expect.poll(() => marked("added")).toEqual(["gadget"]);
    expect(await marked("removed")).toEqual(["widget"]);
    await page.keyboard.press("2");
    await page.locator("tr[data-kind='+']").first().waitFor();
    expect(await marked("added")).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("comments on lines and on a rendered block outlive a reload and go out as one follow-up", async () => {
    const { id, path, branch } = await makeChange();
    const { page, context, faults } = await scene.open(path);
    const block = page.locator("section[data-state='changed']").first();
    await block.hover();
    await block.getByRole("button", { name: /^Comment on this block/ }).click();
    await page
      .getByRole("textbox", { name: /^Comment on/ })
      .fill('Replace "round" with "flat" in docs/guide.md.');
    await page.keyboard.press("Control+Enter");
    await page.getByText("1 comment collected").waitFor();
    await page.keyboard.press("2");
    await startOn(page, "c");
    await page.getByRole("textbox", { name: /^Comment on/ }).fill('Replace "small" with "tiny".');
    await page.keyboard.press("Control+Enter");
    await page.getByText("2 comments collected").waitFor();
    await page.reload();
    await page.getByText("2 comments collected").waitFor();
    await page.getByRole("button", { name: "Send a follow-up" }).click();
    await page.getByRole("button", { name: "Send 2 comments" }).click();
    await page.waitForURL(`${scene.url}${path.replace("/review", "")}`);
    await page.getByRole("region", { name: "Turn 2" }).waitFor();
    await scene.project.waitForAll(scene.url, [id]);
    expect(await scene.project.git("show", `${branch}:docs/guide.md`)).toContain("A gadget is flat");
    expect(await scene.project.git("show", `${branch}:docs/index.md`)).toContain("A gadget is a tiny thing");
    const { rows } = await scene.project.store.database.pool.query(
      "select seq from job_events where job_id = $1 and kind = 'message'",
      [id],
    );
    expect(rows).toHaveLength(1);
    await page.goto(path);
    await page.getByText("Unified", { exact: true }).waitFor();
    expect(await page.getByText("collected").count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a suggestion becomes a commit of the reviewer's, with its new problem when they insist", async () => {
    const { path, branch } = await makeChange();
    const { page, context } = await scene.open(path);
    await page.locator("section[data-state='changed']").first().waitFor();
    await page.keyboard.press("2");
    await startOn(page, "e", "turn it");
    await page.getByLabel(/^New text for/).fill("See [this](missing.md).");
    await page.getByRole("button", { name: "Add the suggestion" }).click();
    await page.getByRole("button", { name: "Apply 1 suggestion" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Apply 1 suggestion" }).click();
    await dialog.getByRole("alert").getByText("docs/guide.md:3").waitFor();
    await dialog.getByRole("button", { name: "Apply it all the same" }).click();
    await page.getByText("Applied as one commit in your name").waitFor();
    expect(await scene.project.git("show", `${branch}:docs/guide.md`)).toContain("See [this](missing.md).");
    expect(await scene.project.git("log", "-1", "--format=%an <%ae>", branch)).toBe(
      `${owner.name} <${owner.email}>\n`,
    );
    await page.getByText("The branch has changed since you opened this page").waitFor({ state: "detached" });
    await page.getByText("See this.").or(page.getByText("See [this](missing.md).")).first().waitFor();
    await context.close();
  });

  test("it is merged as it was read, and its branch deleted; another is closed, and its branch deleted later", async () => {
    const { project } = scene;
    const merged = await makeChange('Replace "Nothing to see" with "All is well"');
    const closed = await makeChange('Replace "Take this" with "Take that"');
    const { page, context, faults } = await scene.open(merged.path);
    await page.getByRole("button", { name: "Merge" }).click();
    await page.getByText("Squash", { exact: false }).first().click();
    await page.getByLabel("Title of the commit").fill("Say that all is well");
    await page.getByRole("button", { name: "Squash and merge" }).click();
    await page.getByText("merged").first().waitFor();
    await expect.poll(() => project.branches()).not.toContain(merged.branch);
    expect(await project.git("log", "-1", "--format=%an|%s", "main")).toBe(
      `${owner.name}|Say that all is well\n`,
    );
    expect(await project.git("show", "main:docs/how/other.md")).toContain("All is well");

    await page.goto(closed.path);
    const further = page.getByRole("button", { name: "Further decisions" });
    await further.click();
    // What is refused can be reached by key, says why, and does nothing.
    const refused = page.getByRole("menuitem", { name: "Delete the branch" });
    await expect
      .poll(async () => {
        await page.keyboard.press("ArrowDown");
        return await page.evaluate("document.activeElement.textContent");
      })
      .toContain("Delete the branch");
    await refused.getByText("Its pull request is open.").waitFor();
    await page.keyboard.press("Enter");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("Escape");
    await further.click();
    await page.getByRole("menuitem", { name: "Close without merging" }).click();
    await page.getByRole("button", { name: "Close it" }).click();
    await page.getByText("is closed").first().waitFor();
    expect(await project.branches()).toContain(closed.branch);
    await further.click();
    await page.getByRole("menuitem", { name: "Delete the branch" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete the branch" }).click();
    await expect.poll(() => project.branches()).not.toContain(closed.branch);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a conflict with what others merged meanwhile names its files, before and after one tries", async () => {
    const change = await makeChange();
    const { page, context } = await scene.open(change.path);
    await page.getByRole("button", { name: "Merge" }).waitFor();
    await commitElsewhere("main", "docs/guide.md", "# Guide\n\nHave a widget and turn it.\n");
    await page.getByRole("button", { name: "Merge" }).click();
    const confirm = page.getByRole("dialog").getByRole("button", { name: /Merge|merge/ });
    await confirm.last().click();
    await page.getByRole("dialog").getByRole("alert").getByText("docs/guide.md").waitFor();
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByRole("button", { name: "Merge" }).focus();
    await page.getByRole("tooltip").getByText("docs/guide.md").waitFor();
    await page.getByRole("note").getByText("docs/guide.md").waitFor();
    await context.close();
  });
});

/** With the keys: to the first added line, or to the one that has these words. */
async function startOn(page: Page, key: "c" | "e", words = ""): Promise<void> {
  const line = page
    .locator("tr[data-kind='+'], tr:has(td[data-kind='+'])")
    .filter({ hasText: words })
    .first();
  await line.waitFor();
  await line.focus();
  await page.keyboard.press(key);
}
