import type { FastifyInstance } from "fastify";
import { z } from "zod";
import {
  type AuthorizationRequest,
  authorizationRequest,
  decideAuthorization,
  describeAuthorization,
} from "../../../people/applications/authorize-application.ts";
import type { User } from "../../../people/sessions/find-session.ts";
import { parseInput } from "../../../schemas/parse-input.ts";
import { actorOfRequest } from "../../author-of-request.ts";
import { placeOfRequest } from "../../http/place-of-request.ts";
import { type Operation, registerOperation } from "../../openapi/operation.ts";
import { readQuery } from "../../openapi/read-query.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { bodyErrors } from "./people-operations.ts";

const path = "/v2/oauth/authorization";

const exampleRequest = {
  ...{ response_type: "code", client_id: "app_0123456789abcdefghijkl" },
  ...{ redirect_uri: "http://127.0.0.1:33418/callback", code_challenge_method: "S256" },
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  ...{ state: "x", resource: "https://copydesk.example.com/mcp" },
};

export const describeAuthorizationOperation: Operation = {
  id: "getAuthorization",
  tag: "People",
  method: "get",
  path,
  summary: "Which application asks?",
  description:
    "What the page shows before somebody lets an application act for them at /mcp. The parameters are those of the application's authorization request (OAuth 2.1).",
  scope: null,
  callers: ["user"],
  query: {
    schema: authorizationRequest,
    descriptions: {
      response_type: "Always code.",
      client_id: "Id of the application, as it was registered.",
      redirect_uri: "Where the browser is redirected with the code.",
      code_challenge: "SHA-256 of the application's verifier, in base64url (PKCE).",
      code_challenge_method: "Always S256.",
      state: "Returned to the application unchanged.",
      resource: "The address of /mcp, if it is named.",
    },
    example: exampleRequest,
  },
  responses: {
    200: {
      description: "The application, and where the browser would be redirected.",
      content: {
        type: "application/json",
        schema: z.strictObject({ application: z.string(), sendsTo: z.string() }),
        example: { application: "An editor", sendsTo: "127.0.0.1:33418" },
      },
    },
  },
  errors: ["insufficient_permission"],
};

const decision = z.strictObject({ request: authorizationRequest, allow: z.boolean() });

export const decideAuthorizationOperation: Operation = {
  id: "decideAuthorization",
  tag: "People",
  method: "post",
  path,
  summary: "Let an application act for me, or refuse",
  description:
    "Returns where to redirect the browser: to the application, with a code or with access_denied.",
  scope: null,
  callers: ["user"],
  body: { schema: decision, example: { request: exampleRequest, allow: true } },
  responses: {
    200: {
      description: "Where to go.",
      content: {
        type: "application/json",
        schema: z.strictObject({ redirectTo: z.string() }),
        example: { redirectTo: "http://127.0.0.1:33418/callback?code=x&state=x" },
      },
    },
  },
  errors: [...bodyErrors, "insufficient_permission", "cross_site_request"],
};

export function registerApplications(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, describeAuthorizationOperation, async (request) => {
    const asked = readQuery(authorizationRequest, request.query) as AuthorizationRequest;
    return await describeAuthorization(deps, placeOfRequest(deps, request), asked);
  });
  registerOperation(app, deps, decideAuthorizationOperation, async (request) => {
    const { request: asked, allow } = parseInput(decision, request.body);
    const actor = await actorOfRequest(deps, request);
    const { sessionId } = request.principal as User;
    const place = placeOfRequest(deps, request);
    const decided = { request: asked, allow, sessionId, actor };
    return { redirectTo: await decideAuthorization(deps, place, decided) };
  });
}
