export interface AuditFilters {
  action?: string;
  author?: string;
  projectId?: string;
  from?: string;
  to?: string;
}

const names = ["action", "author", "projectId", "from", "to"] as const;

/** The filters of the page's address; everything else in it is ignored. */
export function readAuditFilters(search: Record<string, unknown>): AuditFilters {
  const given = names.filter((name) => typeof search[name] === "string" && search[name] !== "");
  return Object.fromEntries(given.map((name) => [name, search[name]]));
}

/** Days of the reader's zone become instants: `from` its beginning, `to` its end. */
export function auditQuery(filters: AuditFilters, more: Record<string, string> = {}): string {
  const { from, to, ...rest } = filters;
  const query = new URLSearchParams({ ...rest, ...more } as Record<string, string>);
  if (from) query.set("from", new Date(`${from}T00:00:00`).toISOString());
  if (to) query.set("to", new Date(`${to}T23:59:59.999`).toISOString());
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
