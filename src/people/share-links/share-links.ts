import { z } from "zod";
import type { Actor } from "../../audit/actor.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { AppError } from "../../errors.ts";
import type { AuthorRecord } from "../../jobs/author.ts";
import { toAuthorRecord } from "../../jobs/author-schema.ts";
import { parseInput } from "../../schemas/parse-input.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { randomBase62 } from "../../text/base62.ts";
import { newToken } from "../links/one-time-token.ts";

const dayMs = 86_400_000;

export const createShareLinkInput = z.strictObject({ expiresInDays: z.int().min(1).max(90).default(7) });

export const shareLinkStates = ["open", "expired", "revoked"] as const;

export interface ShareLinkRecord {
  id: string;
  projectId: string;
  jobId: string;
  /** First line of the prompt until the job has a title. */
  jobTitle: string;
  createdBy: AuthorRecord | null;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
  state: (typeof shareLinkStates)[number];
}

interface Address {
  projectId: string;
  jobId: string;
}

interface Row {
  id: string;
  project_id: string;
  job_id: string;
  job_title: string;
  created_by: unknown;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  last_used_at: Date | null;
  state: ShareLinkRecord["state"];
}

const endedShownFor = "interval '30 days'";
const isOpen = "revoked_at is null and expires_at > clock_timestamp()";

const select = (from: string) => `
  select links.*, coalesce(title, split_part(ltrim(prompt, E' \\t\\r\\n'), E'\\n', 1)) as job_title,
    case when ${isOpen} then 'open' when revoked_at is null then 'expired' else 'revoked' end as state
  from (${from}) as links join lateral (select title, prompt from jobs where jobs.id = links.job_id) as job on true
  order by links.created_at desc, links.id`;

/**
 * Creates a link that shows one job to anyone who has it; `url` is returned only here. Throws
 * `job_not_found`, `invalid_request`.
 */
export async function createShareLink(
  { database }: { database: Database },
  { projectId, jobId, publicUrl, actor }: Address & { publicUrl: string; actor: Actor },
  input: unknown,
): Promise<ShareLinkRecord & { url: string }> {
  const { expiresInDays } = parseInput(createShareLinkInput, input ?? {});
  const { token, hash } = newToken();
  const id = `shr_${randomBase62(22)}`;
  const expiresAt = new Date(Date.now() + expiresInDays * dayMs);
  const record = await guardStore(() =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query<Row>(
        `with links as (insert into share_links (id, project_id, job_id, token_hash, created_by, expires_at)
           select $1, project_id, id, $4, $5, $6 from jobs where project_id = $2 and id = $3 returning *)
         ${select("select * from links")}`,
        [id, projectId, jobId, hash, JSON.stringify(actor.author), expiresAt],
      );
      if (rows[0] === undefined) throw new AppError("job_not_found", "The project has no such job.");
      const subject = { kind: "share_link", id };
      const after = { jobId, expiresAt: expiresAt.toISOString() };
      await recordAudit(client, { action: "share_link.created", actor, projectId, subject, after });
      return toRecord(rows[0]);
    }),
  );
  return { ...record, url: `${publicUrl}/shared/${token}` };
}

/** Lists the valid links of a job, newest first. */
export async function listShareLinks(
  { database }: { database: Pick<Database, "pool"> },
  { projectId, jobId }: Address,
): Promise<ShareLinkRecord[]> {
  const { rows } = await guardStore(() =>
    database.pool.query<Row>(
      select(`select * from share_links where project_id = $1 and job_id = $2 and ${isOpen}`),
      [projectId, jobId],
    ),
  );
  return rows.map(toRecord);
}

/** Lists the links for all jobs of these organisations, including those that ended in the last 30 days. */
export async function listShareLinksOf(
  { database }: { database: Pick<Database, "pool"> },
  organisationIds: readonly string[],
): Promise<ShareLinkRecord[]> {
  const { rows } = await guardStore(() =>
    database.pool.query<Row>(
      `${select(`select * from share_links
         where project_id in (select id from projects where organisation_id = any($1::text[]))
           and least(revoked_at, expires_at) > clock_timestamp() - ${endedShownFor}`)} limit 1000`,
      [organisationIds],
    ),
  );
  return rows.map(toRecord);
}

/** Throws `share_link_not_found`. */
export async function revokeShareLink(
  { database }: { database: Database },
  { projectId, jobId, id, actor }: Address & { id: string; actor: Actor },
): Promise<void> {
  await guardStore(() =>
    inTransaction(database, async (client) => {
      const { rowCount } = await client.query(
        `update share_links set revoked_at = clock_timestamp()
         where id = $1 and project_id = $2 and job_id = $3 and revoked_at is null`,
        [id, projectId, jobId],
      );
      if (rowCount === 0) throw new AppError("share_link_not_found", "The job has no such open link.");
      const subject = { kind: "share_link", id };
      await recordAudit(client, {
        action: "share_link.revoked",
        actor,
        projectId,
        subject,
        before: { jobId },
      });
    }),
  );
}

function toRecord(row: Row): ShareLinkRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    jobId: row.job_id,
    jobTitle: row.job_title,
    createdBy: toAuthorRecord(row.created_by),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    state: row.state,
  };
}
