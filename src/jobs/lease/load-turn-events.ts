import type { Database } from "../../store/database.ts";
import type { Origin } from "../../telemetry/origin.ts";
import { type LoggedEvent, type LoggedRow, loggedColumns, toLoggedEvent } from "../read-event.ts";

export interface TurnEvents {
  /** Events of the turn's current attempt, in order: what another worker has done already. */
  recorded: LoggedEvent[];
  /** Earlier prompts, commits and ends of turns. */
  past: LoggedEvent[];
  /** Request that the turn comes from, if any. */
  origin?: Origin | null;
}

const load = `
  select ${loggedColumns} from job_events
  where job_id = $1 and (seq > $2 or kind in ('created', 'message', 'committed', 'previewed', 'completed', 'failed'))
  order by seq`;

export async function loadTurnEvents(
  { pool }: Pick<Database, "pool">,
  job: { id: string; turn: number; turnSeq: number },
): Promise<TurnEvents> {
  const { rows } = await pool.query<LoggedRow>({
    name: "load-turn-events",
    text: load,
    values: [job.id, job.turnSeq],
  });
  const events = rows.map(toLoggedEvent);
  return {
    recorded: events.filter(({ seq }) => seq > job.turnSeq),
    past: events.filter(({ seq }) => seq < job.turnSeq),
    origin: originOf(events, job),
  };
}

function originOf(events: readonly LoggedEvent[], { turn }: { turn: number }): Origin | null {
  for (const { kind, data } of events) {
    if ((kind !== "created" && kind !== "message") || data.turn !== turn) continue;
    const { requestId = null, traceparent = null } = data;
    return requestId === null && traceparent === null ? null : { requestId, traceparent };
  }
  return null;
}

/** Returns the messages of a job above a number, oldest first. */
export async function loadMessages(
  { pool }: Pick<Database, "pool">,
  jobId: string,
  after: number,
): Promise<{ seq: number; at: Date; prompt: string }[]> {
  const { rows } = await pool.query<{ seq: number; at: Date; prompt: string }>(
    "select seq, at, data ->> 'prompt' as prompt from job_events where job_id = $1 and kind = 'message' and seq > $2 order by seq",
    [jobId, after],
  );
  return rows;
}
