import { z } from "zod";
import type { ErrorCode } from "../../../errors.ts";
import { connectProjectInput } from "../../../projects/connect-project.ts";
import { connectedProjectInput } from "../../../projects/create-project.ts";
import { listManagedProjectsInput } from "../../../projects/list-managed-projects.ts";
import { managedProject, managedProjectPage } from "../../../projects/managed-project-schema.ts";
import { projectSettings, updateProjectInput } from "../../../projects/update-project.ts";
import { projectPath } from "../../openapi/job-operation.ts";
import type { Operation } from "../../openapi/operation.ts";
import {
  bodyErrors,
  exampleOrganisationId,
  exampleProjectId,
  exampleTime,
  onceErrors,
  onceHeaders,
  replayedHeader,
} from "./manage-parts.ts";

const exampleProject = {
  ...{ id: exampleProjectId, name: "Product docs", repository: "https://github.com/acme/docs", ref: null },
  ...{ host: "github", hostUrl: null, connected: true, model: null, settings: { concurrency: 2 } },
  ...{ organisationId: exampleOrganisationId, createdAt: exampleTime },
  counts: { queued: 0, running: 1, openPullRequests: 3 },
  limit: { limit: 100, used: 58, nextFreeAt: "2026-11-21T09:41:00.000Z" },
  thisMonth: { tokens: 1_290_000, costUsd: 3.1, resetsAt: "2026-12-01T00:00:00.000Z" },
  retention: { recordsDays: 400, transcriptsDays: 90 },
};

const connection = z
  .object({
    login: z.string().meta({ description: "Whose the credentials are." }),
    missing: z.array(z.string()).meta({ description: "Permissions that they lack, by the host's names." }),
  })
  .nullable();

/** A project, with the host's answer about the credentials that were given with it. */
export const connectedProject = managedProject.extend({ connection });

const withConnection = { ...exampleProject, connection: { login: "acme-bot", missing: [] } };

const project = { type: "application/json", schema: managedProject, example: exampleProject };

/** Errors of reading a repository. */
const readingErrors: ErrorCode[] = [
  ...(["invalid_repository_url", "url_not_allowed", "invalid_ref", "unknown_model"] as const),
  ...(["repository_unreachable", "repository_empty", "ref_not_found"] as const),
];

const hostErrors: ErrorCode[] = [
  ...([
    "code_host_unauthorized",
    "code_host_forbidden",
    "code_host_refused",
    "code_host_unavailable",
  ] as const),
];

const base = { tag: "Projects", scope: null } as const;

export const listProjectsOperation: Operation = {
  ...{ ...base, id: "listProjects", method: "get", path: "/v2/manage/projects", permission: "projects:read" },
  summary: "List projects",
  description: "The projects of your organisations, by their names.",
  query: {
    schema: listManagedProjectsInput,
    descriptions: {
      limit: "Maximum number of projects on a page.",
      cursor: "nextCursor of the page before.",
      q: "Part of the name or of the repository's address.",
    },
    example: { limit: 20, cursor: exampleProjectId, q: "docs" },
  },
  responses: {
    200: {
      description: "One page.",
      content: {
        type: "application/json",
        schema: managedProjectPage,
        example: { data: [exampleProject], nextCursor: null },
      },
    },
  },
  errors: [],
};

export const createProjectOperation: Operation = {
  ...{
    ...base,
    id: "createProject",
    method: "post",
    path: "/v2/manage/projects",
    permission: "projects:write",
  },
  summary: "Create a project",
  description:
    "Reads the repository first and refuses one that no job could start from, unless anyway is set. Credentials are stored encrypted and never shown. Paths of the machine are allowed only below COPYDESK_REPOSITORY_FOLDERS.",
  requestHeaders: onceHeaders!,
  body: {
    schema: connectedProjectInput,
    example: {
      name: "Product docs",
      repository: "https://github.com/acme/docs",
      credentials: { token: "example-token" },
    },
  },
  responses: {
    201: {
      description: "The project.",
      headers: {
        ...replayedHeader,
        Location: { description: "Path of the project.", example: `/v2/manage/projects/${exampleProjectId}` },
      },
      content: { type: "application/json", schema: connectedProject, example: withConnection },
    },
  },
  errors: [...onceErrors, ...readingErrors, ...hostErrors, "markup_not_edited", "organisation_not_found"],
};

const onProject = { ...base, path: "/v2/manage/projects/{projectId}", pathParameters: projectPath } as const;

export const getProjectOperation: Operation = {
  ...{ ...onProject, id: "getProject", method: "get", permission: "projects:read" },
  summary: "Get a project",
  description: "The project with its settings, its active jobs and how much of its limit is used.",
  responses: { 200: { description: "The project.", content: project } },
  errors: [],
};

/** Only the operator chooses which programs run on the worker's machine. */
export const changeProjectBody = updateProjectInput.extend({
  settings: projectSettings.omit({ engine: true }).partial().default({}),
});

export const changeProjectOperation: Operation = {
  ...{ ...onProject, id: "changeProject", method: "patch", permission: "projects:write" },
  summary: "Change a project",
  description:
    "Absent settings stay as they are; null removes a setting. A new repository has to be on the same server; jobs keep the one that they were created for. The engine can be set only on the command line.",
  body: { schema: changeProjectBody, example: { settings: { concurrency: 2, maxOpenPullRequests: null } } },
  responses: { 200: { description: "The project.", content: project } },
  errors: [...bodyErrors, ...readingErrors],
};

export const removeProjectBody = z.strictObject({ confirm: z.string().max(200) });

export const removeProjectOperation: Operation = {
  ...{ ...onProject, id: "removeProject", method: "delete", permission: "projects:write" },
  summary: "Remove a project",
  description:
    "Removes it with its jobs, keys, webhooks and credentials; active jobs are cancelled first. Its branches and pull requests on the code host stay. confirm is the project's name.",
  body: { schema: removeProjectBody, example: { confirm: "Product docs" } },
  responses: {
    200: {
      description: "What went with it.",
      content: {
        type: "application/json",
        schema: z.object({
          removed: z.string(),
          ...{ jobs: z.int(), apiKeys: z.int(), webhooks: z.int() },
          cancelledJobs: z.array(z.string()),
        }),
        example: { removed: exampleProjectId, jobs: 42, apiKeys: 2, webhooks: 1, cancelledJobs: [] },
      },
    },
  },
  errors: [...bodyErrors, "confirmation_needed"],
};

export const setCredentialsOperation: Operation = {
  ...{ ...base, id: "setProjectCredentials", method: "put", permission: "projects:write" },
  path: "/v2/manage/projects/{projectId}/credentials",
  pathParameters: projectPath,
  summary: "Set a project's credentials",
  description:
    "Stores the host and its credentials, encrypted, after the host has confirmed whose they are. Absent values stay as stored; null removes a secret; replace discards everything that is stored.",
  body: { schema: connectProjectInput, example: { host: "github", credentials: { token: "example-token" } } },
  responses: {
    200: {
      description: "The project, and whose the credentials are.",
      content: { type: "application/json", schema: connectedProject, example: withConnection },
    },
  },
  errors: [...bodyErrors, "url_not_allowed", ...hostErrors],
};
