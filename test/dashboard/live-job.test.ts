import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inBrowser } from "../helpers/browser.ts";
import { type CopydeskProcess, startCopydesk } from "../helpers/copydesk-process.ts";
import { type CuttableRelay, startCuttableRelay } from "../helpers/cuttable-relay.ts";
import { type DashboardScene, startDashboard } from "../helpers/dashboard.ts";
import { makeMember, openBrowser, testPassword } from "../helpers/people.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";

const guide = `# Guide\n\nTake a widget.\n\n${"Then wait.\n\n".repeat(20)}`;

const patience = { timeout: 120_000 };

describe("the page of a job while it is open", inBrowser, () => {
  let scene: DashboardScene;
  let model: ScriptedModelServer;
  let relay: CuttableRelay;
  let service: CopydeskProcess;
  let environment: Record<string, string>;
  /** How many steps the model may have made. */
  let steps = 0;
  const wake: (() => void)[] = [];

  beforeAll(async () => {
    model = await startScriptedModelServer({ script: (_, { messages }) => nextStep(messages) });
    environment = {
      ...{ COPYDESK_MODEL: "openai-compatible/scripted", OPENAI_BASE_URL: model.baseUrl },
      COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
    };
    scene = await startDashboard({ "guide.md": guide }, { environment });
    service = scene.service;
    relay = await startCuttableRelay();
    relay.lead(scene.url);
  });
  afterAll(async () => {
    allow(Number.POSITIVE_INFINITY);
    await relay?.close();
    await service?.end();
    await scene?.close();
    await model?.close();
  });

  function allow(count: number): void {
    steps = count;
    for (const each of wake.splice(0)) each();
  }

  /** Each reads a page once more, as long as there are steps; the last one changes it. */
  async function nextStep(messages: readonly { role: string }[]) {
    const made = messages.filter(({ role }) => role === "assistant").length;
    while (made >= steps) await new Promise<void>((resolve) => wake.push(resolve));
    if (made < 8) return { calls: [{ name: "read", arguments: { path: "guide.md", offset: made + 1 } }] };
    const edits = [{ old: "Take a widget", new: "Take one widget" }];
    if (made === 8) return { calls: [{ name: "edit", arguments: { path: "guide.md", edits } }] };
    return { calls: [{ name: "finish", arguments: { title: "Say one", summary: "Said one." } }] };
  }

  const pathOf = (id: string) => `/projects/${scene.project.projectId}/jobs/${id}`;

  async function startJob(): Promise<string> {
    allow(2);
    const [id] = await scene.project.createJobs(service.url, 1, () => "Say one");
    return id!;
  }

  const timeline = (page: Page) => page.getByRole("region", { name: "Turn 1" }).locator("ol > li");

  /** As a page that has just been loaded shows it, over a way that nobody disturbs. */
  async function expectWhole(page: Page, id: string): Promise<void> {
    const fresh = await page.context().newPage();
    await fresh.goto(`${service.url}${pathOf(id)}`);
    await fresh.getByRole("link", { name: "Review the changes" }).waitFor();
    const both = () => Promise.all([page, fresh].map((each) => timeline(each).allTextContents()));
    await expect
      .poll(both, patience)
      .toSatisfy(([here, there]: string[][]) => here!.length > 0 && isDeepStrictEqual(here, there));
    await fresh.close();
  }

  const readsShown = (page: Page) => timeline(page).getByText("guide.md").count();

  /** The model goes on while the page cannot hear of it. */
  async function goOn(id: string, count: number): Promise<void> {
    allow(count);
    const made =
      "select count(*)::integer as count from job_events where job_id = $1 and kind = 'tool_result'";
    const countMade = async () =>
      (await scene.project.store.database.pool.query<{ count: number }>(made, [id])).rows[0]!.count;
    await expect.poll(countMade, patience).toBeGreaterThanOrEqual(Math.min(count, 9));
  }

  test("takes away what a role no longer allows, and leads to the sign-in page when the session ends", async () => {
    const id = await startJob();
    const owner = openBrowser(service.url, await scene.signIn());
    const member = await makeMember(service.url, owner, {
      role: "editor",
      email: "ed@example.com",
      name: "Ed",
    });
    const { page, context } = await scene.open("/sign-in", {
      as: { email: "ed@example.com", password: testPassword },
    });
    await page.goto(`${service.url}${pathOf(id)}`);
    const send = page.getByRole("button", { name: "Send a follow-up" });
    await page.getByRole("textbox", { name: "Follow-up" }).fill("Say two instead");
    expect(await send.isEnabled()).toBe(true);

    const path = `/v2/manage/members/${member.userId}`;
    const changed = await owner.fetch(path, { method: "PATCH", body: { role: "viewer" } });
    expect(changed.status, await changed.text()).toBeLessThan(300);
    await send.click();
    await page.getByText(/needs the permission "jobs:write"/).waitFor();
    await send.waitFor({ state: "detached" });
    expect(await page.getByRole("button", { name: "Cancel the job" }).count()).toBe(0);
    await timeline(page).first().waitFor();

    expect((await owner.fetch(path, { method: "DELETE" })).status).toBeLessThan(300);
    await page.waitForURL(/\/sign-in\?next=/);
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    await context.close();
    allow(Number.POSITIVE_INFINITY);
    await scene.project.waitForAll(scene.url, [id]);
  });

  test("loses and doubles no event without network, in sleep, and over a restart of the service", async () => {
    const id = await startJob();
    const { page, context, faults } = await scene.open("/sign-in");
    await page.clock.install();
    await page.goto(`${relay.url}${pathOf(id)}`);
    await expect.poll(() => readsShown(page), patience).toBeGreaterThanOrEqual(2);

    await context.setOffline(true);
    await page.getByText("The connection is lost").waitFor();
    await goOn(id, 4);
    expect(await readsShown(page)).toBe(2);
    await context.setOffline(false);
    await expect.poll(() => readsShown(page), patience).toBe(4);
    await page.getByText("The connection is lost").waitFor({ state: "detached" });

    relay.stall();
    await goOn(id, 6);
    expect(await readsShown(page)).toBe(4);
    // As of a machine that wakes up: its connections are gone, and nobody has told it.
    await page.clock.fastForward(60_000);
    await expect.poll(() => readsShown(page), patience).toBe(6);

    await service.end("SIGKILL");
    await page.getByText("The connection is lost").waitFor();
    service = await startCopydesk({ environment: { ...scene.project.environment, ...environment } });
    relay.lead(service.url);
    await goOn(id, Number.POSITIVE_INFINITY);
    await page.getByRole("link", { name: "Review the changes" }).waitFor();
    expect(await readsShown(page)).toBeGreaterThanOrEqual(8);
    await expectWhole(page, id);
    expect(faults.filter((fault) => !fault.startsWith("request to"))).toEqual([]);
    await context.close();
  });
});
