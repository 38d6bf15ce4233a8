import { createHmac } from "node:crypto";
import { createEmulator, type Emulator } from "emulate";
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

interface Answer {
  channels: { id: string; name: string }[];
  messages: { text: string }[];
  user_id: string;
  team_id: string;
  ts: string;
}

const eachForm = Object.keys(forms) as Form[];

describe("the triggers page", inBrowser, () => {
  let scene: DashboardScene;
  let triggers: string;
  let slack: Emulator;

  beforeAll(async () => {
    slack = await createEmulator({
      ...{ service: "slack", port: 0 },
      seed: {
        slack: {
          users: [{ name: "copydesk" }, { name: "olive", email: owner.email }],
          channels: [{ name: "docs" }],
          tokens: [
            { token: "xoxb-of-the-test", user: "copydesk" },
            { token: "xoxp-of-olive", user: "olive" },
          ],
        },
      },
    });
    const environment = { COPYDESK_SLACK_URL: slack.url, COPYDESK_ALLOW_PRIVATE_ADDRESSES: "true" };
    scene = await startDashboard(undefined, { environment });
    triggers = `/projects/${scene.project.projectId}/triggers`;
  });
  afterAll(async () => {
    await scene?.close();
    await slack?.close();
  });

  test("a schedule is made, tried, changed, switched off and on, and removed", async () => {
    const { page, context } = await scene.open(triggers);
    await page.getByText("No trigger yet").waitFor();
    await page.getByRole("button", { name: "Create a trigger" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Weekly words");
    await dialog.getByLabel("When").fill("0 6 * * 1");
    await dialog.getByLabel("Prompt").fill('Replace "web hook" with "webhook"');
    await dialog.getByLabel("Jobs a month").fill("4");
    await page.getByRole("button", { name: "Create the trigger" }).click();
    const card = page.getByRole("region", { name: "Trigger Weekly words" });
    await card.getByText("At most 4 jobs a month").waitFor();
    await card.getByText(/^Mondays at 06:00 in .+ \(0 6 \* \* 1\)$/).waitFor();

    await card.getByRole("button", { name: "Test Weekly words" }).click();
    await dialog.getByRole("button", { name: "Show what it would ask" }).click();
    await dialog.getByText('Replace "web hook" with "webhook"').waitFor();
    await dialog.getByRole("button", { name: "Start the job" }).click();
    await dialog.getByText("It is started").waitFor();
    await page.keyboard.press("Escape");
    await card.getByRole("button", { name: "Show history" }).click();
    const history = card.getByRole("list", { name: "History of Weekly words" });
    await history.getByText("Started a job").waitFor();
    await page.reload();
    await card.getByText("1 of 4 jobs used this month").waitFor();
    await card.getByRole("button", { name: "Show history" }).click();
    await history.getByRole("link", { name: "Open the job" }).click();
    await page.getByRole("link", { name: "Weekly words" }).first().waitFor();

    await page.getByRole("link", { name: "Weekly words" }).first().click();
    await page.waitForURL(/\/jobs\?/);
    expect(new URL(page.url()).searchParams.get("topic")).toBe("Weekly words");
    await page.getByRole("list", { name: "Jobs" }).getByRole("listitem").first().waitFor();
    await page.goto("/jobs?topic=another");
    await page.getByText("No job matches").waitFor();

    await page.goto(triggers);
    await card.getByRole("button", { name: "More for Weekly words" }).click();
    await page.getByRole("menuitem", { name: "Change" }).click();
    await dialog.getByLabel("Cost a month").fill("2.5");
    await dialog.getByRole("button", { name: "Save" }).click();
    await card.getByText("At most 4 jobs and $2.50 a month").waitFor();

    const isOn = card.getByRole("switch", { name: "Weekly words is on" });
    await isOn.click({ force: true });
    await expect.poll(async () => (await listed())[0]!.enabled).toBe(false);
    await expect.poll(() => isOn.isChecked()).toBe(false);
    await isOn.click({ force: true });
    await expect.poll(async () => (await listed())[0]!.enabled).toBe(true);

    await card.getByRole("button", { name: "More for Weekly words" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove the trigger" }).click();
    await page.getByText("No trigger yet").waitFor();
    await context.close();
  });

  test("the address and the secret that the page tells are what a signed delivery needs", async () => {
    const { page, context } = await scene.open(triggers);
    await page.getByRole("button", { name: "Create a trigger" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("API changes");
    await dialog.getByRole("combobox", { name: "Starts" }).click();
    await page.getByRole("option", { name: "Source change" }).click();
    await dialog.getByRole("combobox", { name: "Told by" }).click();
    await page.getByRole("option", { name: /Standard Webhooks/ }).click();
    await page.getByRole("button", { name: "Create the trigger" }).click();
    const secret = await takeSecret();
    const card = page.getByRole("region", { name: "Trigger API changes" });
    const address = (await card.locator("code").first().textContent())!;
    expect(await deliver(address, secret, "one")).toBeLessThan(300);
    await card.getByRole("button", { name: "Show history" }).click();
    await card.getByText("Started a job").waitFor();

    await card.getByRole("button", { name: "More for API changes" }).click();
    await page.getByRole("menuitem", { name: "Rotate the secret" }).click();
    await page.getByRole("button", { name: "Create a new secret" }).click();
    const second = await takeSecret();
    expect(await deliver(address, secret, "two")).toBeGreaterThanOrEqual(400);
    expect(await deliver(address, second, "three")).toBeLessThan(300);

    await page.getByRole("button", { name: "Stop all triggers" }).click();
    await page.getByText("All triggers are stopped").waitFor();
    await deliver(address, second, "four");
    const entries = card.getByRole("list", { name: "History of API changes" }).getByRole("listitem");
    // The forged one is noted too. The one before may have been started, or have waited until the stop.
    await entries.nth(3).waitFor();
    await entries.first().getByText("Ignored", { exact: true }).waitFor();
    await entries.getByText("Refused", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Resume all triggers" }).click();
    await page.getByRole("button", { name: "Stop all triggers" }).waitFor();
    await context.close();

    async function takeSecret(): Promise<string> {
      const text = await page.getByRole("region", { name: "Trigger secret", exact: true }).textContent();
      await page.getByRole("button", { name: "I have copied it" }).click();
      return text!.trim();
    }
  });

  test("a channel of Slack is connected, a mention in it is answered, and it is disconnected", async () => {
    const channel = await channelOf("docs");
    const opened = await scene.open(triggers);
    const { page, context } = opened;
    const card = page.getByRole("region", { name: "Slack" });
    await card.getByText("No channel is connected.").waitFor();
    await card.getByRole("button", { name: "Connect a channel" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Channel").fill(channel);
    await dialog.getByLabel("Bot token").fill("xoxb-of-the-test");
    await dialog.getByLabel("Signing secret").fill("the-signing-secret");
    await expectClean(opened);
    await dialog.getByRole("button", { name: "Connect it" }).click();
    await card.getByText(`${scene.url}/v2/slack`).waitFor();
    await page.reload();
    await card.getByText(`${scene.url}/v2/slack`).waitFor();
    await expectClean(opened);
    const ts = await mentionIn(channel);
    await expect.poll(() => saidIn(channel, ts)).toContainEqual(expect.stringContaining("I am on it"));
    await card.getByRole("button", { name: `Disconnect ${channel}` }).click();
    await dialog.getByRole("button", { name: "Disconnect it" }).click();
    await card.getByText("No channel is connected.").waitFor();
    await context.close();
  });

  test.for(eachForm)("it is clean, empty or not, with its dialog open: %s", async (form) => {
    const opened = await scene.open(triggers, { form });
    await opened.page.getByRole("region", { name: "Trigger API changes" }).waitFor();
    await expectClean(opened);
    await opened.page.getByRole("button", { name: "Create a trigger" }).first().click();
    await opened.page.getByRole("dialog").getByLabel("Name").waitFor();
    await expectClean(opened);
    await opened.context.close();
  });

  /** Slack's answer to somebody's call. */
  async function ask(token: string, method: string, fields: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${slack.url}/api/${method}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams(fields),
    });
    return (await response.json()) as Answer;
  }

  async function channelOf(name: string): Promise<string> {
    const { channels } = await ask("xoxb-of-the-test", "conversations.list");
    return channels.find((channel) => channel.name === name)!.id;
  }

  /** The owner asks for something; sent as Slack sends it. */
  async function mentionIn(channel: string): Promise<string> {
    const [bot, olive] = [
      await ask("xoxb-of-the-test", "auth.test"),
      await ask("xoxp-of-olive", "auth.test"),
    ];
    const text = `<@${bot.user_id}> Say webhook`;
    const { ts } = await ask("xoxp-of-olive", "chat.postMessage", { channel, text });
    const event = { type: "app_mention", user: olive.user_id, text, ts, channel };
    const body = JSON.stringify({ type: "event_callback", team_id: bot.team_id, event });
    const at = String(Math.floor(Date.now() / 1000));
    const signature = createHmac("sha256", "the-signing-secret").update(`v0:${at}:${body}`).digest("hex");
    const headers = {
      "content-type": "application/json",
      "x-slack-request-timestamp": at,
      "x-slack-signature": `v0=${signature}`,
    };
    const response = await fetch(`${scene.url}/v2/slack`, { method: "POST", headers, body });
    expect(response.status).toBe(200);
    return ts;
  }

  async function saidIn(channel: string, ts: string): Promise<string[]> {
    const { messages } = await ask("xoxb-of-the-test", "conversations.replies", { channel, ts });
    return messages.map(({ text }) => text);
  }

  async function listed(): Promise<{ enabled: boolean }[]> {
    const response = await fetch(`${scene.url}/v2/manage${triggers}`, {
      headers: { cookie: await scene.signIn() },
    });
    return ((await response.json()) as { data: { enabled: boolean }[] }).data;
  }
});

/** As Standard Webhooks has it; returns the status. */
async function deliver(address: string, secret: string, id: string): Promise<number> {
  const body = JSON.stringify({ kind: "push", repository: "https://example.com/api", ref: "main", text: id });
  const at = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64");
  const response = await fetch(address, {
    method: "POST",
    headers: {
      ...{ "content-type": "application/json", "webhook-id": id, "webhook-timestamp": at },
      "webhook-signature": `v1,${signature}`,
    },
    body,
  });
  return response.status;
}
