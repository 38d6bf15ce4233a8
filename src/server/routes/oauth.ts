import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../errors.ts";
import { createCallLimit } from "../../mcp/create-call-limit.ts";
import { resourceOf } from "../../people/applications/authorize-application.ts";
import { revokeTokens } from "../../people/applications/end-application.ts";
import { issueTokens } from "../../people/applications/issue-tokens.ts";
import { registerApplication } from "../../people/applications/register-application.ts";
import { sendError } from "../errors/send-error.ts";
import { toAppError } from "../errors/to-app-error.ts";
import { placeOfRequest } from "../http/place-of-request.ts";
import type { ServerDeps } from "../server-deps.ts";
import { factsOf } from "./people/auth-routes.ts";

const authorizationPage = "/authorize";

const paths = {
  register: "/v2/oauth/register",
  token: "/v2/oauth/token",
  revoke: "/v2/oauth/revoke",
};

const registrationsPerMinute = 60;
const formBytesMax = 16 * 1024;

/** Returns the URL at which a refused application learns how to get access (RFC 9728). */
export function resourceMetadataUrl(deps: ServerDeps, request: FastifyRequest): string {
  return `${placeOfRequest(deps, request).base}/.well-known/oauth-protected-resource/mcp`;
}

/**
 * Serves the endpoints with which applications act for people at /mcp: OAuth 2.1 with codes, PKCE and refresh
 * tokens, for public clients that register themselves. Requests and errors follow its RFCs, not the API.
 */
export async function registerOAuth(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  registerMetadata(app, deps);
  const limit = createCallLimit(registrationsPerMinute);
  app.post(paths.register, { errorHandler: refuse }, async (request, reply) => {
    const retryAfterSeconds = limit(request.ip);
    if (retryAfterSeconds !== null) {
      const message = "Too many applications were registered from this address.";
      throw new AppError("rate_limited", message, { details: { retryAfterSeconds } });
    }
    const registered = await registerApplication(deps, request.body);
    return reply.code(201).header("cache-control", "no-store").send(registered);
  });
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: formBytesMax },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.post(paths.token, { errorHandler: refuse }, async (request, reply) => {
      const place = placeOfRequest(deps, request);
      const tokens = await issueTokens(deps, place, formOf(request), factsOf(request));
      return reply.headers({ "cache-control": "no-store", pragma: "no-cache" }).send(tokens);
    });
    scope.post(paths.revoke, { errorHandler: refuse }, async (request, reply) => {
      await revokeTokens(deps, formOf(request), factsOf(request));
      return reply.code(200).send();
    });
  });
}

function registerMetadata(app: FastifyInstance, deps: ServerDeps): void {
  const resource = (request: FastifyRequest) => {
    const place = placeOfRequest(deps, request);
    return {
      resource: resourceOf(place),
      resource_name: "Copydesk",
      authorization_servers: [place.base],
      bearer_methods_supported: ["header"],
      resource_documentation: `${place.base}/docs/mcp`,
    };
  };
  const server = (request: FastifyRequest) => {
    const { base } = placeOfRequest(deps, request);
    return {
      issuer: base,
      authorization_endpoint: base + authorizationPage,
      token_endpoint: base + paths.token,
      registration_endpoint: base + paths.register,
      revocation_endpoint: base + paths.revoke,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
    };
  };
  // If the public URL has a path, that path comes last (RFC 8414, RFC 9728).
  for (const end of ["", app.basePath].filter((one, index, all) => all.indexOf(one) === index)) {
    app.get(`/.well-known/oauth-authorization-server${end}`, async (request) => server(request));
    app.get(`/.well-known/oauth-protected-resource${end}/mcp`, async (request) => resource(request));
  }
  app.get("/.well-known/oauth-protected-resource", async (request) => resource(request));
}

/** Follows RFC 6749, 5.2; errors that the application did not cause stay problem documents. */
async function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { code, message, details } = toAppError(error);
  const oauth =
    typeof details.oauth === "string" ? details.oauth : badBodies.has(code) ? "invalid_request" : null;
  if (oauth === null) return sendError(error, request, reply);
  return reply
    .code(400)
    .header("cache-control", "no-store")
    .send({ error: oauth, error_description: message });
}

const badBodies = new Set(["invalid_json", "invalid_request"]);

function formOf(request: FastifyRequest): Record<string, string> {
  const body = request.body as Record<string, unknown> | undefined;
  return Object.fromEntries(
    Object.entries(body ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
