import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inBrowser } from "../helpers/browser.ts";
import { type DashboardScene, expectClean, type Form, forms, startDashboard } from "../helpers/dashboard.ts";
import { startGitHttpServer } from "../helpers/git-http-server.ts";

const eachForm = Object.keys(forms) as Form[];

describe("the pages of a project", inBrowser, () => {
  let scene: DashboardScene;
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver();
    scene = await startDashboard(undefined, { environment: { COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes" } });
  });
  afterAll(async () => {
    await scene?.close();
    await receiver?.close();
  });

  const pathOf = (page: string) => `/projects/${scene.project.projectId}/${page}`;
  const create = (key: string) =>
    fetch(`${scene.url}/v2/agent/${scene.project.projectId}/job`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ prompt: 'Replace "web hook" with "webhook"' }),
    });

  test("a key made on the page creates a job, its successor too, and neither does when it is revoked by its name", async () => {
    const { page, context } = await scene.open(pathOf("keys"));
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("release notes");
    await page.getByRole("button", { name: "Create the key" }).click();
    const first = await takeSecret(page, "API key");
    expect(first).toMatch(/^cpd_/);
    expect((await create(first)).status).toBe(201);

    await page.getByRole("button", { name: "Rotate release notes" }).click();
    await page.getByRole("button", { name: "Create the new key" }).click();
    const second = await takeSecret(page, "API key");
    expect(second).not.toBe(first);
    expect((await create(first)).status).toBe(201);
    expect((await create(second)).status).toBe(201);

    const id = second.split("_")[1]!;
    const row = page.getByRole("row").filter({ hasText: id });
    await row.getByRole("button", { name: "Revoke release notes" }).click();
    const revoke = page.getByRole("button", { name: "Revoke the key" });
    expect(await revoke.isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: /to confirm/ }).fill("release notes");
    await revoke.click();
    await expect.poll(async () => (await create(second)).status).toBe(401);
    await context.close();
  });

  test("a management key made on the same page lists the projects", async () => {
    const { page, context } = await scene.open(pathOf("keys"));
    await page.getByRole("tab", { name: "Management keys" }).click();
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("infrastructure");
    await page.getByRole("button", { name: "Choose all" }).click();
    await page.getByRole("button", { name: "Clear all" }).click();
    for (const permission of ["projects:read", "jobs:read", "jobs:write", "audit:read"])
      await page.getByRole("checkbox", { name: permission }).check();
    await page.getByRole("button", { name: "Create the key" }).click();
    const key = await takeSecret(page, "API key");
    const row = page.getByRole("row").filter({ hasText: "infrastructure" });
    const last = row.getByText("audit:read");
    await row.getByRole("button", { name: "Show 1 more" }).focus();
    expect(await last.count()).toBe(0);
    await page.keyboard.press("Enter");
    await last.waitFor();
    const response = await fetch(`${scene.url}/v2/manage/projects`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await response.json()).toMatchObject({ data: [{ id: scene.project.projectId }] });
    await context.close();
  });

  test("the pages of a project that is not there say so", async () => {
    const { page, context } = await scene.open("/projects/prj_0000000000000000000000/rules");
    await page.getByRole("heading", { name: "There is no such project" }).waitFor();
    await page.getByLabel("Project: Choose a project").waitFor();
    await context.close();
  });

  test("rules are saved, shown again, and taken away", async () => {
    const { page, context } = await scene.open(`${pathOf("rules")}#pace`);
    await page.getByLabel("Jobs at once").fill("3");
    await page.getByRole("heading", { name: "What jobs may write" }).click();
    await page.getByLabel("Protected", { exact: true }).fill("docs/legal/**\ndocs/terms.md");
    await page.getByText("2 changes are not saved").waitFor();
    await page.getByRole("button", { name: "Save the rules" }).click();
    await page.getByText("The rules are saved").waitFor();
    await page.reload();
    // A folded section says what is set in it.
    await page.getByText("Protected: docs/legal/**, docs/terms.md").waitFor();
    await expect.poll(() => page.getByLabel("Jobs at once").inputValue()).toBe("3");
    expect(await page.getByLabel("Protected", { exact: true }).inputValue()).toBe(
      "docs/legal/**\ndocs/terms.md",
    );
    await page.getByLabel("Jobs at once").fill("");
    await page.getByRole("button", { name: "Save the rules" }).click();
    await page.getByText("not saved").waitFor({ state: "detached" });
    await context.close();
  });

  test("a repository that cannot be reached is said to be so before it is saved", async () => {
    const { page, context } = await scene.open("/projects/new");
    await page.getByRole("textbox", { name: "Repository" }).fill("http://127.0.0.1:1/acme/handbook.git");
    await page.getByRole("button", { name: "Check the repository" }).click();
    await page.getByText("The repository cannot be reached").first().waitFor();
    expect(await page.getByLabel("Name of the project").inputValue()).toBe("handbook");
    await page.getByRole("button", { name: "Create the project anyway" }).waitFor();
    await context.close();
  });

  test("a repository that needs a token says so, and is created with one", async () => {
    const { repository } = scene.project;
    const host = await startGitHttpServer(dirname(repository), { token: "let-me-in" });
    const { page, context } = await scene.open("/projects/new");
    await page.getByRole("textbox", { name: "Repository" }).fill(`${host.url}/${basename(repository)}`);
    await page.getByRole("button", { name: "Check the repository" }).click();
    await page.getByRole("region", { name: "What was found" }).waitFor();
    await page.getByLabel("missing", { exact: true }).first().waitFor();
    await page.getByLabel("Access token").fill("let-me-in");
    await page.getByRole("button", { name: "Check again" }).click();
    await page.getByText("can be read").waitFor();
    await page.getByText("Site generator").waitFor();
    await page.getByLabel("Name of the project").fill("Handbook");
    await page.getByRole("button", { name: "Create the project" }).click();
    await page.waitForURL(/\/projects\/prj_[0-9A-Za-z]+\/repository$/);
    await page.getByText("Stored, encrypted").waitFor();
    await page.getByRole("button", { name: "Remove this project" }).click();
    await page.getByRole("textbox", { name: /to confirm/ }).fill("Handbook");
    await page.getByRole("button", { name: "Remove the project" }).click();
    await page.waitForURL(`${scene.url}/`);
    await context.close();
    await host.close();
  });

  test("a webhook's test arrives, its response is shown, and it is sent again", async () => {
    const { page, context } = await scene.open(pathOf("webhooks"));
    await page.getByRole("button", { name: "Create a webhook" }).click();
    await page.getByLabel("Address").fill(receiver.url);
    await page.getByRole("button", { name: "Create the webhook" }).click();
    expect(await takeSecret(page, "Webhook secret")).toMatch(/^whsec_/);
    await page.getByRole("button", { name: "Send a test" }).click();
    await expect.poll(() => receiver.count()).toBe(1);
    await page.getByRole("button", { name: "Show deliveries" }).click();
    await page.getByRole("button", { name: /delivered/ }).click();
    await page.getByText("thank you").waitFor();
    await page.getByRole("button", { name: "Send again" }).click();
    await expect.poll(() => receiver.count()).toBe(2);
    await context.close();
  });

  test.for(eachForm)("each page is clean: %s", async (form) => {
    for (const path of [...["keys", "repository", "rules", "webhooks"].map(pathOf), "/projects/new"]) {
      const opened = await scene.open(path, { form });
      await opened.page.locator("h1").waitFor();
      await opened.page.waitForLoadState("networkidle");
      await expectClean(opened);
      await opened.context.close();
    }
  });
});

/** What a dialog shows once; it is closed afterwards. */
async function takeSecret(page: Page, name: string): Promise<string> {
  const text = await page.getByRole("region", { name, exact: true }).textContent();
  await page.getByRole("button", { name: "I have copied it" }).click();
  return text!.trim();
}

interface Receiver {
  url: string;
  count(): number;
  close(): Promise<void>;
}

async function startReceiver(): Promise<Receiver> {
  let received = 0;
  const server: Server = createServer((request, response) => {
    request.resume().on("end", () => {
      received += 1;
      response.end("thank you");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    count: () => received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
