import type { FastifyInstance } from "fastify";
import { z } from "zod";
import {
  acceptInvitation,
  acceptInvitationInput,
  readInvitation,
} from "../../../people/members/accept-invitation.ts";
import { role } from "../../../people/role-schema.ts";
import { writeSessionCookie } from "../../../people/sessions/session-cookie.ts";
import { noteAttempt } from "../../../people/sign-in/note-attempt.ts";
import { findByCookie } from "../../authenticate.ts";
import { refuseCrossSite } from "../../http/refuse-cross-site.ts";
import { type Operation, registerOperation } from "../../openapi/operation.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { factsOf } from "./auth-routes.ts";
import {
  bodyErrors,
  exampleEmail,
  exampleOrganisation,
  exampleTime,
  linkTokenPath,
  setsSession,
  time,
} from "./people-operations.ts";

export const readInvitationOperation: Operation = {
  id: "readInvitation",
  tag: "People",
  method: "get",
  path: "/v2/invitation/{token}",
  summary: "Read an invitation",
  description: "What the link of an invitation offers.",
  scope: null,
  pathParameters: linkTokenPath,
  responses: {
    200: {
      description: "The invitation.",
      content: {
        type: "application/json",
        schema: z.strictObject({
          email: z.string().nullable().meta({ description: "Null if anybody with the link may use it." }),
          role,
          organisation: z.strictObject({ id: z.string(), name: z.string() }),
          expiresAt: time,
        }),
        example: {
          ...{ email: exampleEmail, role: "editor", expiresAt: exampleTime },
          organisation: { id: exampleOrganisation, name: "Default" },
        },
      },
    },
  },
  errors: ["invitation_not_found", "invitation_expired"],
};

export const acceptInvitationOperation: Operation = {
  id: "acceptInvitation",
  tag: "People",
  method: "post",
  path: "/v2/invitation/{token}",
  summary: "Accept an invitation",
  description:
    "Makes the signed-in person a member. Anybody else gives a name, a password and, if the invitation has none, an e-mail address, and is then signed in. The link works once.",
  scope: null,
  pathParameters: linkTokenPath,
  body: {
    schema: acceptInvitationInput,
    example: { name: "Docs editor", email: exampleEmail, password: "correct horse battery" },
  },
  responses: { 204: { description: "The person is a member.", headers: setsSession } },
  errors: [
    ...bodyErrors,
    ...(["cross_site_request", "invitation_not_found", "invitation_expired", "too_many_attempts"] as const),
  ],
};

export function registerInvitationLinks(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, readInvitationOperation, async (request) => {
    const { token } = request.params as { token: string };
    return await readInvitation(deps, token);
  });
  registerOperation(app, deps, acceptInvitationOperation, async (request, reply) => {
    const { cookie } = request.headers;
    refuseCrossSite(request, deps.signIn.publicUrl, cookie !== undefined);
    const { token } = request.params as { token: string };
    const principal = await findByCookie(deps, cookie);
    const user = principal?.kind === "user" ? principal : null;
    // Counted as an attempt, because a password is hashed before the link is verified.
    if (user === null) await noteAttempt(deps, { address: request.ip });
    const accepted = await acceptInvitation(deps, { token, user, facts: factsOf(request) }, request.body);
    if (accepted.token !== null) reply.header("set-cookie", writeSessionCookie(deps.signIn, accepted.token));
    return reply.code(204).send();
  });
}
