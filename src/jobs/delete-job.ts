import type { Actor } from "../audit/actor.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { assertJobId, type JobAddress } from "./get-job.ts";
import type { JobStatus } from "./record.ts";
import { jobMissing } from "./use-errors.ts";

interface Doomed {
  status: JobStatus;
  reason: string;
  title: string | null;
  prLink: string | null;
}

const lock = `
  select status, reason, coalesce(title, chosen_title) as title, pull_request ->> 'url' as "prLink"
  from jobs where id = $1 and project_id = $2 for update`;

const keepFigures = `
  insert into deleted_jobs (id, project_id, created_at, created_by, turn, usage, checks, pull_request_state, pull_request_opened_at,
    pull_request_ended_at)
  select id, project_id, created_at, created_by, turn, usage, checks, pull_request_state, pull_request_opened_at, pull_request_ended_at
  from job_facts where id = $1`;

/**
 * Deletes a job that has ended, with its events and its diff. Its pull request and branch stay as they are
 * and are no longer followed; its usage stays counted. Throws `job_not_found`, `job_active`, `unavailable`.
 */
export async function deleteJob(
  { database }: { database: Database },
  { projectId, jobId, actor }: JobAddress & { actor: Actor },
): Promise<void> {
  assertJobId(jobId);
  await guardStore(() =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query<Doomed>(lock, [jobId, projectId]);
      const [job] = rows;
      if (job === undefined) throw jobMissing();
      if (job.status === "active") {
        throw new AppError(
          "job_active",
          "The job is active. Cancel it, or wait until it has ended, then delete it.",
        );
      }
      await client.query(keepFigures, [jobId]);
      await client.query("delete from jobs where id = $1", [jobId]);
      await recordAudit(client, {
        ...{ action: "job.deleted", actor, projectId },
        subject: { kind: "job", id: jobId, ...(job.title !== null && { name: job.title }) },
        before: job,
      });
    }),
  );
}
