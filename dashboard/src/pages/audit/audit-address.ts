export interface AuditFilters {
  action?: string;
  author?: string;
  projectId?: string;
  from?: string;
  to?: string;
}

const names = ["action", "author", "projectId", "from", "to"] as const;

/** Reads the filters from the page's address; ignores everything else in it. */
export function readAuditFilters(search: Record<string, unknown>): AuditFilters {
  const given = names.filter((name) => typeof search[name] === "string" && search[name] !== "");
  return Object.fromEntries(given.map((name) => [name, search[name]]));
}

/** Turns days of the reader's time zone into instants: `from` is the beginning of the day, `to` its end. */
export function auditQuery(filters: AuditFilters, more: Record<string, string> = {}): string {
  const { from, to, ...rest } = filters;
  const query = new URLSearchParams({ ...rest, ...more } as Record<string, string>);
  if (from) query.set("from", new Date(`${from}T00:00:00`).toISOString());
  if (to) query.set("to", new Date(`${to}T23:59:59.999`).toISOString());
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
