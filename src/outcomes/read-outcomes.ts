import { toAuthorRecord } from "../jobs/author-schema.ts";
import { listVisibleProjects } from "../jobs/list-visible-projects.ts";
import type { Principal } from "../people/permissions.ts";
import { invalidRequest, parseInput } from "../schemas/parse-input.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type Outcomes, readOutcomesInput } from "./outcomes-schema.ts";

const monthsMax = 36;
const monthsDefault = 12;
const authorsMax = 200;

type Figures = Omit<Outcomes["months"][number], "month">;

const figures = `
  count(*)::integer as jobs,
  count(pull_request_state)::integer as "withPullRequest",
  count(*) filter (where pull_request_state = 'merged')::integer as merged,
  count(*) filter (where pull_request_state = 'closed')::integer as closed,
  count(*) filter (where pull_request_state = 'open')::integer as open,
  round((percentile_cont(0.5) within group (order by extract(epoch from pull_request_ended_at - pull_request_opened_at) / 3600)
    filter (where pull_request_state = 'merged' and pull_request_ended_at >= pull_request_opened_at))::numeric, 2)::double precision
    as "medianHoursToMerge",
  coalesce(sum(turn - 1), 0)::integer as "reworkTurns",
  sum((usage ->> 'costUsd')::double precision) as "costUsd",
  sum((usage ->> 'costUsd')::double precision) / nullif(count(*) filter (where pull_request_state = 'merged'), 0) as "costPerMerged",
  coalesce(sum((checks ->> 'fixed')::integer) filter (where pull_request_state = 'merged'), 0)::integer as "findingsFixed"`;

const asked = `
  from job_facts
  where project_id = any ($1::text[]) and created_at >= $2::timestamptz and created_at < $3::timestamptz`;

const byMonth = `
  select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, ${figures} ${asked} group by month order by month`;

// People may be renamed: everybody with an id is one person, under the newest name.
const byAuthor = `
  select (array_agg(created_by order by created_at desc))[1] as author, ${figures} ${asked}
  group by created_by ->> 'kind', created_by ->> 'host', created_by ->> 'id',
    case when created_by ->> 'id' is null then created_by ->> 'name' end
  order by jobs desc, min(id) limit ${authorsMax}`;

/**
 * Reads the outcomes of the jobs of some months, in the projects that the principal may see, by month and by
 * author. A job counts in the month of its creation, with its newest pull request. Throws `invalid_request`,
 * `project_not_found`.
 */
export async function readOutcomes(
  { database }: { database: Database },
  principal: Principal,
  input: unknown,
): Promise<Outcomes> {
  const { projectId, from, to } = parseInput(readOutcomesInput, input);
  const range = rangeOf(from, to);
  const projects = await listVisibleProjects({ database }, principal, {
    permission: "usage:read",
    projectId,
  });
  const values = [projects.map(({ id }) => id), range.start, range.end];
  const [months, authors] = await guardStore(() =>
    Promise.all([
      database.pool.query<Figures & { month: string }>(byMonth, values),
      database.pool.query<Figures & { author: unknown }>(byAuthor, values),
    ]),
  );
  const found = new Map(months.rows.map((row) => [row.month, row]));
  return {
    months: range.months.map((month) => ({ ...none, ...found.get(month), month })),
    authors: authors.rows.map(({ author, ...row }) => ({ author: toAuthorRecord(author), ...row })),
  };
}

const none: Figures = {
  ...{ jobs: 0, withPullRequest: 0, merged: 0, closed: 0, open: 0, medianHoursToMerge: null, reworkTurns: 0 },
  ...{ costUsd: null, costPerMerged: null, findingsFixed: 0 },
};

function rangeOf(from: string | undefined, to: string | undefined) {
  const last = to === undefined ? monthNumber(new Date().toISOString()) : monthNumber(to);
  const first = from === undefined ? last - monthsDefault + 1 : monthNumber(from);
  if (first > last) throw invalidRequest([{ path: "from", message: "must not be after the last month" }]);
  if (last - first >= monthsMax)
    throw invalidRequest([
      { path: "from", message: `must be at most ${monthsMax} months before the last one` },
    ]);
  const months = Array.from({ length: last - first + 1 }, (_, index) => monthName(first + index));
  return { months, start: `${monthName(first)}-01T00:00:00Z`, end: `${monthName(last + 1)}-01T00:00:00Z` };
}

/** Returns the months since the year 0. */
function monthNumber(text: string): number {
  return Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
}

function monthName(number: number): string {
  const year = String(Math.floor(number / 12)).padStart(4, "0");
  return `${year}-${String((number % 12) + 1).padStart(2, "0")}`;
}
