import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { addVary } from "./add-vary.ts";
import { requestPath } from "./request-path.ts";

// Paths that API clients call. The pages for people, some of which need no key, stay closed.
const paths =
  /^\/(?:v2\/(?:agent\/.*|oauth\/(?:register|token|revoke))|mcp|\.well-known\/oauth-.*|healthz|readyz|openapi\.json)$/;

const readableHeaders = [
  ...["ETag", "Idempotent-Replayed", "Location", "RateLimit", "RateLimit-Policy", "Retry-After"],
  ...["WWW-Authenticate", "X-Request-Id"],
].join(", ");

const sendableHeaders = [
  ...["Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "Last-Event-ID"],
  ...["Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version"],
].join(", ");

// How long a browser may cache the answer to a preflight request.
const rememberSeconds = 600;

/**
 * Lets pages of these origins call the API and /mcp with a key or a token (Fetch standard, "CORS protocol").
 * Cookies are never accepted across origins: without a key nothing of a project can be read.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook("onRequest", async (request, reply) => {
    if (!paths.test(requestPath(request.raw.url))) return;
    addVary(reply, "Origin");
    const headers = originHeaders(request.headers.origin, origins);
    if (headers === null) return;
    reply.headers(headers);
    const asked = request.headers["access-control-request-method"];
    if (request.method !== "OPTIONS" || asked === undefined) return;
    reply.headers({
      "access-control-allow-methods": "GET, HEAD, POST, DELETE",
      "access-control-allow-headers": sendableHeaders,
      "access-control-max-age": String(rememberSeconds),
    });
    return reply.code(204).send();
  });
}

/** Returns the headers that let a page of this origin read a response, even one that no route sends. */
export function corsHeaders(
  { url, headers: { origin } }: Pick<IncomingMessage, "url" | "headers">,
  origins: readonly string[],
): Record<string, string> {
  if (origins.length === 0 || !paths.test(requestPath(url))) return {};
  return { vary: "Origin", ...originHeaders(origin, origins) };
}

function originHeaders(
  origin: string | undefined,
  origins: readonly string[],
): Record<string, string> | null {
  if (origin === undefined || !origins.includes(origin)) return null;
  return { "access-control-allow-origin": origin, "access-control-expose-headers": readableHeaders };
}
