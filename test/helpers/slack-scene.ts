import { createHmac, randomBytes } from "node:crypto";
import { createEmulator, type Emulator } from "emulate";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { HostReview } from "../../src/code-hosts/types.ts";
import { assertRefName } from "../../src/git/assert-ref-name.ts";
import { createJobInserter } from "../../src/jobs/insert-jobs.ts";
import { createKnownSecrets } from "../../src/outgoing/known-secrets.ts";
import { createSecretBox } from "../../src/secrets/secret-box.ts";
import { createUnconnectedManageDeps } from "../../src/server/manage-deps.ts";
import { handleSlack, type SlackDeps } from "../../src/slack/handle-slack.ts";
import { type CallSlack, createSlackApi } from "../../src/slack/slack-api.ts";
import { tellOutcomes } from "../../src/slack/tell-outcomes.ts";
import { makeMember, makeOwner, type TestBrowser } from "./people.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

/** Slack's Web API is an emulation that others wrote; its events are sent as Slack signs and words them. */

export const signingSecret = "0123456789abcdef0123456789abcdef";
export const botToken = "xoxb-the-bots-own-token";
const bot = "U0000000B0";
const secretKey = randomBytes(32);
const secretBox = createSecretBox(secretKey);
export const headCommit = "a".repeat(40);

let emulator: Emulator;
let server: TestServer;
export let owner: TestBrowser;
export let projectId: string;
export let deps: SlackDeps;
export let channel: string;
let disturb: ((method: string, call: () => ReturnType<CallSlack>) => ReturnType<CallSlack>) | null = null;
export const decided: string[] = [];
export const users = new Map<string, string>();

const people = ["ed", "vic", "stranger"];

/** What is asked of a code host, and nothing else of it. */
const host: HostReview = {
  read: async () =>
    ({
      ...{
        state: "open",
        mergeable: true,
        conflicts: [],
        methods: ["squash"],
        approvals: 0,
        canApprove: true,
      },
      headCommit,
    }) as unknown as Awaited<ReturnType<HostReview["read"]>>,
  approve: async (number) => void decided.push(`approve ${number}`),
  merge: async (number, { method, by }) => {
    decided.push(`${method} ${number} by ${by?.name}`);
    return { mergeCommit: null };
  },
  close: async () => undefined,
  deleteBranch: async () => undefined,
};

interface Message {
  ts: string;
  text: string;
  user: string;
  blocks?: { elements?: { action_id?: string; value?: string }[] }[];
}

/** Somebody writes in the channel; returns the message as Slack keeps it. */
async function write(who: string, text: string, threadTs?: string): Promise<Message> {
  const fields = { channel, text, ...(threadTs !== undefined && { thread_ts: threadTs }) };
  const api = createSlackApi({ fetch, url: emulator.url });
  return (await api(`xoxp-${who}`, "chat.postMessage", fields)).message as Message;
}

export async function threadOf(ts: string): Promise<Message[]> {
  const api = createSlackApi({ fetch, url: emulator.url });
  const { messages } = await api(botToken, "conversations.replies", { channel, ts });
  return messages as Message[];
}

/** What the service has said in the thread. */
export const saidIn = async (ts: string) =>
  (await threadOf(ts)).filter(({ user }) => user === users.get("copydesk")).map(({ text }) => text);

interface Sent {
  secret?: string;
  at?: number;
  form?: boolean;
  retry?: number;
}

export function send(
  payload: object,
  { secret = signingSecret, at = Date.now(), form, retry }: Sent = {},
): Promise<Response> {
  const json = JSON.stringify(payload);
  const body = form ? new URLSearchParams({ payload: json }).toString() : json;
  const timestamp = String(Math.floor(at / 1_000));
  const signature = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex");
  return fetch(`${server.url}/v2/slack`, {
    method: "POST",
    headers: {
      "content-type": form ? "application/x-www-form-urlencoded" : "application/json",
      "x-slack-request-timestamp": timestamp,
      "x-slack-signature": `v0=${signature}`,
      ...(retry !== undefined && { "x-slack-retry-num": String(retry) }),
    },
    body,
  });
}

const team = async () => {
  const listed = await owner.fetch(`/v2/manage/projects/${projectId}/slack`);
  return ((await listed.json()) as { data: { teamId: string }[] }).data[0]!.teamId;
};

export async function mention(who: string, text: string, threadTs?: string) {
  const words = `<@${users.get("copydesk")}> ${text}`;
  const written = await write(who, words, threadTs);
  const event = {
    ...{ type: "app_mention", user: users.get(who), text: words, ts: written.ts, channel },
    ...(threadTs !== undefined && { thread_ts: threadTs }),
  };
  const payload = { type: "event_callback", team_id: await team(), event_id: `Ev${written.ts}`, event };
  return { ts: written.ts, payload };
}

export async function click(
  who: string,
  threadTs: string,
  action: string,
  value: string,
  at = "1.1",
): Promise<object> {
  return {
    type: "block_actions",
    user: { id: users.get(who), team_id: await team() },
    team: { id: await team() },
    channel: { id: channel },
    message: { ts: "99.9", thread_ts: threadTs },
    actions: [{ action_id: action, action_ts: at, value }],
  };
}

export const never = new AbortController().signal;
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await server.store.database.pool.query<Row>(text, values)).rows;

export async function work(): Promise<void> {
  await letWork();
  await handleSlack(deps, never);
  await tellOutcomes(deps, never);
}

/** As if it were time for everything that waits. */
async function letWork(): Promise<void> {
  await query("update slack_events set due_at = clock_timestamp()");
  await query("update slack_threads set due_at = clock_timestamp()");
}

/** As if whoever was about to say something had had the time for it. */
export async function endReservations(): Promise<void> {
  await query(
    "update slack_posts set reserved_at = reserved_at - interval '2 minutes' where posted_ts is null",
  );
  await letWork();
}

/** For a process of its own that reaches Slack at the address. */
export const environmentAt = (slackUrl: string): Record<string, string> => ({
  ...{ DATABASE_URL: server.store.url, COPYDESK_SECRET_KEY: secretKey.toString("hex") },
  ...{ COPYDESK_SLACK_URL: slackUrl, COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes", COPYDESK_LOG_LEVEL: "error" },
});

/** Where Slack is. */
export const slackUrl = () => emulator.url;

/** With the turn whose outcome it is known to have told. */
export const jobsOf = (ts: string) =>
  query<{ id: string; created_by: unknown; prompt: string; turn: number; toldTurn: number }>(
    `select jobs.id, jobs.prompt, jobs.turn, told_turn as "toldTurn" from jobs join slack_threads on job_id = jobs.id where thread_ts = $1`,
    [ts],
  );

export const countJobs = async () =>
  (await query<{ count: number }>("select count(*)::int from jobs"))[0]!.count;

export async function endJob(id: string, columns: Record<string, unknown>): Promise<void> {
  const values = { status: "completed", reason: "pr_opened", message: "Two pages changed.", ...columns };
  for (const [name, value] of Object.entries(values))
    await query(`update jobs set ${name} = $2 where id = $1`, [
      id,
      typeof value === "object" ? JSON.stringify(value) : value,
    ]);
}

/** What Slack answers from now on, whatever it is asked. */
export function answerWith(status: number, body: string): void {
  const api = createSlackApi({ fetch: async () => new Response(body, { status }), url: emulator.url });
  disturbSlack((method) => api(botToken, method, {}));
}

async function startScene(): Promise<void> {
  emulator = await createEmulator({
    service: "slack",
    port: 0,
    seed: {
      slack: {
        users: [{ name: "copydesk" }, ...people.map((name) => ({ name, email: `${name}@example.com` }))],
        channels: [{ name: "docs" }],
        tokens: [
          { token: botToken, user: "copydesk", bot_user_id: bot },
          ...people.map((name) => ({ token: `xoxp-${name}`, user: name })),
        ],
      },
    },
  });
  const api = createSlackApi({ fetch, url: emulator.url });
  const callSlack: CallSlack = (token, method, fields) => {
    const call = () => api(token, method, fields);
    return disturb === null ? call() : disturb(method, call);
  };
  server = await startTestServer({ manage: { ...createUnconnectedManageDeps(), secretBox, callSlack } });
  const { database } = server.store;
  deps = {
    ...{ database, secretBox, callSlack, assertRefName, knownSecrets: createKnownSecrets() },
    ...{ publicUrl: "https://docs.example.com", defaultModel: "copydesk/chores" },
    insertJob: createJobInserter({ database }),
    openReview: async () => host,
  };
  owner = await makeOwner(server);
  await makeMember(server.url, owner, { role: "editor", email: "ed@example.com", name: "Ed" });
  await makeMember(server.url, owner, { role: "viewer", email: "vic@example.com", name: "Vic" });
  projectId = (await server.newProject()).id;
  for (const name of ["copydesk", ...people]) {
    const token = name === "copydesk" ? botToken : `xoxp-${name}`;
    users.set(name, String((await api(token, "auth.test", {})).user_id));
  }
  const { channels } = (await api(botToken, "conversations.list", {})) as {
    channels: { id: string; name: string }[];
  };
  channel = channels.find(({ name }) => name === "docs")!.id;
  const body = { botToken, signingSecret, channelId: channel };
  const made = await owner.fetch(`/v2/manage/projects/${projectId}/slack`, { method: "POST", body });
  expect([made.status, await made.clone().json()]).toMatchObject([201, { channelId: channel }]);
}

/** For the top of a test file. */
export function useSlackScene(): void {
  beforeAll(startScene);
  afterAll(async () => {
    await server.close();
    await emulator.close();
  });
  beforeEach(() => disturbSlack(null));
}

/** What stands between the service and Slack until the test is over; null: nothing. */
export function disturbSlack(by: typeof disturb): void {
  disturb = by;
}
