import { z } from "zod";
import { AppError, isAppError } from "../errors.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Database } from "../store/database.ts";
import type { CallSlack } from "./slack-api.ts";
import { openSlackSecrets, type SlackConnection } from "./slack-connections.ts";
import { markOf, type SlackMessage, toBlocks } from "./write-slack.ts";

export interface PostDeps {
  database: Pick<Database, "pool">;
  secretBox: SecretBox;
  callSlack: CallSlack;
}

/**
 * Longer than a call may take: a process that has not finished by then has died or does not know the outcome.
 */
const reservedSeconds = 60;
const pagesMax = 20;

const reserve = `
  insert into slack_posts as posts (connection_id, key) values ($1, $2)
  on conflict (connection_id, key) do update set reserved_at = clock_timestamp()
    where posts.posted_ts is null and posts.reserved_at < clock_timestamp() - make_interval(secs => $3)
  returning xmax::text <> '0' as again`;

/**
 * Posts a message in the thread, once per key. A reservation is stored first; whoever finds an old one looks
 * in the thread for the message. Throws `slack_unavailable` also while another process is posting it.
 */
export async function postOnce(
  deps: PostDeps,
  connection: SlackConnection,
  { threadTs, key, message }: { threadTs: string; key: string; message: SlackMessage },
): Promise<void> {
  const { pool } = deps.database;
  const row = [connection.id, key];
  const { rows } = await pool.query<{ again: boolean }>(reserve, [...row, reservedSeconds]);
  if (rows[0] === undefined) return await assertPosted(deps, row);
  const { botToken } = openSlackSecrets(deps, connection);
  const mark = markOf(connection.id, key);
  const place = { channel: connection.channel_id, thread_ts: threadTs };
  const found = rows[0].again ? await findPosted(deps, botToken, place, mark) : null;
  try {
    const postedTs = found ?? (await post(deps, botToken, place, toBlocks(message, mark), message.text));
    await pool.query("update slack_posts set posted_ts = $3 where connection_id = $1 and key = $2", [
      ...[...row, postedTs],
    ]);
  } catch (error) {
    // Anything but a refusal may have been posted.
    if (isAppError(error, "slack_refused"))
      await pool.query("delete from slack_posts where connection_id = $1 and key = $2", row);
    throw error;
  }
}

async function assertPosted({ database }: PostDeps, row: string[]): Promise<void> {
  const { rows } = await database.pool.query<{ posted_ts: string | null }>(
    "select posted_ts from slack_posts where connection_id = $1 and key = $2",
    row,
  );
  if (rows[0]?.posted_ts) return;
  throw new AppError("slack_unavailable", "Another process is about to post it.", {
    details: { retryAfterSeconds: reservedSeconds },
  });
}

async function post(
  { callSlack }: PostDeps,
  token: string,
  place: { channel: string; thread_ts: string },
  blocks: object[],
  text: string,
): Promise<string> {
  const plain = { unfurl_links: "false", unfurl_media: "false" };
  const fields = { ...place, ...plain, text, blocks: JSON.stringify(blocks) };
  return z.object({ ts: z.string() }).parse(await callSlack(token, "chat.postMessage", fields)).ts;
}

const replies = z.object({
  messages: z.array(
    z.object({ ts: z.string(), blocks: z.array(z.object({ block_id: z.string().optional() })).optional() }),
  ),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});

async function findPosted(
  { callSlack }: PostDeps,
  token: string,
  { channel, thread_ts }: { channel: string; thread_ts: string },
  mark: string,
): Promise<string | null> {
  let cursor = "";
  for (let page = 0; page < pagesMax; page += 1) {
    const fields = { channel, ts: thread_ts, limit: "200", ...(cursor !== "" && { cursor }) };
    const { messages, response_metadata } = replies.parse(
      await callSlack(token, "conversations.replies", fields),
    );
    const found = messages.find(({ blocks = [] }) => blocks.some(({ block_id }) => block_id === mark));
    if (found !== undefined) return found.ts;
    cursor = response_metadata?.next_cursor ?? "";
    if (cursor === "") break;
  }
  return null;
}
