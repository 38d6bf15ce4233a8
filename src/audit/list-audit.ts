import { z } from "zod";
import { toAuthorRecord } from "../jobs/author-schema.ts";
import { instant } from "../schemas/moments.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { plainText } from "../schemas/plain-text.ts";
import { projectIdFilter } from "../schemas/project-id-filter.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { auditActions } from "./audit-actions.ts";
import type { AuditEntry } from "./audit-entry.ts";

const number = z.string().regex(/^\d{1,18}$/, "must be the nextCursor of a page");

export const auditFilters = z
  .strictObject({
    action: z
      .string()
      .max(200)
      .regex(
        /^[a-z_.,]+$/,
        `must be actions such as ${auditActions[0]}, or the beginning of some such as project`,
      )
      .optional(),
    author: plainText({ max: 200 }).optional(),
    projectId: projectIdFilter.optional(),
    from: instant.optional(),
    to: instant.optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) <= Date.parse(to), {
    path: ["from"],
    message: "must not be after to",
  });

export const listAuditInput = auditFilters.extend({
  limit: z.coerce.number().int("must be a whole number").min(1).max(200).default(50),
  cursor: number.optional(),
});

/** Entries to include: those of these organisations, and with `instance` those of the instance. */
export interface AuditScope {
  /** Null for all organisations. */
  organisationIds: readonly string[] | null;
  instance: boolean;
}

interface AuditRow {
  id: string;
  at: Date;
  action: string;
  author: unknown;
  from_address: string | null;
  organisation_id: string | null;
  project_id: string | null;
  subject: { kind: string; id: string; name?: string };
  before: unknown;
  after: unknown;
}

const matches = `
  ($1::text[] is null or organisation_id = any($1::text[]) or ($2 and organisation_id is null))
  and ($3::text[] is null or action = any($3) or split_part(action, '.', 1) = any($3))
  and ($4::text is null or author ->> 'name' = $4 or author ->> 'id' = $4 or author ->> 'kind' = $4)
  and ($5::text is null or project_id = $5)
  and ($6::timestamptz is null or at >= $6) and ($7::timestamptz is null or at < $7)`;

const newestFirst = `select * from audit_log where ${matches} and ($8::bigint is null or id < $8) order by id desc limit $9`;
const oldestFirst = `select * from audit_log where ${matches} and id > $8 order by id limit $9`;

type Filters = z.output<typeof auditFilters>;

function valuesOf(scope: AuditScope, filters: Filters): unknown[] {
  const { action, author, projectId, from, to } = filters;
  return [
    ...[scope.organisationIds, scope.instance, action?.split(",").filter(Boolean) ?? null],
    ...[author ?? null, projectId ?? null, from ?? null, to ?? null],
  ];
}

/** Returns one page, newest first. Throws `invalid_request`. */
export async function listAudit(
  { database }: { database: Pick<Database, "pool"> },
  scope: AuditScope,
  input: unknown,
): Promise<{ data: AuditEntry[]; nextCursor: string | null }> {
  const { limit, cursor = null, ...filters } = parseInput(listAuditInput, input);
  const values = [...valuesOf(scope, filters), cursor, limit];
  const { rows } = await guardStore(() => database.pool.query<AuditRow>(newestFirst, values));
  const nextCursor = rows.length === limit ? rows.at(-1)!.id : null;
  return { data: rows.map(toAuditEntry), nextCursor };
}

/** Returns entries after the given number, oldest first: the order in which their changes became visible. */
export async function followAudit(
  { database }: { database: Pick<Database, "pool"> },
  scope: AuditScope,
  { after, limit, filters }: { after: number; limit: number; filters: Filters },
): Promise<AuditEntry[]> {
  const values = [...valuesOf(scope, filters), after, limit];
  const { rows } = await guardStore(() => database.pool.query<AuditRow>(oldestFirst, values));
  return rows.map(toAuditEntry);
}

const batch = 500;

/** Yields all matching entries, oldest first. */
export async function* eachAudit(
  deps: { database: Pick<Database, "pool"> },
  scope: AuditScope,
  filters: Filters,
): AsyncGenerator<AuditEntry> {
  for (let after = 0; ; ) {
    const entries = await followAudit(deps, scope, { after, limit: batch, filters });
    yield* entries;
    if (entries.length < batch) return;
    after = entries.at(-1)!.id;
  }
}

/** Returns the highest number visible to everybody; 0 if the log is empty. */
export async function lastAuditNumber({ database }: { database: Pick<Database, "pool"> }): Promise<number> {
  const { rows } = await guardStore(() =>
    database.pool.query<{ last: string }>("select coalesce(max(id), 0) as last from audit_log"),
  );
  return Number(rows[0]!.last);
}

function toAuditEntry(row: AuditRow): AuditEntry {
  const { kind, id, name = null } = row.subject;
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    action: row.action,
    author: toAuthorRecord(row.author) ?? { kind: "unknown" },
    from: row.from_address,
    organisationId: row.organisation_id,
    projectId: row.project_id,
    subject: { kind, id, name },
    before: row.before,
    after: row.after,
  };
}
