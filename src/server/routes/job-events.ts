import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getTranscriptRow } from "../../jobs/get-job.ts";
import { listJobEvents, listJobEventsInput } from "../../jobs/list-job-events.ts";
import { invalidRequest } from "../../schemas/parse-input.ts";
import { addVary } from "../http/add-vary.ts";
import { prefersType } from "../http/prefers-type.ts";
import { readHeaderOnce } from "../http/read-header-once.ts";
import { registerOperation } from "../openapi/operation.ts";
import { readQuery } from "../openapi/read-query.ts";
import type { ServerDeps } from "../server-deps.ts";
import { listJobEventsOperation, streamJobEventsOperation, streamQuery } from "./job-event-operations.ts";

type Address = { projectId: string; jobId: string };

export function registerJobEvents(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, listJobEventsOperation, async (request, reply) => {
    const query = readQuery(listJobEventsInput, request.query);
    const wantsStream = prefersType(request.headers.accept, "text/event-stream", "application/json");
    if (wantsStream) return await answerStream(request, reply, query.after, true);
    const page = await readPage(deps, request.params as Address, query);
    addVary(reply, "Accept");
    return reply.send(page);
  });
  registerOperation(app, deps, streamJobEventsOperation, async (request, reply) =>
    answerStream(request, reply, readQuery(streamQuery, request.query).after, false),
  );

  async function answerStream(
    request: FastifyRequest,
    reply: FastifyReply,
    given: number,
    varies: boolean,
  ): Promise<unknown> {
    const address = request.params as Address;
    const after = readLastEventId(request) ?? given;
    const { status } = await getTranscriptRow(deps, address);
    const [first] = await listJobEvents(deps, address, { after, limit: 1 });
    if (varies) addVary(reply, "Accept");
    if (status !== "active" && first === undefined) return reply.code(204).send();
    const close = deps.openStreams.open(request.principal!.id);
    reply.hijack();
    deps.eventStreams.open(
      reply,
      { ...address, after, principal: request.principal!, apiKey: request.apiKey },
      close,
    );
    return reply;
  }
}

async function readPage(deps: ServerDeps, address: Address, query: { after: number; limit: number }) {
  const data = await listJobEvents(deps, address, query);
  return { data, nextAfter: data.length === query.limit ? data.at(-1)!.seq : null };
}

/** Browsers send the header when they reconnect; `after` is for the first connection. */
function readLastEventId(request: FastifyRequest): number | null {
  const text = readHeaderOnce(request, "Last-Event-ID");
  if (text === undefined || text === "") return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw invalidRequest([{ path: "Last-Event-ID", message: "must be the number of an event" }]);
}
