import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "../../../errors.ts";
import { changeRole, changeRoleInput, removeMember } from "../../../people/members/change-member.ts";
import { listMembers } from "../../../people/members/list-members.ts";
import {
  createOrganisation,
  createOrganisationInput,
  listOrganisations,
} from "../../../people/members/organisations.ts";
import { role } from "../../../people/role-schema.ts";
import { actorOfRequest } from "../../author-of-request.ts";
import { type Operation, registerOperation } from "../../openapi/operation.ts";
import { readQuery } from "../../openapi/read-query.ts";
import type { ServerDeps } from "../../server-deps.ts";
import {
  bodyErrors,
  exampleEmail,
  exampleOrganisation,
  exampleTime,
  organisationsOf,
  time,
} from "./people-operations.ts";

const ofOrganisation = z.strictObject({
  organisationId: z
    .string()
    .regex(/^org_[0-9A-Za-z]{22}$/, "must be the id of an organisation")
    .optional()
    .meta({ description: "Only this organisation; the caller's first one if one is needed." }),
});

const organisationQuery = { schema: ofOrganisation, example: { organisationId: exampleOrganisation } };

const memberRecord = z.strictObject({
  userId: z.string(),
  organisationId: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  createdAt: time,
  lastSeenAt: time.nullable().meta({ description: "Null if not since the oldest session that is kept." }),
});

export const listMembersOperation: Operation = {
  id: "listMembers",
  tag: "People",
  method: "get",
  path: "/v2/manage/members",
  summary: "List members",
  description: "Everybody in the caller's organisations, owners first.",
  scope: null,
  permission: "members:read",
  query: organisationQuery,
  responses: {
    200: {
      description: "The members.",
      content: {
        type: "application/json",
        schema: z.strictObject({ data: z.array(memberRecord) }),
        example: {
          data: [
            {
              ...{
                userId: "usr_0123456789abcdefghijkl",
                organisationId: exampleOrganisation,
                name: "Docs editor",
              },
              ...{ email: exampleEmail, role: "owner", createdAt: exampleTime, lastSeenAt: null },
            },
          ],
        },
      },
    },
  },
  errors: ["organisation_not_found"],
};

const memberPath = {
  userId: {
    description: "Id of the person.",
    example: "usr_0123456789abcdefghijkl",
    pattern: "^usr_[0-9A-Za-z]{22}$",
  },
};

const memberErrors = [
  ...bodyErrors,
  ...(["member_not_found", "organisation_not_found", "last_owner"] as const),
];

export const changeMemberOperation: Operation = {
  id: "changeMember",
  tag: "People",
  method: "patch",
  path: "/v2/manage/members/{userId}",
  summary: "Change a member's role",
  description:
    "Takes effect with the member's next request. The last owner of an organisation stays an owner.",
  scope: null,
  permission: "members:write",
  pathParameters: memberPath,
  query: organisationQuery,
  body: { schema: changeRoleInput, example: { role: "editor" } },
  responses: { 204: { description: "The member has the role." } },
  errors: memberErrors,
};

export const removeMemberOperation: Operation = {
  id: "removeMember",
  tag: "People",
  method: "delete",
  path: "/v2/manage/members/{userId}",
  summary: "Remove a member",
  description:
    "Removes somebody from the organisation. A person who belongs to no other is signed out everywhere.",
  scope: null,
  permission: "members:write",
  pathParameters: memberPath,
  query: organisationQuery,
  responses: { 204: { description: "The person is no member." } },
  errors: memberErrors,
};

const organisationRecord = z.strictObject({ id: z.string(), name: z.string(), createdAt: time });
const exampleRecord = { id: exampleOrganisation, name: "Default", createdAt: exampleTime };

export const listOrganisationsOperation: Operation = {
  id: "listOrganisations",
  tag: "People",
  method: "get",
  path: "/v2/manage/organisations",
  summary: "List organisations",
  description: "The caller's organisations, oldest first.",
  scope: null,
  permission: "members:read",
  responses: {
    200: {
      description: "The organisations.",
      content: {
        type: "application/json",
        schema: z.strictObject({ data: z.array(organisationRecord) }),
        example: { data: [exampleRecord] },
      },
    },
  },
  errors: [],
};

export const createOrganisationOperation: Operation = {
  id: "createOrganisation",
  tag: "People",
  method: "post",
  path: "/v2/manage/organisations",
  summary: "Create an organisation",
  description:
    "The creator becomes its owner. Management keys belong to one organisation and cannot create others.",
  scope: null,
  permission: "settings:write",
  body: { schema: createOrganisationInput, example: { name: "Handbook team" } },
  responses: {
    201: {
      description: "The organisation.",
      content: { type: "application/json", schema: organisationRecord, example: exampleRecord },
    },
  },
  errors: bodyErrors,
};

export function registerMembers(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, listMembersOperation, async (request) => {
    const { organisationId } = readQuery(ofOrganisation, request.query);
    const mine = organisationsOf(request, "members:read");
    const asked = organisationId === undefined ? mine : [pickOrganisation(mine, organisationId)];
    return { data: await listMembers(deps, asked) };
  });
  registerOperation(app, deps, changeMemberOperation, async (request, reply) => {
    await changeRole(deps, await readChange(request), request.body);
    return reply.code(204).send();
  });
  registerOperation(app, deps, removeMemberOperation, async (request, reply) => {
    await removeMember(deps, await readChange(request));
    return reply.code(204).send();
  });
  registerOperation(app, deps, listOrganisationsOperation, async (request) => ({
    data: await listOrganisations(deps, organisationsOf(request, "members:read")),
  }));
  registerOperation(app, deps, createOrganisationOperation, async (request, reply) => {
    const { principal } = request;
    if (principal?.kind !== "user")
      throw new AppError("insufficient_permission", "Only signed-in people can create organisations.");
    const actor = await actorOfRequest(deps, request);
    return reply
      .code(201)
      .send(await createOrganisation(deps, { userId: principal.id, actor }, request.body));
  });

  async function readChange(request: FastifyRequest) {
    const { userId } = request.params as { userId: string };
    const { organisationId } = readQuery(ofOrganisation, request.query);
    return {
      userId: userId.replaceAll("\0", ""),
      organisationId: pickOrganisation(organisationsOf(request, "members:write"), organisationId),
      actor: await actorOfRequest(deps, request),
    };
  }
}

/**
 * Returns the requested organisation, or the first one if none is requested. Throws `organisation_not_found`.
 */
export function pickOrganisation(mine: readonly string[], asked: string | undefined): string {
  const found = asked === undefined ? mine[0] : mine.find((id) => id === asked);
  if (found !== undefined) return found;
  throw new AppError("organisation_not_found", "There is no such organisation, or you do not manage it.");
}
