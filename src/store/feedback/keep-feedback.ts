import type { Client } from "../database.ts";
import { toJsonb, toText } from "../storable-text.ts";
import { feedbackChannel } from "./feedback-channel.ts";
import type { Said } from "./feedback-row.ts";

/** What may become a follow-up. `isMention`: whether it is addressed to Copydesk. */
export type ToldFeedback =
  /** `id`: the host's own of the comment; null where it is not known. */
  | {
      kind: "comment";
      number: number;
      id: string | null;
      said: Extract<Said, { kind: "comment" }>;
      isMention: boolean;
    }
  /**
   * The name of a fork's owner and a colon may stand before the branch; an empty one: the host tells only the
   * commit.
   */
  | {
      kind: "check_failed";
      branch: string;
      said: Extract<Said, { kind: "check_failed" }>;
      isMention: boolean;
    };

const wanted = `
  case projects.settings #>> '{feedback,followUps}' when 'all' then true when 'mentions' then $1::boolean else false end`;

// A comment that was told and is asked for as well is one.
const keepComment = `
  insert into host_feedback (project_id, job_id, number, kind, said, comment_id)
  select jobs.project_id, jobs.id, $3, 'comment', $4::jsonb, $5
  from jobs join projects on projects.id = jobs.project_id
  where jobs.project_id = $2 and jobs.pull_request is not null and (jobs.pull_request ->> 'number')::integer = $3
    and jobs.pull_request ->> 'state' = 'open' and ${wanted}
  on conflict do nothing`;

// A check counts on the commit that the job pushed last; failing there once more, it says nothing new.
const keepCheck = `
  insert into host_feedback (project_id, job_id, number, kind, said)
  select jobs.project_id, jobs.id, (jobs.pull_request ->> 'number')::integer, 'check_failed', $4::jsonb
  from jobs join projects on projects.id = jobs.project_id
  where jobs.project_id = $2 and jobs.pull_request ->> 'state' = 'open'
    and jobs.head_commit = $4::jsonb ->> 'commit' and ($3 in ('', jobs.branch) or $3 like '%:' || jobs.branch) and ${wanted}
    and not exists (
      select from host_feedback as before where before.job_id = jobs.id and before.kind = 'check_failed'
        and before.said ->> 'commit' = $4::jsonb ->> 'commit' and before.said ->> 'name' = $4::jsonb ->> 'name')`;

/**
 * Keeps feedback on open pull requests of the project's jobs, as far as the project wants it and does not
 * have it yet, and wakes who looks after it. The transaction is one of `inDeliveryOrder`.
 */
export async function keepFeedback(
  client: Client,
  projectId: string,
  feedback: readonly ToldFeedback[],
): Promise<void> {
  let kept = 0;
  for (const told of feedback) {
    const { isMention } = told;
    const said = toJsonb(told.said);
    const { rowCount } =
      told.kind === "comment"
        ? await client.query(keepComment, [isMention, projectId, told.number, said, textOf(told.id)])
        : await client.query(keepCheck, [isMention, projectId, told.branch, said]);
    kept += rowCount ?? 0;
  }
  if (kept > 0) await client.query("select pg_notify($1, '')", [feedbackChannel]);
}

function textOf(id: string | null): string | null {
  return id === null ? null : toText(id);
}
