import type { Database } from "../store/database.ts";

interface Mention {
  id: string;
  projectId: string;
  author: string | null;
}

// Whoever asks has half a minute; then another one asks again.
const claim = `
  update trigger_events set due_at = clock_timestamp() + interval '30 seconds'
  where id = (
    select events.id from trigger_events as events join triggers on triggers.id = trigger_id
    where events.state = 'waiting' and events.note = '' and triggers.kind = 'mention'
      and due_at <= clock_timestamp()
    order by events.id limit 1 for no key update of events skip locked)
  returning id::text, event ->> 'author' as author,
    (select project_id from triggers where triggers.id = trigger_id) as "projectId"`;

const settle = `
  update trigger_events set state = $2, note = $3, due_at = clock_timestamp()
  where id = $1 and state = 'waiting'`;

/**
 * Asks the project's host of everybody who spoke to Copydesk whether they may push: others start nothing.
 */
export async function askWhoMentioned(
  { pool }: Database,
  mayPush: (projectId: string, author: string) => Promise<boolean>,
): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<Mention>(claim);
    const [mention] = rows;
    if (mention === undefined) return;
    const isAllowed = mention.author !== null && (await mayPush(mention.projectId, mention.author));
    const outcome = isAllowed
      ? ["waiting", "may push"]
      : ["ignored", "its author may not push to the repository"];
    await pool.query(settle, [mention.id, ...outcome]);
  }
}
