import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { claimFirstOwner, firstOwnerInput, needsOwner } from "../../../people/links/first-owner.ts";
import {
  followSignInLink,
  resetPassword,
  resetPasswordInput,
  signInLinkInput,
} from "../../../people/links/sign-in-link.ts";
import { writeSessionCookie } from "../../../people/sessions/session-cookie.ts";
import type { ClientFacts } from "../../../people/sessions/start-session.ts";
import { openIdProvider } from "../../../people/sign-in/sign-in-settings.ts";
import { refuseCrossSite } from "../../http/refuse-cross-site.ts";
import { type Operation, registerOperation } from "../../openapi/operation.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { factsOf } from "./auth-routes.ts";
import { bodyErrors, exampleEmail, linkTokenPath, setsSession } from "./people-operations.ts";

const exampleToken = linkTokenPath.token.example;

export const signInOptionsOperation: Operation = {
  id: "getSignInOptions",
  tag: "People",
  method: "get",
  path: "/v2/sign-in-options",
  summary: "How can one sign in?",
  description: "What the sign-in page offers.",
  scope: null,
  responses: {
    200: {
      description: "The ways.",
      content: {
        type: "application/json",
        schema: z.strictObject({
          needsOwner: z.boolean().meta({
            description: "Nobody owns the instance yet: its log has a link that creates the owner.",
          }),
          password: z.boolean(),
          openId: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
        }),
        example: {
          needsOwner: false,
          password: true,
          openId: { id: openIdProvider, name: "Example login" },
        },
      },
    },
  },
  errors: [],
};

const startsSession = {
  204: { description: "The session has started.", headers: setsSession },
};

const linkErrors = [
  ...bodyErrors,
  ...(["cross_site_request", "invitation_not_found", "invitation_expired"] as const),
];

export const firstOwnerOperation: Operation = {
  id: "claimFirstOwner",
  tag: "People",
  method: "post",
  path: "/v2/first-owner",
  summary: "Become the first owner",
  description:
    "Creates the owner, with the token of the link that the service prints while it has none, and signs in.",
  scope: null,
  body: {
    schema: firstOwnerInput,
    example: {
      token: exampleToken,
      name: "Docs editor",
      email: exampleEmail,
      password: "correct horse battery",
    },
  },
  responses: startsSession,
  errors: linkErrors,
};

export const signInLinkOperation: Operation = {
  id: "followSignInLink",
  tag: "People",
  method: "post",
  path: "/v2/sign-in-link",
  summary: "Sign in by a link",
  description: "Signs in the person whom the link was made for. It works once.",
  scope: null,
  body: { schema: signInLinkInput, example: { token: exampleToken } },
  responses: startsSession,
  errors: linkErrors,
};

export const resetPasswordOperation: Operation = {
  id: "resetPassword",
  tag: "People",
  method: "post",
  path: "/v2/reset-password",
  summary: "Reset a password by a link",
  description: "Sets a new password, ends all sessions of the person and signs in. The link works once.",
  scope: null,
  body: { schema: resetPasswordInput, example: { token: exampleToken, password: "correct horse battery" } },
  responses: startsSession,
  errors: linkErrors,
};

type Follow = (deps: ServerDeps, input: unknown, facts: ClientFacts) => Promise<{ token: string }>;

export function registerSignInLinks(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, signInOptionsOperation, async () => ({
    needsOwner: await needsOwner(deps),
    password: true,
    openId: deps.signIn.openId && { id: openIdProvider, name: deps.signIn.openId.name },
  }));
  const links: [Operation, Follow][] = [
    [firstOwnerOperation, claimFirstOwner],
    [signInLinkOperation, followSignInLink],
    [resetPasswordOperation, resetPassword],
  ];
  for (const [operation, follow] of links) {
    registerOperation(app, deps, operation, async (request: FastifyRequest, reply) => {
      refuseCrossSite(request, deps.signIn.publicUrl, request.headers.cookie !== undefined);
      const { token } = await follow(deps, request.body, factsOf(request));
      return reply.code(204).header("set-cookie", writeSessionCookie(deps.signIn, token)).send();
    });
  }
}
