import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { AppError } from "../../../errors.ts";
import { author } from "../../../jobs/author-schema.ts";
import { assertJobId } from "../../../jobs/get-job.ts";
import { linkToken } from "../../../people/person-input.ts";
import { shareCookieName, writeCookie } from "../../../people/sessions/session-cookie.ts";
import { findShareLink } from "../../../people/share-links/find-share-link.ts";
import {
  createShareLink,
  createShareLinkInput,
  listShareLinks,
  listShareLinksOf,
  revokeShareLink,
  shareLinkStates,
} from "../../../people/share-links/share-links.ts";
import { parseInput } from "../../../schemas/parse-input.ts";
import { actorOfRequest } from "../../author-of-request.ts";
import { refuseCrossSite } from "../../http/refuse-cross-site.ts";
import { jobPath } from "../../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../../openapi/operation.ts";
import type { ServerDeps } from "../../server-deps.ts";
import {
  bodyErrors,
  exampleTime,
  linkTokenPath,
  organisationsOf,
  publicUrlOfRequest,
  time,
} from "./people-operations.ts";

const path = "/v2/agent/{projectId}/job/{jobId}/share-links";

const shareLinkRecord = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  jobId: z.string(),
  jobTitle: z.string().meta({ description: "Until the job has a title, the first line of its prompt." }),
  createdBy: author.nullable(),
  createdAt: time,
  expiresAt: time,
  revokedAt: time.nullable(),
  lastUsedAt: time.nullable(),
  state: z.enum(shareLinkStates),
});

const exampleLink = {
  ...{ id: "shr_0123456789abcdefghijkl", projectId: jobPath.projectId.example, jobId: jobPath.jobId.example },
  createdBy: { kind: "user", id: "usr_0123456789abcdefghijkl", name: "Docs editor" },
  ...{ jobTitle: "Say API key", createdAt: exampleTime, expiresAt: exampleTime, revokedAt: null },
  ...{ lastUsedAt: null, state: "open" },
};

const returnsLinks = {
  200: {
    description: "The links.",
    content: {
      type: "application/json",
      schema: z.strictObject({ data: z.array(shareLinkRecord) }),
      example: { data: [exampleLink] },
    },
  },
};

export const listShareLinksOperation: Operation = {
  id: "listShareLinks",
  tag: "People",
  method: "get",
  path,
  summary: "List the share links of a job",
  description: "Those that still work, newest first. The links themselves are not shown again.",
  scope: "read",
  permission: "jobs:read",
  pathParameters: jobPath,
  responses: returnsLinks,
  errors: ["job_not_found"],
};

export const createShareLinkOperation: Operation = {
  id: "createShareLink",
  tag: "People",
  method: "post",
  path,
  summary: "Share a job by a link",
  description:
    "Anybody with the link may read this job: its record, events, diff, checks and review, and nothing else. The link is shown only now.",
  scope: "write",
  permission: "jobs:write",
  pathParameters: jobPath,
  body: { schema: createShareLinkInput, example: { expiresInDays: 7 } },
  responses: {
    201: {
      description: "The link.",
      content: {
        type: "application/json",
        schema: shareLinkRecord.extend({ url: z.string() }),
        example: {
          ...exampleLink,
          url: `https://copydesk.example.com/shared/${linkTokenPath.token.example}`,
        },
      },
    },
  },
  errors: [...bodyErrors, "job_not_found"],
};

export const revokeShareLinkOperation: Operation = {
  id: "revokeShareLink",
  tag: "People",
  method: "delete",
  path: `${path}/{linkId}`,
  summary: "Revoke a share link",
  description: "The link stops working, and streams opened with it end.",
  scope: "write",
  permission: "jobs:write",
  pathParameters: {
    ...jobPath,
    linkId: {
      description: "Id of the link.",
      example: "shr_0123456789abcdefghijkl",
      pattern: "^shr_[0-9A-Za-z]{22}$",
    },
  },
  responses: { 204: { description: "It is revoked." } },
  errors: [...bodyErrors, "job_not_found", "share_link_not_found"],
};

export const listAllShareLinksOperation: Operation = {
  id: "listAllShareLinks",
  tag: "People",
  method: "get",
  path: "/v2/manage/share-links",
  summary: "List all share links",
  description:
    "Those of all jobs of the caller's organisations that still work or ended in the last 30 days, newest first, at most 1,000.",
  scope: null,
  permission: "projects:read",
  responses: returnsLinks,
  errors: [],
};

const openInput = z.strictObject({ token: linkToken });

export const openShareLinkOperation: Operation = {
  id: "openShareLink",
  tag: "People",
  method: "post",
  path: "/v2/shared",
  summary: "Open a share link",
  description: "Sets a cookie with which the job can be read for as long as the link works.",
  scope: null,
  body: { schema: openInput, example: { token: linkTokenPath.token.example } },
  responses: {
    200: {
      description: "The job that it shows.",
      headers: {
        "Set-Cookie": {
          description: "The link's cookie: HttpOnly, SameSite=Lax, and Secure behind https.",
          example: "copydesk_share=x; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax",
        },
      },
      content: {
        type: "application/json",
        schema: z.strictObject({ projectId: z.string(), jobId: z.string(), expiresAt: time }),
        example: { projectId: exampleLink.projectId, jobId: exampleLink.jobId, expiresAt: exampleTime },
      },
    },
  },
  errors: [...bodyErrors, "cross_site_request", "share_link_not_found"],
};

export const closeShareLinkOperation: Operation = {
  id: "closeShareLink",
  tag: "People",
  method: "delete",
  path: "/v2/shared",
  summary: "Close a share link",
  description: "Removes the cookie of the share link from the browser.",
  scope: null,
  responses: { 204: { description: "The cookie is removed." } },
  errors: [...bodyErrors, "cross_site_request"],
};

type Address = { projectId: string; jobId: string };

export function registerShareLinks(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, listShareLinksOperation, async (request) => {
    const address = request.params as Address;
    assertJobId(address.jobId);
    return { data: await listShareLinks(deps, address) };
  });
  registerOperation(app, deps, createShareLinkOperation, async (request, reply) => {
    const address = request.params as Address;
    assertJobId(address.jobId);
    const publicUrl = publicUrlOfRequest(deps, request);
    const actor = await actorOfRequest(deps, request);
    return reply.code(201).send(await createShareLink(deps, { ...address, publicUrl, actor }, request.body));
  });
  registerOperation(app, deps, revokeShareLinkOperation, async (request, reply) => {
    const { linkId, ...address } = request.params as Address & { linkId: string };
    assertJobId(address.jobId);
    const actor = await actorOfRequest(deps, request);
    await revokeShareLink(deps, { ...address, id: linkId.replaceAll("\0", ""), actor });
    return reply.code(204).send();
  });
  registerOperation(app, deps, listAllShareLinksOperation, async (request) => ({
    data: await listShareLinksOf(deps, organisationsOf(request, "projects:read")),
  }));
  registerOperation(app, deps, openShareLinkOperation, async (request, reply) => {
    refuseCrossSite(request, deps.signIn.publicUrl, request.headers.cookie !== undefined);
    const { token } = parseInput(openInput, request.body);
    const link = await findShareLink(deps.database, { token });
    if (link === null)
      throw new AppError("share_link_not_found", "There is no such link, or it has expired or was revoked.");
    const { projectId, jobId, expiresAt } = link;
    const seconds = Math.max(1, Math.floor((expiresAt.getTime() - Date.now()) / 1000));
    reply.header("set-cookie", writeCookie(deps.signIn, shareCookieName(deps.signIn), token, seconds));
    return reply.send({ projectId, jobId, expiresAt: expiresAt.toISOString() });
  });
  registerOperation(app, deps, closeShareLinkOperation, async (request, reply) => {
    refuseCrossSite(request, deps.signIn.publicUrl, request.headers.cookie !== undefined);
    reply.header("set-cookie", writeCookie(deps.signIn, shareCookieName(deps.signIn), "", 0));
    return reply.code(204).send();
  });
}
