import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "../../../errors.ts";
import { readSessionToken, sessionCookieName, writeCookie } from "../../../people/sessions/session-cookie.ts";
import type { Auth } from "../../../people/sign-in/create-auth.ts";
import { signIn, signInInput } from "../../../people/sign-in/sign-in.ts";
import { authPath, clientAddressHeader, openIdProvider } from "../../../people/sign-in/sign-in-settings.ts";
import { signOut } from "../../../people/sign-in/sign-out.ts";
import { parseInput } from "../../../schemas/parse-input.ts";
import { refuseCrossSite } from "../../http/refuse-cross-site.ts";
import { type Operation, registerOperation } from "../../openapi/operation.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { bodyErrors, exampleEmail, publicUrlOfRequest, setsSession } from "./people-operations.ts";

export const signInOperation: Operation = {
  id: "signIn",
  tag: "People",
  method: "post",
  path: `${authPath}/sign-in/email`,
  summary: "Sign in",
  description:
    "Starts a session by e-mail address and password. The error does not say which of them is wrong; repeated failures are slowed down, then refused for some minutes.",
  scope: null,
  body: { schema: signInInput, example: { email: exampleEmail, password: "correct horse battery" } },
  responses: {
    200: {
      description: "The session has started.",
      headers: setsSession,
      content: {
        type: "application/json",
        schema: z.strictObject({
          user: z.strictObject({ id: z.string(), name: z.string(), email: z.string() }),
        }),
        example: { user: { id: "usr_0123456789abcdefghijkl", name: "Docs editor", email: exampleEmail } },
      },
    },
  },
  errors: [...bodyErrors, "not_signed_in", "cross_site_request", "too_many_attempts"],
};

export const signOutOperation: Operation = {
  id: "signOut",
  tag: "People",
  method: "post",
  path: `${authPath}/sign-out`,
  summary: "Sign out",
  description: "Ends the session of the cookie, if there is one.",
  scope: null,
  responses: { 204: { description: "There is no session.", headers: setsSession } },
  errors: [...bodyErrors, "cross_site_request"],
};

const startInput = z.strictObject({
  providerId: z.literal(openIdProvider).default(openIdProvider),
  callbackURL: z
    .string()
    .regex(/^\/(?![/\\])[^\s\\]{0,1000}$/, "must be a path of this instance")
    .default("/"),
});

export const startOpenIdOperation: Operation = {
  id: "startOpenIdSignIn",
  tag: "People",
  method: "post",
  path: `${authPath}/sign-in/oauth2`,
  summary: "Sign in with OpenID Connect",
  description: "Returns the provider's page, which leads back to callbackURL after signing in there.",
  scope: null,
  body: { schema: startInput, example: { providerId: openIdProvider, callbackURL: "/" } },
  responses: {
    200: {
      description: "Where to go.",
      headers: setsSession,
      content: {
        type: "application/json",
        schema: z.strictObject({ url: z.string(), redirect: z.boolean() }),
        example: { url: "https://login.example.com/authorize?client_id=copydesk", redirect: true },
      },
    },
  },
  errors: [...bodyErrors, "cross_site_request"],
};

export const finishOpenIdOperation: Operation = {
  id: "finishOpenIdSignIn",
  tag: "People",
  method: "get",
  path: `${authPath}/callback/{provider}`,
  summary: "Come back from the OpenID Connect provider",
  description: "The provider redirects browsers here. Register this address with the provider.",
  scope: null,
  pathParameters: {
    provider: { description: "The provider.", example: openIdProvider, pattern: "^[a-z]{1,20}$" },
  },
  responses: {
    302: {
      description: "To the dashboard with a session, or to the sign-in page with the error.",
      headers: { Location: { description: "Where to go on.", example: "/" } },
    },
  },
  errors: [],
};

export function registerAuthRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const { publicUrl, openId } = deps.signIn;
  let made: Promise<Auth> | null = null;
  const make = async (address: string) => {
    const { createAuth } = await import("../../../people/sign-in/create-auth.ts");
    return createAuth(deps, deps.signIn, address);
  };
  // The address that the service listens on is known only at the first request, and the library is a fifth
  // of what a start would load.
  const auth = (request: FastifyRequest) => {
    made ??= make(publicUrlOfRequest(deps, request)).catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };

  registerOperation(app, deps, signInOperation, async (request, reply) => {
    refuseCrossSite(request, publicUrl, false);
    const body = parseInput(signInInput, request.body);
    const { cookies, user } = await signIn({ ...deps, auth: await auth(request) }, body, factsOf(request));
    return reply.header("set-cookie", cookies).send({ user });
  });

  registerOperation(app, deps, signOutOperation, async (request, reply) => {
    refuseCrossSite(request, publicUrl, request.headers.cookie !== undefined);
    const token = readSessionToken(deps.signIn, request.headers.cookie);
    if (token !== null) await signOut(deps, token, request.ip);
    const gone = writeCookie(deps.signIn, sessionCookieName(deps.signIn), "", 0);
    return reply.code(204).header("set-cookie", gone).send();
  });

  registerOperation(app, deps, startOpenIdOperation, async (request, reply) => {
    refuseCrossSite(request, publicUrl, false);
    const { callbackURL } = parseInput(startInput, request.body);
    if (openId === null) throw noProvider();
    const base = publicUrlOfRequest(deps, request);
    const response = await (await auth(request)).api.signInSocial({
      body: {
        provider: openIdProvider,
        callbackURL: base + callbackURL,
        errorCallbackURL: `${base}/sign-in?${new URLSearchParams({ next: callbackURL })}`,
        disableRedirect: true,
      },
      headers: headersFor(request),
      asResponse: true,
    });
    if (!response.ok)
      throw new AppError("unavailable", `${openId.name} cannot be reached at the moment. Try again soon.`);
    const { url } = (await response.json()) as { url: string };
    return reply.header("set-cookie", response.headers.getSetCookie()).send({ url, redirect: true });
  });

  registerOperation(app, deps, finishOpenIdOperation, async (request, reply) => {
    if (openId === null) throw noProvider();
    const base = publicUrlOfRequest(deps, request);
    const path = request.raw.url!.slice(request.raw.url!.indexOf(authPath));
    const { handler } = await auth(request);
    const response = await handler(new Request(base + path, { headers: headersFor(request) }));
    return await forward(reply, response, base);
  });
}

/** The sign-in page shows what went wrong. */
async function forward(reply: FastifyReply, response: Response, base: string): Promise<FastifyReply> {
  const location = response.headers.get("location") ?? `${base}/sign-in?error=${response.status}`;
  return reply.code(302).headers({ "set-cookie": response.headers.getSetCookie(), location }).send();
}

function headersFor(request: FastifyRequest): Headers {
  const { cookie, "user-agent": userAgent } = request.headers;
  return new Headers({
    ...(cookie !== undefined && { cookie }),
    ...(userAgent !== undefined && { "user-agent": userAgent.slice(0, 500) }),
    [clientAddressHeader]: request.ip,
  });
}

export function factsOf(request: FastifyRequest) {
  return { ip: request.ip, userAgent: request.headers["user-agent"] ?? null };
}

function noProvider(): AppError {
  return new AppError("invalid_request", "This instance has no OpenID Connect provider.");
}
