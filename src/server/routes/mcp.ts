import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../errors.ts";
import { type CallApi, toAddress } from "../../mcp/api-call.ts";
import { type CallLimit, createCallLimit } from "../../mcp/create-call-limit.ts";
import { createMcpServer } from "../../mcp/create-mcp-server.ts";
import { authenticate } from "../authenticate.ts";
import { refuseCrossSite } from "../refuse-cross-site.ts";
import type { ServerDeps } from "../server-deps.ts";

/** Each tool call is one message. */
const callsPerMinute = 600;

const access = { scope: null, callers: ["api_key", "management_key"] } as const;

/**
 * The Model Context Protocol over streamable HTTP, without sessions: any process serves any request. Each
 * tool is a request to this very API with the caller's key, so that rights, limits, idempotency and the
 * log are those of the API.
 */
export function registerMcp(app: FastifyInstance, deps: ServerDeps): void {
  const check = authenticate(deps, access);
  const limit = createCallLimit(callsPerMinute);
  app.route({
    method: ["GET", "POST", "DELETE"],
    url: "/mcp",
    onRequest: async (request) => {
      if (!isAllowedOrigin(request, deps)) refuseCrossSite(request, deps.signIn.publicUrl, true);
      await check(request);
      assertCalm(limit, request);
    },
    handler: (request, reply) => serve(app, deps, request, reply),
  });
}

/** A client that repeats itself without end is told so before its message is read. */
function assertCalm(limit: CallLimit, { principal }: FastifyRequest): void {
  const seconds = limit(principal?.id ?? "");
  if (seconds === null) return;
  throw new AppError("rate_limited", `A key may send ${callsPerMinute} messages a minute to /mcp.`, {
    details: { retryAfterSeconds: seconds },
  });
}

/** A page may call it from where it may call the API. */
function isAllowedOrigin({ headers }: FastifyRequest, { allowedOrigins = [] }: ServerDeps): boolean {
  return headers.origin === undefined || allowedOrigins.includes(headers.origin);
}

async function serve(
  app: FastifyInstance,
  { version }: ServerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (Array.isArray(request.body))
    throw new AppError(
      "invalid_request",
      "Send one message per request; batches are not part of the protocol.",
    );
  const { principal } = request;
  const projectId = principal?.kind === "api_key" ? principal.projectId : null;
  const handler = createMcpHandler(
    () => createMcpServer({ callApi: createInjector(app, request), projectId, version }),
    // Tools and resources stay the same: there is nothing to subscribe to.
    { maxSubscriptions: 0 },
  );
  const response = await handler.fetch(toWebRequest(request), { parsedBody: request.body });
  reply.code(response.status).headers(Object.fromEntries(response.headers));
  return reply.send(response.body === null ? null : Readable.fromWeb(response.body as ReadableStream));
}

function toWebRequest({ method, headers }: FastifyRequest): Request {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" && !unsent.has(name) ? [[name, value] as [string, string]] : [],
  );
  return new Request("http://localhost/mcp", { method, headers: named });
}

/** Of the connection, or not for the protocol's handler to see. */
const unsent = new Set([
  "authorization",
  "cookie",
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
]);

function createInjector(app: FastifyInstance, { headers, ip }: FastifyRequest): CallApi {
  return async (call) => {
    const { statusCode, payload } = await app.inject({
      method: call.method,
      url: app.basePath + toAddress(call),
      remoteAddress: ip,
      headers: {
        authorization: headers.authorization,
        ...(call.body && { "content-type": "application/json" }),
        ...(call.idempotencyKey !== undefined && { "idempotency-key": call.idempotencyKey }),
      },
      ...(call.body && { payload: JSON.stringify(call.body) }),
    });
    return { status: statusCode, text: payload };
  };
}
