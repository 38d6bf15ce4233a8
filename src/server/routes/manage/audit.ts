import type { FastifyInstance, FastifyReply } from "fastify";
import { type AuditScope, eachAudit, lastAuditNumber, listAudit } from "../../../audit/list-audit.ts";
import { firstOrganisation } from "../../../people/first-organisation.ts";
import { organisationsWith, type Principal } from "../../../people/permissions.ts";
import { invalidRequest } from "../../../schemas/parse-input.ts";
import { addVary } from "../../http/add-vary.ts";
import { prefersType } from "../../http/prefers-type.ts";
import { readHeaderOnce } from "../../http/read-header-once.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { createAuditStreams } from "./audit-streams.ts";
import { listAuditOperation } from "./oversight-operations.ts";
import { type Managed, registerManaged } from "./register-managed.ts";
import { sendLines } from "./send-lines.ts";

export function registerAudit(app: FastifyInstance, deps: ServerDeps): void {
  const streams = createAuditStreams(deps);
  const stop = new AbortController();
  app.addHook("preClose", async () => {
    streams.close();
    stop.abort();
  });

  registerManaged(app, deps, listAuditOperation, async (managed) => {
    const { request, reply, principal } = managed;
    const scope = await scopeOf(deps, principal);
    addVary(reply, "Accept");
    const { accept } = request.headers;
    if (prefersType(accept, "text/event-stream", "application/json")) return await stream(managed, scope);
    if (prefersType(accept, "application/x-ndjson", "application/json")) return download(managed, scope);
    return await listAudit(deps, scope, managed.query);
  });

  async function stream(managed: Managed, scope: AuditScope): Promise<FastifyReply> {
    const { limit: _, cursor: __, ...filters } = managed.query;
    const given = readLastEventId(managed);
    const after = given ?? (await lastAuditNumber(deps));
    const close = deps.openStreams.open(managed.principal.id);
    managed.reply.hijack();
    streams.open(managed.reply, { scope, filters, after }, close);
    return managed.reply;
  }

  function download({ query, reply }: Managed, scope: AuditScope): FastifyReply {
    const { limit: _, cursor: __, ...filters } = query;
    const lines = eachLine(deps, scope, filters);
    void sendLines(reply, { lines, fileName: "audit.ndjson", signal: stop.signal });
    return reply;
  }
}

async function* eachLine(deps: ServerDeps, scope: AuditScope, filters: object): AsyncGenerator<string> {
  for await (const entry of eachAudit(deps, scope, filters)) yield JSON.stringify(entry);
}

/** Entries about the whole instance are shown to the organisation that the instance began with. */
async function scopeOf(deps: ServerDeps, principal: Principal): Promise<AuditScope> {
  const organisationIds = organisationsWith(principal, "audit:read");
  return { organisationIds, instance: organisationIds.includes(await firstOrganisation(deps)) };
}

function readLastEventId({ request }: { request: Managed["request"] }): number | null {
  const text = readHeaderOnce(request, "Last-Event-ID");
  if (text === undefined || text === "") return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalidRequest([{ path: "Last-Event-ID", message: "must be the number of an entry" }]);
}
