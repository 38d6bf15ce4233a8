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

const eachForm = Object.keys(forms) as Form[];
const vera = { name: "Vera Viewer", email: "vera@example.com", password: "a long enough password" };

describe("the pages of an organisation", inBrowser, () => {
  let scene: DashboardScene;

  beforeAll(async () => {
    scene = await startDashboard();
  });
  afterAll(async () => {
    await scene?.close();
  });

  test("somebody is invited, joins in another browser, changes role and is removed; the audit log has all of it", async () => {
    const { page, context } = await scene.open("/members");
    await page.getByRole("button", { name: "Invite someone" }).click();
    await page.getByLabel("E-mail address").fill(vera.email);
    await page.getByRole("radio", { name: "Viewer" }).check();
    await page.getByRole("button", { name: "Create the link" }).click();
    const link = (await page.getByRole("region", { name: "Invitation link" }).textContent())!.trim();
    await page.getByRole("button", { name: "I have copied it" }).click();

    const guest = await scene.open(new URL(link).pathname, { as: null });
    await guest.page.getByLabel("Name").fill(vera.name);
    await guest.page.getByLabel("Password", { exact: true }).fill(vera.password);
    await guest.page.getByRole("button", { name: "Create the account and join" }).click();
    await guest.page.waitForURL(`${scene.url}/`);

    // A viewer sees none of what changes something.
    await guest.page.goto(`/projects/${scene.project.projectId}/rules#pace`);
    await guest.page.getByText("What jobs may write").first().waitFor();
    expect(await guest.page.getByLabel("Jobs at once").isEditable()).toBe(false);
    expect(await guest.page.getByRole("button", { name: "Save the rules" }).count()).toBe(0);
    await guest.page.goto(`/projects/${scene.project.projectId}/repository`);
    await guest.page.getByText("The default branch").waitFor();
    expect(await guest.page.getByRole("button", { name: /Remove|Change|Replace|Add cred/ }).count()).toBe(0);
    expect(await guest.page.getByRole("link", { name: /API keys|Webhooks|Audit/ }).count()).toBe(0);
    await guest.page.goto("/members");
    await guest.page.getByText(vera.email).waitFor();
    expect(await guest.page.getByRole("button", { name: /Invite|Remove/ }).count()).toBe(0);
    await guest.context.close();

    await page.reload();
    // Nobody is offered to remove themselves, nor the only owner another role.
    await page.getByRole("button", { name: `Remove ${vera.name}` }).waitFor();
    expect(await page.getByRole("button", { name: `Remove ${owner.name}` }).count()).toBe(0);
    expect(await page.getByLabel(`Role of ${owner.name}`).count()).toBe(0);
    await page
      .getByRole("textbox", { name: `Role of ${vera.name}` })
      .or(page.getByRole("combobox", { name: `Role of ${vera.name}` }))
      .first()
      .click();
    await page.getByRole("option", { name: "Editor" }).click();
    await page.getByText(`The role of ${vera.name} is changed`).waitFor();
    await page.getByRole("button", { name: `Remove ${vera.name}` }).click();
    await page.getByRole("button", { name: "Remove the member" }).click();
    await page.getByText(vera.email).waitFor({ state: "detached" });

    await page.goto("/audit");
    for (const action of ["Invitation: created", "Member: role changed", "Member: removed"])
      await page.getByText(action).first().waitFor();
    await page.getByText("viewer").first().waitFor();
    await context.close();
  });

  test("who owns two organisations says for which an invitation is, and changes members of the right one", async () => {
    const headers = { cookie: await scene.signIn(), origin: scene.url, "content-type": "application/json" };
    const made = await fetch(`${scene.url}/v2/manage/organisations`, {
      ...{ method: "POST", headers },
      body: JSON.stringify({ name: "Handbook team" }),
    });
    expect(made.status).toBe(201);
    const opened = await scene.open("/members");
    const { page, context } = opened;
    await page.getByRole("columnheader", { name: "Organisation" }).first().waitFor();
    await page.getByRole("button", { name: "Invite someone" }).click();
    await page.getByRole("radio", { name: "Owner" }).check();
    await page.getByRole("combobox", { name: "Organisation" }).click();
    await page.getByRole("option", { name: "Handbook team" }).click();
    await page.getByRole("button", { name: "Create the link" }).click();
    await page.getByRole("button", { name: "I have copied it" }).click();
    const invited = page.getByRole("table", { name: "Invitations" }).getByRole("row");
    await invited.filter({ hasText: "Handbook team" }).waitFor();
    await expectClean(opened);
    await context.close();
  });

  test("the audit log grows while it is looked at, and is downloaded as JSON lines", async () => {
    const { page, context } = await scene.open("/audit?action=project.changed");
    const entries = page.getByRole("list", { name: "Audit entries" }).getByRole("listitem");
    const empty = page.getByText("No change matches");
    await entries.or(empty).first().waitFor();
    const before = await entries.count();
    const cookie = await scene.signIn();
    const changed = await fetch(`${scene.url}/v2/manage/projects/${scene.project.projectId}`, {
      method: "PATCH",
      headers: { cookie, origin: scene.url, "content-type": "application/json" },
      body: JSON.stringify({ settings: { concurrency: 7 } }),
    });
    expect(changed.status).toBe(200);
    await expect.poll(() => entries.count()).toBe(before + 1);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download JSON lines" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("audit.jsonl");
    await context.close();
  });

  test("a name is changed, and another session is ended", async () => {
    await scene.signIn();
    const { page, context } = await scene.open("/settings");
    await page.getByRole("textbox", { name: "Name" }).fill("Olive O.");
    await page.getByRole("button", { name: "Save the name" }).click();
    await page.getByText("Your name is changed").waitFor();
    const ends = page.getByRole("button", { name: /^End the session/ });
    await ends.first().waitFor();
    const before = await ends.count();
    await ends.first().click();
    await expect.poll(() => ends.count()).toBeLessThan(before);
    await context.close();
  });

  test("the reference is open to everybody, found by search and by its address", async () => {
    const opened = await scene.open("/reference", { as: null });
    const { page, context } = opened;
    await page.getByRole("searchbox", { name: "Search the reference" }).fill("cancel job");
    await page
      .getByRole("link", { name: /Cancel a job/ })
      .first()
      .click();
    await page.waitForURL(`${scene.url}/reference/cancelJob`);
    await page.getByRole("region", { name: "curl example" }).waitFor();
    expect(await page.getByRole("region", { name: "curl example" }).textContent()).toContain(
      "COPYDESK_API_KEY",
    );
    await page.getByRole("tab", { name: "SDK" }).click();
    await page.getByText("client.jobs.cancel").waitFor();
    await expectClean(opened);
    await page.goto("/reference/noSuchThing");
    await page.getByText("There is no such operation or schema").waitFor();
    await context.close();
  });

  test.for(eachForm)("each page is clean: %s", async (form) => {
    const paths = ["/members", "/audit", "/settings", "/outcomes", "/reference", "/reference/createJob"];
    for (const path of paths) {
      const opened = await scene.open(path, { form, as: owner });
      await opened.page.locator("h1").waitFor();
      await opened.page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
      await expectClean(opened);
      await opened.context.close();
    }
  });
});
