import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { isKnownToBeAllowed } from "../api-keys/authenticate-api-key.ts";
import { gatherCalls } from "../store/batch-calls.ts";
import { isObserved } from "../telemetry/observe.ts";
import { compressedBytesMin } from "./http/compress-responses.ts";
import { firstHeaders } from "./http/first-headers.ts";
import { matchesEtag } from "./http/matches-etag.ts";
import { createRequestId } from "./http/request-id.ts";
import { withDeadline } from "./http/with-deadline.ts";
import type { JobRepresentations, Representation } from "./job-representations.ts";
import type { RequestLog } from "./observing/log-requests.ts";
import { beginRequest } from "./observing/observe-requests.ts";
import { type AskedJob, createKnownGetReader } from "./read-known-get.ts";
import { jobRoute, recordType, representationHeaders } from "./routes/get-job.ts";
import type { ServerDeps } from "./server-deps.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  asked: AskedJob;
  startedAt: number;
}

interface Answer {
  send(exchange: Exchange, job: Representation): void;
  /** Lets the framework answer. */
  leave: Listener;
}

// After this the framework asks the store again, and tells the client if that fails too.
const deadlineMs = 1_000;

const batches = { maxBatch: 500, maxInFlight: 2 };

/**
 * Answers the request that clients repeat most, a GET of a job with an API key that is already known, before
 * the framework's hooks run. Every refusal and anything unusual about the request is left to the framework.
 * Both paths send the same bytes and leave the same log line and measurements.
 */
export function answerKnownGets(app: FastifyInstance, deps: ServerDeps, logRequest: RequestLog): void {
  const { server }: { server: Server } = app;
  const readRequest = createKnownGetReader(app.basePath, deps.allowedOrigins ?? []);
  const framework = server.listeners("request") as Listener[];
  let isClosing = false;
  app.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  const leave: Listener = (request, response) => {
    for (const listener of framework) listener.call(server, request, response);
  };
  const send = createSender(logRequest, leave);
  const answer = gatherCalls(
    (exchanges: Exchange[]) => answerAll(deps.jobRepresentations, exchanges, { send, leave }),
    batches,
  );
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now();
    const asked = isClosing ? null : readRequest(request);
    if (asked === null || !isKnownToBeAllowed(deps, asked, "read")) leave(request, response);
    else answer({ request, response, asked, startedAt });
  });
}

/** One query and one timer for all, whatever their number. */
async function answerAll(
  jobs: JobRepresentations,
  exchanges: readonly Exchange[],
  { send, leave }: Answer,
): Promise<void> {
  const listing = jobs.listCurrent([...new Set(exchanges.map(({ asked }) => asked.jobId))]);
  const current = await withDeadline(listing, deadlineMs).catch(() => null);
  for (const exchange of exchanges) {
    const { request, response, asked } = exchange;
    const job = current?.get(asked.jobId);
    if (current === null) leave(request, response);
    else if (job?.projectId === asked.projectId) send(exchange, job);
    else
      withDeadline(jobs.get(asked), deadlineMs).then(
        (loaded) => send(exchange, loaded),
        () => leave(request, response),
      );
  }
  await listing.catch(() => undefined);
}

function createSender(logRequest: RequestLog, leave: Listener): Answer["send"] {
  const headOf = createHeads();
  return ({ request, response, asked, startedAt }, job) => {
    if (asked.takesCompressed && job.bytes >= compressedBytesMin) return leave(request, response);
    const { method = "" } = request;
    const { url, jobId } = asked;
    const { status, lines } = headOf(asked, job);
    const requestId = createRequestId();
    const operation = isObserved()
      ? beginRequest({ requestId, method, route: jobRoute, headers: request.headers }, startedAt)
      : null;
    const write = () => {
      response.on("finish", () => {
        operation?.tell({ status, jobId });
        operation?.end();
        const ms = performance.now() - startedAt;
        logRequest({ requestId, job: jobId, method, url, path: url, status, ms });
      });
      lines[1] = requestId;
      response.writeHead(status, lines);
      if (status === 304) response.end();
      // Text of ASCII alone is the same bytes either way, and latin1 takes half of the time.
      else response.end(job.body, job.bytes === job.body.length ? "latin1" : "utf8");
    };
    if (operation === null) write();
    else operation.run(write);
  };
}

interface Head {
  job: Representation;
  status: number;
  /** Names and values in turns; the first value is the request's id. */
  lines: string[];
}

/** Caches the head of the last response to each request that is repeated. */
function createHeads(): (asked: AskedJob, job: Representation) => Head {
  const heads = new WeakMap<AskedJob, Head>();
  return (asked, job) => {
    const last = heads.get(asked);
    if (last?.job === job) return last;
    const isKnown = matchesEtag(asked.ifNoneMatch, job.etag);
    const headers = {
      ...firstHeaders(""),
      ...asked.cors,
      ...representationHeaders(job.etag),
      ...(!isKnown && { "content-type": recordType, "content-length": String(job.bytes) }),
    };
    const head = { job, status: isKnown ? 304 : 200, lines: Object.entries(headers).flat() };
    heads.set(asked, head);
    return head;
  };
}
