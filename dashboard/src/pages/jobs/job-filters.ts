/** Filters of the list of jobs, kept in the page's address, so that they can be saved and shared. */
export interface JobFilters {
  status?: string[];
  reason?: string;
  model?: string;
  ref?: string;
  author?: string;
  label?: string;
  topic?: string;
  q?: string;
  project?: string;
  pullRequest?: string;
  /** Days as `2026-11-22`, in the reader's time zone, both included. */
  from?: string;
  to?: string;
}

export const statuses = ["active", "completed", "failed", "archived"] as const;
export const pullRequestStates = ["open", "merged", "closed", "none"] as const;

const words = ["reason", "model", "ref", "author", "label", "topic", "q", "project"] as const;
const charactersMax = 512;

/** Reads the filters from the address; ignores invalid ones. */
export function readFilters(search: Readonly<Record<string, unknown>>): JobFilters {
  const filters: JobFilters = {};
  const status = text(search.status)
    .split(",")
    .filter((word) => statuses.some((known) => known === word));
  if (status.length > 0) filters.status = [...new Set(status)];
  for (const name of words) {
    const value = text(search[name]);
    if (value !== "") filters[name] = value;
  }
  const pullRequest = text(search.pullRequest);
  if (pullRequestStates.some((state) => state === pullRequest)) filters.pullRequest = pullRequest;
  for (const name of ["from", "to"] as const) {
    const day = text(search[name]);
    if (isDay(day)) filters[name] = day;
  }
  return filters;
}

/** Returns the filters for the address. */
export function toSearch(filters: JobFilters): Record<string, string> {
  const { status, ...others } = filters;
  const entries = Object.entries({ ...others, status: status?.join(",") });
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ""),
  );
}

/** Returns the filters for the API. */
export function toQuery(filters: JobFilters, page: { limit: number; cursor?: string | null }): string {
  const { project, from, to, ...same } = toSearch(filters);
  const query = new URLSearchParams(same);
  if (project !== undefined) query.set("projectId", project);
  if (from !== undefined) query.set("createdFrom", startOfDay(from).toISOString());
  if (to !== undefined) {
    const next = startOfDay(to);
    next.setDate(next.getDate() + 1);
    next.setMilliseconds(next.getMilliseconds() - 1);
    query.set("createdTo", next.toISOString());
  }
  query.set("limit", String(page.limit));
  if (page.cursor) query.set("cursor", page.cursor);
  return query.toString();
}

export function countFilters(filters: JobFilters): number {
  return Object.keys(toSearch(filters)).length;
}

/** The router reads `123` and `true` in an address as a number and a boolean. */
function text(value: unknown): string {
  const isText = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isText ? String(value).trim().slice(0, charactersMax) : "";
}

function isDay(day: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
}

function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00`);
}
