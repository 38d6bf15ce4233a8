import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../errors.ts";
import { type ApiCall, type CallApi, toAddress } from "../../mcp/api-call.ts";
import { type CallLimit, createCallLimit } from "../../mcp/create-call-limit.ts";
import { createMcpServer } from "../../mcp/create-mcp-server.ts";
import { accessTokenPrefix } from "../../people/applications/issue-tokens.ts";
import { findSession } from "../../people/sessions/find-session.ts";
import { authenticate, bearerOf } from "../authenticate.ts";
import { refuseCrossSite } from "../http/refuse-cross-site.ts";
import type { ServerDeps } from "../server-deps.ts";
import { resourceMetadataUrl } from "./oauth.ts";

/** Each tool call is one message. */
const callsPerMinute = 600;

const access = { scope: null, callers: ["api_key", "management_key"] } as const;

/**
 * Serves the Model Context Protocol over streamable HTTP, without sessions: any process can serve any
 * request. Each tool is a request to this same API with the caller's key, so that rights, limits, idempotency
 * and the log are those of the API.
 */
export function registerMcp(app: FastifyInstance, deps: ServerDeps): void {
  const check = authenticate(deps, access);
  const limit = createCallLimit(callsPerMinute);
  app.route({
    method: ["GET", "POST", "DELETE"],
    url: "/mcp",
    onRequest: async (request) => {
      if (!isAllowedOrigin(request, deps)) refuseCrossSite(request, deps.signIn.publicUrl, true);
      await (isAccessToken(request) ? authenticateApplication(deps, request) : check(request));
      assertCalm(limit, request);
    },
    onSend: async (request, reply) => {
      if (reply.statusCode === 401) reply.header("www-authenticate", describeWay(deps, request));
    },
    handler: (request, reply) => serve(app, deps, request, reply),
  });
}

function isAccessToken({ headers }: FastifyRequest): boolean {
  return bearerOf(headers.authorization)?.startsWith(accessTokenPrefix) ?? false;
}

/** Only here an application's token stands for the person who authorised the application. */
async function authenticateApplication(deps: ServerDeps, request: FastifyRequest): Promise<void> {
  const accessToken = bearerOf(request.headers.authorization)!;
  const person = await findSession(deps.database, { accessToken });
  if (person === null)
    throw new AppError("not_signed_in", "The access token has expired or was revoked. Connect again.");
  request.principal = person;
}

/** Tells clients how to ask the person for access (RFC 9728). */
function describeWay(deps: ServerDeps, request: FastifyRequest): string {
  const error = isAccessToken(request) ? ', error="invalid_token"' : "";
  return `Bearer realm="Copydesk"${error}, resource_metadata="${resourceMetadataUrl(deps, request)}"`;
}

/** Refuses a client that repeats itself endlessly before its message is read. */
function assertCalm(limit: CallLimit, { principal }: FastifyRequest): void {
  const seconds = limit(principal?.id ?? "");
  if (seconds === null) return;
  throw new AppError("rate_limited", `A key may send ${callsPerMinute} messages a minute to /mcp.`, {
    details: { retryAfterSeconds: seconds },
  });
}

/** A page may call this route if its origin may call the API. */
function isAllowedOrigin({ headers }: FastifyRequest, { allowedOrigins = [] }: ServerDeps): boolean {
  return headers.origin === undefined || allowedOrigins.includes(headers.origin);
}

async function serve(
  app: FastifyInstance,
  deps: ServerDeps,
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
    () => createMcpServer({ callApi: createInjector(app, deps, request), projectId, version: deps.version }),
    // Tools and resources never change: there is nothing to subscribe to.
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

/** Headers of the connection, and those that the protocol's handler must not see. */
const unsent = new Set([
  "authorization",
  "cookie",
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
]);

function createInjector(app: FastifyInstance, deps: ServerDeps, request: FastifyRequest): CallApi {
  const { headers, ip, principal } = request;
  const inject = async (call: ApiCall, authorization: string | undefined) => {
    const { statusCode, payload } = await app.inject({
      method: call.method,
      url: app.basePath + toAddress(call),
      remoteAddress: ip,
      headers: {
        authorization,
        ...(call.body && { "content-type": "application/json" }),
        ...(call.idempotencyKey !== undefined && { "idempotency-key": call.idempotencyKey }),
      },
      ...(call.body && { payload: JSON.stringify(call.body) }),
    });
    return { status: statusCode, text: payload };
  };
  return (call) =>
    principal?.kind === "user"
      ? deps.innerCallers.during(principal, (key) => inject(call, `Bearer ${key}`))
      : inject(call, headers.authorization);
}
