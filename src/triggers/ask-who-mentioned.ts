import { isAppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { toText } from "../store/storable-text.ts";

interface Mention {
  id: string;
  projectId: string;
  author: string | null;
  isOld: boolean;
}

// A lease of 30 seconds; afterwards another worker asks again.
const claim = `
  update trigger_events set due_at = clock_timestamp() + interval '30 seconds'
  where id = (
    select events.id from trigger_events as events join triggers on triggers.id = trigger_id
    where events.state = 'waiting' and events.note = '' and triggers.kind = 'mention'
      and due_at <= clock_timestamp()
    order by events.id limit 1 for no key update of events skip locked)
  returning id::text, event ->> 'author' as author, created_at < clock_timestamp() - interval '1 hour' as "isOld",
    (select project_id from triggers where triggers.id = trigger_id) as "projectId"`;

const settle = `
  update trigger_events set state = $2, note = $3, due_at = clock_timestamp()
  where id = $1 and state = 'waiting'`;

/**
 * Asks the project's host whether those who mentioned Copydesk may push. Mentions by others are ignored, as
 * are those without an answer from the host for an hour. After asking about all of them, throws the first
 * error.
 */
export async function askWhoMentioned(
  { pool }: Database,
  mayPush: (projectId: string, author: string) => Promise<boolean>,
): Promise<void> {
  const failures: unknown[] = [];
  for (;;) {
    const { rows } = await pool.query<Mention>(claim);
    const [mention] = rows;
    if (mention === undefined) break;
    const outcome = await ask(mention, mayPush).catch((error: unknown) => {
      failures.push(error);
      return mention.isOld ? (["ignored", giveUp(error)] as const) : null;
    });
    if (outcome !== null) await pool.query(settle, [mention.id, ...outcome]);
  }
  if (failures.length > 0) throw failures[0];
}

async function ask(
  { projectId, author }: Mention,
  mayPush: (projectId: string, author: string) => Promise<boolean>,
): Promise<readonly [state: string, note: string]> {
  const isAllowed = author !== null && (await mayPush(projectId, author));
  return isAllowed ? ["waiting", "may push"] : ["ignored", "its author may not push to the repository"];
}

function giveUp(error: unknown): string {
  const words = isAppError(error) ? error.message : "it could not be asked";
  return toText(`for an hour, the host has not said whether its author may push: ${words}`);
}
