import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { author } from "../../../jobs/author-schema.ts";
import {
  inviteMember,
  inviteMemberInput,
  listInvitations,
  revokeInvitation,
} from "../../../people/members/invite-member.ts";
import { role } from "../../../people/role-schema.ts";
import { parseInput } from "../../../schemas/parse-input.ts";
import { actorOfRequest } from "../../author-of-request.ts";
import { type Operation, registerOperation } from "../../openapi/operation.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { pickOrganisation } from "./members.ts";
import {
  bodyErrors,
  exampleEmail,
  exampleOrganisation,
  exampleTime,
  linkTokenPath,
  organisationsOf,
  publicUrlOfRequest,
  time,
} from "./people-operations.ts";

const invitationRecord = z.strictObject({
  id: z.string(),
  organisationId: z.string(),
  email: z.string().nullable().meta({ description: "Null if anybody with the link may use it." }),
  role,
  createdBy: author.nullable(),
  createdAt: time,
  expiresAt: time,
});

const exampleInvitation = {
  ...{ id: "inv_0123456789abcdefghijkl", organisationId: exampleOrganisation, email: exampleEmail },
  ...{ role: "editor", createdBy: { kind: "user", id: "usr_0123456789abcdefghijkl", name: "Docs editor" } },
  ...{ createdAt: exampleTime, expiresAt: exampleTime },
};

export const listInvitationsOperation: Operation = {
  id: "listInvitations",
  tag: "People",
  method: "get",
  path: "/v2/manage/invitations",
  summary: "List invitations",
  description: "Those that can still be accepted, newest first. Their links are not shown again.",
  scope: null,
  permission: "members:read",
  responses: {
    200: {
      description: "The invitations.",
      content: {
        type: "application/json",
        schema: z.strictObject({ data: z.array(invitationRecord) }),
        example: { data: [exampleInvitation] },
      },
    },
  },
  errors: [],
};

export const createInvitationOperation: Operation = {
  id: "createInvitation",
  tag: "People",
  method: "post",
  path: "/v2/manage/invitations",
  summary: "Invite somebody",
  description: "Creates a link that works once and is shown only now. Pass it on yourself: nothing is sent.",
  scope: null,
  permission: "members:write",
  body: { schema: inviteMemberInput, example: { email: exampleEmail, role: "editor", expiresInDays: 7 } },
  responses: {
    201: {
      description: "The invitation, with its link.",
      content: {
        type: "application/json",
        schema: invitationRecord.extend({ url: z.string() }),
        example: {
          ...exampleInvitation,
          url: `https://copydesk.example.com/invitation/${linkTokenPath.token.example}`,
        },
      },
    },
  },
  errors: [...bodyErrors, "organisation_not_found"],
};

export const revokeInvitationOperation: Operation = {
  id: "revokeInvitation",
  tag: "People",
  method: "delete",
  path: "/v2/manage/invitations/{invitationId}",
  summary: "Revoke an invitation",
  description: "Its link works no more.",
  scope: null,
  permission: "members:write",
  pathParameters: {
    invitationId: {
      description: "Id of the invitation.",
      example: "inv_0123456789abcdefghijkl",
      pattern: "^inv_[0-9A-Za-z]{22}$",
    },
  },
  responses: { 204: { description: "It is revoked." } },
  errors: [...bodyErrors, "invitation_not_found"],
};

export function registerInvitations(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, listInvitationsOperation, async (request) => ({
    data: await listInvitations(deps, organisationsOf(request, "members:read")),
  }));
  registerOperation(app, deps, createInvitationOperation, async (request, reply) => {
    const input = parseInput(inviteMemberInput, request.body);
    const mine = organisationsOf(request, "members:write");
    const invited = await inviteMember(
      deps,
      {
        organisationId: pickOrganisation(mine, input.organisationId),
        publicUrl: publicUrlOfRequest(deps, request),
        actor: await actorOfRequest(deps, request),
      },
      input,
    );
    return reply.code(201).send(invited);
  });
  registerOperation(app, deps, revokeInvitationOperation, async (request, reply) => {
    const { invitationId: id } = request.params as { invitationId: string };
    const organisationIds = organisationsOf(request, "members:write");
    await revokeInvitation(deps, {
      ...{ organisationIds, id: id.replaceAll("\0", "") },
      actor: await actorOfRequest(deps, request),
    });
    return reply.code(204).send();
  });
}
