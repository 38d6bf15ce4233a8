import { once } from "node:events";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { author } from "../../jobs/author-schema.ts";
import { followEvents } from "../../jobs/follow-events.ts";
import { getJobRow } from "../../jobs/get-job.ts";
import { type JobEventRecord, listJobEvents, listJobEventsInput } from "../../jobs/list-job-events.ts";
import { invalidRequest } from "../../parse-input.ts";
import { addVary } from "../add-vary.ts";
import { authenticate } from "../authenticate.ts";
import { jobPath, jobReadErrors } from "../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import { readQuery } from "../openapi/read-query.ts";
import { prefersType } from "../prefers-type.ts";
import { readHeaderOnce } from "../read-header-once.ts";
import type { ServerDeps } from "../server-deps.ts";

const heartbeatMs = 15_000;
const reconnectMs = 1_000;

export const jobEventSchema = z.strictObject({
  seq: z.int().min(1).meta({ description: "Number of the event in its job, from 1, without gaps." }),
  at: z.iso.datetime({ precision: 3 }),
  kind: z.string().meta({ description: "What happened; the glossary explains the kinds." }),
  data: z.record(z.string(), z.unknown()),
  author: author
    .nullable()
    .meta({ description: "Who caused the event; null for events that are older than this field." }),
});

const eventPage = z.strictObject({
  data: z.array(jobEventSchema),
  nextAfter: z
    .int()
    .nullable()
    .meta({ description: "For the next page; null when there is nothing more at the moment." }),
});

const eventStream = z.string().meta({
  description:
    "Server-sent events: id is the number of the event, event its kind, data the same object as in a page.",
});

const exampleEvent = {
  seq: 1,
  at: "2026-11-21T09:30:00.000Z",
  kind: "created",
  data: { prompt: "Fix typos" },
  author: { kind: "api_key", id: "k3Jx9QaZ", name: "ci" },
};

const exampleStream = `retry: 1000

id: 1
event: created
data: {"seq":1,"at":"2026-11-21T09:30:00.000Z","kind":"created","data":{"prompt":"Fix typos"},"author":{"kind":"api_key","id":"k3Jx9QaZ","name":"ci"}}

`;

const headers = { Vary: { description: "What the form of the answer depends on.", example: "Accept" } };

export const listJobEventsOperation: Operation = {
  id: "listJobEvents",
  tag: "Results",
  method: "get",
  path: "/v2/agent/{projectId}/job/{jobId}/events",
  summary: "List or follow a job's events",
  description:
    "Everything that happens to a job, oldest first. With Accept: text/event-stream the events are sent as they happen, with their numbers as ids, until the job has ended; a client that reconnects with Last-Event-ID gets each one exactly once, from any node. When there is nothing left to follow the answer is 204.",
  scope: "read",
  pathParameters: jobPath,
  query: {
    schema: listJobEventsInput,
    descriptions: {
      after: "Number of the last event already seen.",
      limit: "How many events a page has at most; a stream has no pages.",
    },
    example: { after: 0, limit: 100 },
  },
  requestHeaders: {
    "Last-Event-ID": {
      description: "Number of the last event already seen; only for streams, where it goes before after.",
      example: "12",
      pattern: "^[0-9]{1,9}$",
    },
  },
  responses: {
    200: {
      description: "One page; or the stream, as text/event-stream.",
      headers,
      content: {
        type: "application/json",
        schema: eventPage,
        example: {
          data: [exampleEvent],
          nextAfter: null,
        },
      },
      otherContent: { type: "text/event-stream", schema: eventStream, example: exampleStream },
    },
    204: {
      description: "The job has ended and the stream would have no event: nothing to reconnect for.",
      headers,
    },
  },
  errors: [...jobReadErrors, "too_many_streams"],
};

type Address = { projectId: string; jobId: string };

export function registerJobEvents(app: FastifyInstance, deps: ServerDeps): void {
  const checkKey = authenticate(deps, "read");
  registerOperation(app, deps, listJobEventsOperation, async (request, reply) => {
    const address = request.params as Address;
    const query = readQuery(listJobEventsInput, request.query);
    if (!prefersType(request.headers.accept, "text/event-stream", "application/json")) {
      const page = await readPage(deps, address, query);
      addVary(reply, "Accept");
      return reply.send(page);
    }
    const after = readLastEventId(request) ?? query.after;
    const { status } = await getJobRow(deps, address);
    const [first] = await listJobEvents(deps, address, { after, limit: 1 });
    addVary(reply, "Accept");
    if (status !== "active" && first === undefined) return reply.code(204).send();
    const close = deps.openStreams.open(request.apiKey!.id);
    reply.hijack();
    void stream(deps, { address, after, reply, checkKey: () => checkKey(request) }).finally(close);
  });
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

interface Stream {
  address: Address;
  after: number;
  reply: FastifyReply;
  checkKey(): Promise<void>;
}

/** Server-sent events (WHATWG HTML, 9.2). A key that is revoked meanwhile ends the stream; the client's next request says why. */
async function stream(deps: ServerDeps, { address, after, reply, checkKey }: Stream): Promise<void> {
  const { raw } = reply;
  const gone = new AbortController();
  raw.once("close", () => gone.abort());
  raw.writeHead(200, {
    ...headersOf(reply),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  // HEAD asks what a stream would be, not for the stream.
  if (reply.request.method === "HEAD") {
    raw.end();
    return;
  }
  raw.write(`retry: ${reconnectMs}\n\n`);
  let spokeAt = performance.now();
  try {
    for await (const event of followEvents(deps, { ...address, after }, gone.signal)) {
      await checkKey();
      const now = performance.now();
      if (event === null && now - spokeAt < heartbeatMs) continue;
      spokeAt = now;
      if (!raw.write(event === null ? ": still here\n\n" : toMessage(event)) && !gone.signal.aborted) {
        await once(raw, "drain", { signal: gone.signal });
      }
    }
  } catch (error) {
    if (!gone.signal.aborted) deps.log.debug({ err: error }, "an event stream was ended");
  }
  raw.end();
}

function headersOf(reply: FastifyReply): Record<string, string> {
  const entries = Object.entries(reply.getHeaders()).filter(([name]) => name !== "content-length");
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function toMessage({ seq, ...event }: JobEventRecord): string {
  return `id: ${seq}\nevent: ${event.kind}\ndata: ${JSON.stringify({ seq, ...event })}\n\n`;
}
