import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { describePrincipal } from "../../../people/describe-principal.ts";
import { permissions } from "../../../people/permissions.ts";
import { changeMeInput, renamePerson } from "../../../people/rename-person.ts";
import { role } from "../../../people/role-schema.ts";
import { changePassword, changePasswordInput } from "../../../people/sessions/change-password.ts";
import { findSession, type User } from "../../../people/sessions/find-session.ts";
import { listSessions } from "../../../people/sessions/list-sessions.ts";
import { revokeSession } from "../../../people/sessions/revoke-session.ts";
import { actorOfRequest } from "../../author-of-request.ts";
import { type Operation, registerOperation } from "../../openapi/operation.ts";
import type { ServerDeps } from "../../server-deps.ts";
import {
  bodyErrors,
  exampleEmail,
  exampleOrganisation,
  exampleTime,
  publicUrlOfRequest,
  time,
} from "./people-operations.ts";

const me = z.strictObject({
  kind: z.enum(["api_key", "management_key", "user", "share_link"]),
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: role.nullable().meta({ description: "Role in the first organisation; null for keys and links." }),
  permissions: z.array(z.enum(permissions)),
  organisations: z.array(z.strictObject({ id: z.string(), name: z.string(), role: role.nullable() })),
  projectIds: z
    .array(z.string())
    .nullable()
    .meta({ description: "Null: all projects of the organisations." }),
  jobId: z.string().nullable().meta({ description: "The only job that a share link shows." }),
  expiresAt: time.nullable(),
  version: z.string(),
  publicUrl: z.string(),
});

const exampleMe = {
  ...{
    kind: "user",
    id: "usr_0123456789abcdefghijkl",
    name: "Docs editor",
    email: exampleEmail,
    role: "editor",
  },
  permissions: ["jobs:read", "jobs:write"],
  organisations: [{ id: exampleOrganisation, name: "Default", role: "editor" }],
  ...{ projectIds: null, jobId: null, expiresAt: exampleTime },
  ...{ version: "0.1.0", publicUrl: "https://copydesk.example.com" },
};

const returnsMe = {
  200: {
    description: "The caller.",
    content: { type: "application/json", schema: me, example: exampleMe },
  },
};

export const getMeOperation: Operation = {
  id: "getMe",
  tag: "People",
  method: "get",
  path: "/v2/me",
  summary: "Who am I?",
  description: "Who the caller is, and what they may do: for keys, share links and people who signed in.",
  scope: null,
  callers: ["api_key", "management_key", "user", "share_link"],
  responses: returnsMe,
  errors: [],
};

export const changeMeOperation: Operation = {
  id: "changeMe",
  tag: "People",
  method: "patch",
  path: "/v2/me",
  summary: "Change my name",
  description: "Changes the caller's display name.",
  scope: null,
  callers: ["user"],
  body: { schema: changeMeInput, example: { name: "Documentation team" } },
  responses: returnsMe,
  errors: [...bodyErrors, "insufficient_permission"],
};

export const changePasswordOperation: Operation = {
  id: "changeMyPassword",
  tag: "People",
  method: "post",
  path: "/v2/me/password",
  summary: "Change my password",
  description: "Changes the caller's password and ends all of their other sessions.",
  scope: null,
  callers: ["user"],
  body: {
    schema: changePasswordInput,
    example: { current: "correct horse battery", next: "staple of another kind" },
  },
  responses: { 204: { description: "It is changed." } },
  errors: [...bodyErrors, "insufficient_permission", "too_many_attempts"],
};

const sessionRecord = z.strictObject({
  id: z.string(),
  current: z.boolean().meta({ description: "Whether it is the session of this request." }),
  application: z
    .string()
    .nullable()
    .meta({ description: "The application that acts for the caller; null for a browser." }),
  userAgent: z.string().nullable(),
  ip: z.string().nullable(),
  createdAt: time,
  lastSeenAt: time,
  expiresAt: time,
});

export const listSessionsOperation: Operation = {
  id: "listMySessions",
  tag: "People",
  method: "get",
  path: "/v2/me/sessions",
  summary: "List my sessions",
  description: "Where the caller is signed in, and which applications act for them, newest first.",
  scope: null,
  callers: ["user"],
  responses: {
    200: {
      description: "The sessions.",
      content: {
        type: "application/json",
        schema: z.strictObject({ data: z.array(sessionRecord) }),
        example: {
          data: [
            {
              ...{ id: "ses_0123456789abcdefghijkl", current: true, ip: "192.0.2.7" },
              ...{ application: null, userAgent: "Firefox" },
              ...{ createdAt: exampleTime, lastSeenAt: exampleTime, expiresAt: exampleTime },
            },
          ],
        },
      },
    },
  },
  errors: ["insufficient_permission"],
};

export const revokeSessionOperation: Operation = {
  id: "revokeMySession",
  tag: "People",
  method: "delete",
  path: "/v2/me/sessions/{sessionId}",
  summary: "End one of my sessions",
  description: "Signs the caller out of that session within a second; its event streams end too.",
  scope: null,
  callers: ["user"],
  pathParameters: {
    sessionId: {
      description: "Id of the session.",
      example: "ses_0123456789abcdefghijkl",
      pattern: "^ses_[0-9A-Za-z]{22}$",
    },
  },
  responses: { 204: { description: "It has ended." } },
  errors: [...bodyErrors, "insufficient_permission", "session_not_found"],
};

export function registerMe(app: FastifyInstance, deps: ServerDeps): void {
  const userOf = (request: FastifyRequest) => request.principal as User;
  const describe = async (request: FastifyRequest, principal = request.principal!) => ({
    ...(await describePrincipal(deps, principal, request.apiKey)),
    version: deps.version,
    publicUrl: publicUrlOfRequest(deps, request),
  });

  registerOperation(app, deps, getMeOperation, async (request) => await describe(request));
  registerOperation(app, deps, changeMeOperation, async (request) => {
    const { id, name, sessionId } = userOf(request);
    const actor = await actorOfRequest(deps, request);
    await renamePerson(deps, { id, name, actor }, request.body);
    return await describe(request, (await findSession(deps.database, { id: sessionId })) ?? undefined);
  });
  registerOperation(app, deps, changePasswordOperation, async (request, reply) => {
    await changePassword(deps, userOf(request), request.body, request.ip);
    return reply.code(204).send();
  });
  registerOperation(app, deps, listSessionsOperation, async (request) => ({
    data: await listSessions(deps, userOf(request)),
  }));
  registerOperation(app, deps, revokeSessionOperation, async (request, reply) => {
    const { sessionId } = request.params as { sessionId: string };
    const actor = await actorOfRequest(deps, request);
    await revokeSession(deps, { userId: userOf(request).id, sessionId, actor });
    return reply.code(204).send();
  });
}
