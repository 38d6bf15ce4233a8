import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inBrowser } from "../helpers/browser.ts";
import { type EmulatedGithub, startEmulatedGithub } from "../helpers/code-hosts/emulated-github.ts";
import { type DashboardScene, startDashboard } from "../helpers/dashboard.ts";
import { git } from "../helpers/git-fixture.ts";

const site = {
  "mkdocs.yml": "site_name: Handbook\n",
  "docs/index.md": "# Handbook\n\nA web hook tells you. See the [guide](guide.md).\n",
  "docs/guide.md": "# Guide\n\nMake a web hook first.\n",
};

/** A project of GitHub, by the pages; each test goes on where the last ended. */
describe("a repository on GitHub, from its address to the merge", inBrowser, () => {
  let github: EmulatedGithub;
  let scene: DashboardScene;
  let projectId: string;
  let jobPath: string;

  beforeAll(async () => {
    github = await startEmulatedGithub(site);
    scene = await startDashboard(undefined, { environment: { COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes" } });
  });
  afterAll(async () => {
    await scene?.close();
    await github?.close();
  });

  test("its address and a token make a project, of which each permission is there", async () => {
    const { page, context } = await scene.open("/projects/new");
    await page.getByRole("textbox", { name: "Repository" }).fill(github.repository);
    await page.getByRole("combobox", { name: "Code host" }).click();
    await page.getByRole("option", { name: "GitHub", exact: true }).click();
    await page.getByLabel("Access token").fill(github.token);
    await page.getByRole("button", { name: "Check the repository" }).click();
    await page.getByText("Site generator").waitFor();
    await page.getByLabel("Name of the project").fill("Handbook");
    await page.getByRole("button", { name: "Create the project", exact: true }).click();
    await page.waitForURL(/\/projects\/prj_[0-9A-Za-z]+\/repository$/);
    projectId = page.url().split("/").at(-2)!;
    await context.close();
  });

  test("a job that is asked for on the page opens a pull request there", async () => {
    const { page, context } = await scene.open("/new");
    // The project that was chosen last, as the switcher keeps it.
    await page.evaluate(`localStorage.setItem("copydesk.project", '${JSON.stringify(projectId)}')`);
    await page.reload();
    await page.getByLabel("What should change?").fill('Replace "web hook" with "webhook"');
    await page.keyboard.press("Control+Enter");
    await page.waitForURL(/\/jobs\/job_/);
    jobPath = new URL(page.url()).pathname;
    expect(jobPath).toContain(projectId);
    await page.getByRole("link", { name: "Review the changes" }).waitFor();
    expect(await github.pullRequest(1)).toMatchObject({ state: "open", merged: false });
    await context.close();
  });

  test("it is merged on the page of its review, there and in the repository", async () => {
    const { page, context } = await scene.open(`${jobPath}/review`);
    await page.getByRole("button", { name: "Merge" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /merge$/i })
      .click();
    await expect.poll(async () => (await github.pullRequest(1)).merged).toBe(true);
    await page.getByText("merged", { exact: false }).first().waitFor();
    expect(await git(github.folder, ["show", "main:docs/guide.md"])).toContain("Make a webhook first.");
    await context.close();
  });
});
