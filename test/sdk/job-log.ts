import type { TestDatabase } from "../helpers/test-database.ts";

/** Writes events of a job as a worker does, without one. A kind of its own is returned with any data. */
export function createJobLog({ database }: Pick<TestDatabase, "database">) {
  const query = (text: string, values: unknown[]) => database.pool.query(text, values);

  async function add(jobId: string, kind: string, data: unknown = {}): Promise<void> {
    await query(
      `with job as (update jobs set event_seq = event_seq + 1 where id = $1 returning id, event_seq)
       insert into job_events (job_id, seq, kind, data) select id, event_seq, $2, $3 from job`,
      [jobId, kind, JSON.stringify(data)],
    );
  }

  return {
    add,
    async end(jobId: string): Promise<void> {
      const data = { reason: "no_changes", message: "Nothing had to be changed." };
      await query(
        `with job as (
           update jobs set status = 'completed', reason = 'no_changes', finished_at = now(), event_seq = event_seq + 1
           where id = $1 returning id, event_seq)
         insert into job_events (job_id, seq, kind, data) select id, event_seq, 'completed', $2 from job`,
        [jobId, JSON.stringify(data)],
      );
    },
    async setStatus(jobId: string, status: string, reason: string): Promise<void> {
      await query("update jobs set status = $2, reason = $3, updated_at = now() where id = $1", [
        ...[jobId, status, reason],
      ]);
    },
  };
}
