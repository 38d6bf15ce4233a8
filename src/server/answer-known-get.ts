import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { parseApiKey } from "../api-keys/api-key-text.ts";
import { isKnownToBeAllowed } from "../api-keys/authenticate-api-key.ts";
import type { KeyParts } from "../api-keys/key-text.ts";
import { isObserved } from "../telemetry/observe.ts";
import { corsHeaders } from "./http/allow-origins.ts";
import { withoutBasePath } from "./http/base-path.ts";
import { compressedBytesMin } from "./http/compress-responses.ts";
import { firstHeaders } from "./http/first-headers.ts";
import { matchesEtag } from "./http/matches-etag.ts";
import { createRequestId } from "./http/request-id.ts";
import { withDeadline } from "./http/with-deadline.ts";
import type { Representation } from "./job-representations.ts";
import type { RequestLog } from "./observing/log-requests.ts";
import { beginRequest } from "./observing/observe-requests.ts";
import { jobRoute, recordType, representationHeaders } from "./routes/get-job.ts";
import type { ServerDeps } from "./server-deps.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

type ReadPath = ReturnType<typeof withoutBasePath>;

interface Asked {
  /** Without the path prefix of the public URL. */
  url: string;
  projectId: string;
  jobId: string;
  parts: KeyParts;
}

/**
 * What each connection asked for last, with the headers that carried it: most connections repeat the request.
 */
type LastAsked = WeakMap<Socket, { rawUrl: string | undefined; authorization: string; asked: Asked }>;

const address = /^\/v2\/agent\/(prj_[0-9A-Za-z]{1,40})\/job\/(job_[0-9A-Za-z]{22})$/;
const bearer = "Bearer ";

// After this the framework asks the store again, and tells the client if that fails too.
const deadlineMs = 1_000;

/**
 * Answers the request that clients repeat most, a GET of a job with an API key that is already known, before
 * the framework's hooks run. Every refusal and anything unusual about the request is left to the framework.
 * Both paths send the same bytes and leave the same log line and measurements.
 */
export function answerKnownGets(app: FastifyInstance, deps: ServerDeps, logRequest: RequestLog): void {
  const { server }: { server: Server } = app;
  const readPath = withoutBasePath(app.basePath);
  const lastAsked: LastAsked = new WeakMap();
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
    const startedAt = performance.now();
    const asked = isClosing ? null : readRequest(request, readPath, lastAsked);
    if (asked === null || !isKnownToBeAllowed(deps, { ...asked, scope: "read" }))
      return leave(request, response);
    withDeadline(deps.jobRepresentations.get(asked), deadlineMs).then(
      (job) => {
        if (isCompressed(request, job)) leave(request, response);
        else send({ deps, request, response, asked, startedAt, logRequest }, job);
      },
      () => leave(request, response),
    );
  });
}

/** Returns null if the request must take the normal path. */
function readRequest(request: IncomingMessage, readPath: ReadPath, lastAsked: LastAsked): Asked | null {
  const { method, httpVersion, headers, socket, url: rawUrl } = request;
  const { host, authorization } = headers;
  if (method !== "GET" || httpVersion !== "1.1" || host === undefined || hasBody(headers)) return null;
  if (authorization === undefined || !authorization.startsWith(bearer)) return null;
  const last = lastAsked.get(socket);
  if (last?.rawUrl === rawUrl && last?.authorization === authorization) return last.asked;
  const url = readPath(request);
  const [, projectId, jobId] = address.exec(url) ?? [];
  if (projectId === undefined || jobId === undefined) return null;
  const parts = parseApiKey(authorization.slice(bearer.length));
  if (parts === null) return null;
  const asked = { url, projectId, jobId, parts };
  lastAsked.set(socket, { rawUrl, authorization, asked });
  return asked;
}

function hasBody(headers: IncomingMessage["headers"]): boolean {
  return (
    headers["content-length"] !== undefined ||
    headers["transfer-encoding"] !== undefined ||
    headers.expect !== undefined
  );
}

function isCompressed({ headers }: IncomingMessage, { bytes }: Representation): boolean {
  return headers["accept-encoding"] !== undefined && bytes >= compressedBytesMin;
}

interface Exchange {
  deps: Pick<ServerDeps, "allowedOrigins">;
  request: IncomingMessage;
  response: ServerResponse;
  asked: Asked;
  startedAt: number;
  logRequest: RequestLog;
}

function send(
  { deps, request, response, asked, startedAt, logRequest }: Exchange,
  { body, bytes, etag }: Representation,
): void {
  const { method = "", headers } = request;
  const { url, jobId } = asked;
  const requestId = createRequestId();
  const isKnown = matchesEtag(headers["if-none-match"], etag);
  const status = isKnown ? 304 : 200;
  const about = { requestId, method, route: jobRoute, headers };
  const operation = isObserved() ? beginRequest(about, startedAt) : null;
  const write = () => {
    response.on("finish", () => {
      operation?.tell({ status, jobId });
      operation?.end();
      const ms = performance.now() - startedAt;
      logRequest({ requestId, job: jobId, method, url, path: url, status, ms });
    });
    response.writeHead(status, {
      ...firstHeaders(requestId),
      ...corsHeaders({ url, headers }, deps.allowedOrigins ?? []),
      ...representationHeaders(etag),
      ...(!isKnown && { "content-type": recordType, "content-length": String(bytes) }),
    });
    response.end(isKnown ? undefined : body);
  };
  if (operation === null) write();
  else operation.run(write);
}
