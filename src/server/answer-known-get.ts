import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { isKnownToBeAllowed } from "../api-keys/authenticate-api-key.ts";
import { isObserved } from "../telemetry/observe.ts";
import { corsHeaders } from "./allow-origins.ts";
import { withoutBasePath } from "./base-path.ts";
import { compressedBytesMin } from "./compress-responses.ts";
import { firstHeaders } from "./first-headers.ts";
import type { Representation } from "./job-representations.ts";
import type { RequestLog } from "./log-requests.ts";
import { matchesEtag } from "./matches-etag.ts";
import { beginRequest } from "./observe-requests.ts";
import { createRequestId } from "./request-id.ts";
import { jobRoute, recordType, representationHeaders } from "./routes/get-job.ts";
import type { ServerDeps } from "./server-deps.ts";
import { withDeadline } from "./with-deadline.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

type ReadPath = ReturnType<typeof withoutBasePath>;

interface Asked {
  /** Without what the public URL puts before it. */
  url: string;
  projectId: string;
  jobId: string;
  startedAt: number;
}

const address = /^\/v2\/agent\/(prj_[0-9A-Za-z]{1,40})\/job\/(job_[0-9A-Za-z]{22})$/;
const bearer = "Bearer ";

// Then the framework asks the store again, and tells the client when that fails too.
const deadlineMs = 1_000;

/**
 * Answers the request that clients repeat most, a GET of a job with an API key that is known already, before
 * the framework's hooks run. Whatever is not plain about it, and every refusal, is left to the framework.
 * Both send the same bytes and leave the same line and measurements.
 */
export function answerKnownGets(app: FastifyInstance, deps: ServerDeps, logRequest: RequestLog): void {
  const { server }: { server: Server } = app;
  const readPath = withoutBasePath(app.basePath);
  const framework = server.listeners("request") as Listener[];
  let isClosing = false;
  app.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  const leave: Listener = (request, response) => {
    for (const listener of framework) listener.call(server, request, response);
  };
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const asked = isClosing ? null : readRequest(deps, request, readPath);
    if (asked === null) return leave(request, response);
    withDeadline(deps.jobRepresentations.get(asked), deadlineMs).then(
      (job) => {
        if (isCompressed(request, job)) leave(request, response);
        else send({ deps, request, response, asked, logRequest }, job);
      },
      () => leave(request, response),
    );
  });
}

/** Null: not a request for here. */
function readRequest(deps: ServerDeps, request: IncomingMessage, readPath: ReadPath): Asked | null {
  const { method, httpVersion, headers } = request;
  const { host, authorization } = headers;
  if (method !== "GET" || httpVersion !== "1.1" || host === undefined || hasBody(headers)) return null;
  if (authorization === undefined || !authorization.startsWith(bearer)) return null;
  const url = readPath(request);
  const [, projectId, jobId] = address.exec(url) ?? [];
  if (projectId === undefined || jobId === undefined) return null;
  const key = authorization.slice(bearer.length);
  if (!isKnownToBeAllowed(deps, { key, projectId, scope: "read" })) return null;
  return { url, projectId, jobId, startedAt: performance.now() };
}

function hasBody(headers: IncomingMessage["headers"]): boolean {
  return (
    headers["content-length"] !== undefined ||
    headers["transfer-encoding"] !== undefined ||
    headers.expect !== undefined
  );
}

function isCompressed({ headers }: IncomingMessage, { body }: Representation): boolean {
  return headers["accept-encoding"] !== undefined && Buffer.byteLength(body) >= compressedBytesMin;
}

interface Exchange {
  deps: Pick<ServerDeps, "allowedOrigins">;
  request: IncomingMessage;
  response: ServerResponse;
  asked: Asked;
  logRequest: RequestLog;
}

function send(
  { deps, request, response, asked, logRequest }: Exchange,
  { body, etag }: Representation,
): void {
  const { method = "", headers } = request;
  const { url, jobId, startedAt } = asked;
  const requestId = createRequestId();
  const isKnown = matchesEtag(headers["if-none-match"], etag);
  const status = isKnown ? 304 : 200;
  const about = { requestId, method, route: jobRoute, headers };
  const operation = isObserved() ? beginRequest(about, startedAt) : null;
  const write = () => {
    response.on("finish", () => {
      operation?.tell({ status, jobId });
      operation?.end();
      logRequest({ requestId, job: jobId, method, url, status, ms: performance.now() - startedAt });
    });
    response.writeHead(status, {
      ...firstHeaders(requestId),
      ...corsHeaders({ url, headers }, deps.allowedOrigins ?? []),
      ...representationHeaders(etag),
      ...(!isKnown && { "content-type": recordType, "content-length": String(Buffer.byteLength(body)) }),
    });
    response.end(isKnown ? undefined : body);
  };
  if (operation === null) write();
  else operation.run(write);
}
