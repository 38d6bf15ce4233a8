import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { assertRecent } from "../schemas/assert-recent.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { toJsonb } from "../store/storable-text.ts";
import { openSlackSecrets, type SlackConnection } from "./slack-connections.ts";

interface ReceiveDeps {
  database: Pick<Database, "pool">;
  secretBox: SecretBox;
}

export interface SlackDelivery {
  headers: Readonly<Record<string, string | undefined>>;
  /** The signed bytes. */
  body: Buffer;
}

/** Something that a user did in a connected channel, as stored. */
const slackEventSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("mention"), user: z.string(), text: z.string() }),
  z.object({
    kind: z.literal("click"),
    user: z.string(),
    action: z.enum(["approve", "merge"]),
    jobId: z.string(),
    headCommit: z.string(),
  }),
]);

export type SlackEvent = z.output<typeof slackEventSchema>;

const sentAt = "x-slack-request-timestamp";
const textMax = 20_000;
const id = z.string().max(100);

const verification = z.object({ type: z.literal("url_verification"), challenge: z.string().max(1_000) });
const callback = z.object({
  type: z.literal("event_callback"),
  team_id: id,
  event: z.looseObject({ type: z.string(), channel: id.optional() }),
});
/** Slack sends both types, `app_mention` and `message`, if an app has subscribed to both. */
const message = z.object({
  type: z.enum(["app_mention", "message"]),
  channel: id,
  user: id,
  text: z.string(),
  ts: id,
  thread_ts: id.optional(),
  subtype: z.undefined().optional(),
  bot_id: z.undefined().optional(),
});
const clicks = z.object({
  type: z.literal("block_actions"),
  user: z.object({ id, team_id: id.optional() }),
  team: z.object({ id }),
  channel: z.object({ id }),
  message: z.object({ ts: id, thread_ts: id.optional() }),
  actions: z.array(z.object({ action_id: z.string(), action_ts: id, value: z.string().max(300).optional() })),
});

export const buttonIds = { approve: "copydesk_approve", merge: "copydesk_merge" } as const;

/**
 * Receives events and clicks from Slack and stores them before this resolves, once even if sent repeatedly.
 * Returns the response that Slack expects. Throws `invalid_signature`, `invalid_request`, `unavailable`.
 */
export async function receiveSlack(
  deps: ReceiveDeps,
  delivery: SlackDelivery,
  now = Date.now(),
): Promise<{ challenge?: string }> {
  const payload = readPayload(delivery);
  const verified = verification.safeParse(payload);
  if (verified.success) {
    await findSigned(deps, delivery, null, now);
    return { challenge: verified.data.challenge };
  }
  const told = callback.safeParse(payload);
  if (told.success) {
    const { team_id, event } = told.data;
    const connection = await findSigned(deps, delivery, { team: team_id, channel: event.channel ?? "" }, now);
    const said = message.safeParse(event);
    if (connection !== null && said.success) await storeMention(deps, connection, said.data);
    return {};
  }
  const clicked = clicks.safeParse(payload);
  if (!clicked.success)
    throw new AppError("invalid_request", "Copydesk does not expect this request from Slack.");
  const { team, channel } = clicked.data;
  const connection = await findSigned(deps, delivery, { team: team.id, channel: channel.id }, now);
  if (connection !== null) await storeClicks(deps, connection, clicked.data);
  return {};
}

function readPayload({ headers, body }: SlackDelivery): unknown {
  const text = body.toString("utf8");
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  try {
    return JSON.parse(isForm ? (new URLSearchParams(text).get("payload") ?? "") : text);
  } catch {
    throw new AppError("invalid_request", "The delivery is not JSON.");
  }
}

/**
 * Finds the channel's connection whose app signed the delivery; null if the app is connected in other
 * channels only. `place` null: any app.
 */
async function findSigned(
  { database, secretBox }: ReceiveDeps,
  delivery: SlackDelivery,
  place: { team: string; channel: string } | null,
  now: number,
): Promise<SlackConnection | null> {
  const { rows } = await guardStore(() =>
    database.pool.query<SlackConnection>(
      `select * from slack_connections where $1::text is null or team_id = $1
       order by channel_id is distinct from $2, id limit 200`,
      [place?.team ?? null, place?.channel ?? null],
    ),
  );
  const own = rows[0]?.channel_id === place?.channel ? rows[0] : undefined;
  // A connected channel accepts only its own app; deliveries from other channels need a known app and are
  // ignored.
  const candidates = own === undefined ? rows : [own];
  const isSigned = candidates.some((row) =>
    isSignedWith(openSlackSecrets({ secretBox }, row).signingSecret, delivery),
  );
  if (!isSigned)
    throw new AppError("invalid_signature", "The signature is not that of a connected Slack app.");
  assertRecent(Number(delivery.headers[sentAt]), now, sentAt);
  return own ?? null;
}

/** Slack's v0 signatures. */
function isSignedWith(secret: string, { headers, body }: SlackDelivery): boolean {
  const timestamp = headers[sentAt] ?? "";
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  const expected = createHmac("sha256", secret).update(`v0:${timestamp}:`).update(body).digest("hex");
  const given = Buffer.from(headers["x-slack-signature"] ?? "");
  const wanted = Buffer.from(`v0=${expected}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function storeMention(
  deps: ReceiveDeps,
  connection: SlackConnection,
  { user, text, ts, thread_ts = ts }: z.output<typeof message>,
): Promise<void> {
  const mention = `<@${connection.bot_user_id}>`;
  if (user === connection.bot_user_id || !text.includes(mention)) return;
  const said = text.replaceAll(mention, " ").trim().slice(0, textMax);
  await store(deps, connection, {
    key: `message ${ts}`,
    threadTs: thread_ts,
    event: { kind: "mention", user, text: said },
  });
}

async function storeClicks(
  deps: ReceiveDeps,
  connection: SlackConnection,
  { user, message: { ts, thread_ts = ts }, actions }: z.output<typeof clicks>,
): Promise<void> {
  for (const { action_id, action_ts, value = "" } of actions) {
    const action =
      action_id === buttonIds.approve ? "approve" : action_id === buttonIds.merge ? "merge" : null;
    const [jobId = "", headCommit = ""] = value.split(" ");
    if (action === null) continue;
    await store(deps, connection, {
      key: `click ${action_ts} ${action}`,
      threadTs: thread_ts,
      event: { kind: "click", user: user.id, action, jobId, headCommit },
    });
  }
}

async function store(
  { database }: ReceiveDeps,
  connection: SlackConnection,
  { key, threadTs, event }: { key: string; threadTs: string; event: SlackEvent },
): Promise<void> {
  await guardStore(() =>
    database.pool.query(
      `insert into slack_events (connection_id, key, thread_ts, event) values ($1, $2, $3, $4)
       on conflict (connection_id, key) do nothing`,
      [connection.id, key, threadTs, toJsonb(event)],
    ),
  );
}
