import { z } from "zod";
import {
  addContextInput,
  changeContextInput,
  contextRepositorySchema,
  contextTestSchema,
} from "../../../context/context-schema.ts";
import type { ErrorCode } from "../../../errors.ts";
import { projectPath } from "../../openapi/job-operation.ts";
import type { Operation } from "../../openapi/operation.ts";
import {
  bodyErrors,
  exampleProjectId,
  exampleTime,
  onceErrors,
  onceHeaders,
  replayedHeader,
} from "./manage-parts.ts";

const contextPath = {
  ...projectPath,
  contextId: {
    description: "Id of the context repository.",
    example: "ctx_0123456789abcdefghijkl",
    pattern: "^ctx_[0-9A-Za-z]{22}$",
  },
};

const example = {
  ...{ id: contextPath.contextId.example, projectId: exampleProjectId, name: "api" },
  ...{ repository: "https://github.com/example/api", ref: null, include: ["src/**"] },
  ...{ host: "github", hostUrl: null, connected: true, createdAt: exampleTime },
};
const json = (schema: z.ZodType, shown: unknown) => ({
  type: "application/json",
  schema,
  example: shown,
});
const one = { tag: "Projects", scope: null, pathParameters: contextPath } as const;
const all = { tag: "Projects", scope: null, pathParameters: projectPath } as const;
const allPath = "/v2/manage/projects/{projectId}/context";
const onePath = `${allPath}/{contextId}` as const;
const unreadable: ErrorCode[] = [
  ...(["repository_unreachable", "repository_empty", "ref_not_found"] as const),
  ...(["url_not_allowed", "invalid_ref", "context_name_taken"] as const),
];

export const listContextOperation: Operation = {
  ...{ ...all, id: "listContextRepositories", method: "get", path: allPath, permission: "projects:read" },
  summary: "List a project's context repositories",
  description: "The repositories that its jobs read and never write, oldest first.",
  responses: {
    200: {
      description: "The context repositories.",
      content: json(z.object({ data: z.array(contextRepositorySchema) }), { data: [example] }),
    },
  },
  errors: [],
};

export const addContextOperation: Operation = {
  ...{ ...all, id: "addContextRepository", method: "post", path: allPath, permission: "projects:write" },
  summary: "Add a context repository",
  description:
    "Its branch is read before it is stored. Credentials are kept encrypted and are in no response. A project has at most ten.",
  requestHeaders: onceHeaders!,
  body: {
    schema: addContextInput,
    example: { name: "api", repository: "https://github.com/example/api", include: ["src/**"] },
  },
  responses: {
    201: {
      description: "The context repository.",
      headers: replayedHeader,
      content: json(contextRepositorySchema, example),
    },
  },
  errors: [...onceErrors, "invalid_repository_url", ...unreadable],
};

export const getContextOperation: Operation = {
  ...{ ...one, id: "getContextRepository", method: "get", path: onePath, permission: "projects:read" },
  summary: "Get a context repository",
  description: "Without its credentials.",
  responses: {
    200: { description: "The context repository.", content: json(contextRepositorySchema, example) },
  },
  errors: ["context_not_found"],
};

export const changeContextOperation: Operation = {
  ...{ ...one, id: "changeContextRepository", method: "patch", path: onePath, permission: "projects:write" },
  summary: "Change a context repository",
  description:
    "Absent settings stay; credentials replace the stored ones, and null removes them. Jobs that have started continue with their commit.",
  body: { schema: changeContextInput, example: { ref: "main", include: ["src/**", "openapi.yaml"] } },
  responses: {
    200: { description: "The context repository.", content: json(contextRepositorySchema, example) },
  },
  errors: [...bodyErrors, "context_not_found", ...unreadable],
};

export const removeContextOperation: Operation = {
  ...{ ...one, id: "removeContextRepository", method: "delete", path: onePath, permission: "projects:write" },
  summary: "Remove a context repository",
  description: "With its credentials. What jobs have cited stays on their records.",
  responses: { 204: { description: "It is removed." } },
  errors: [...bodyErrors, "context_not_found"],
};

export const testContextOperation: Operation = {
  ...{ ...one, id: "testContextRepository", method: "post", permission: "projects:write" },
  path: `${onePath}/test`,
  summary: "Test a context repository",
  description: "What a job that starts now would read. Problems are part of the result.",
  requestHeaders: onceHeaders!,
  responses: {
    200: {
      description: "What was found.",
      headers: replayedHeader,
      content: json(contextTestSchema, {
        ...{ ok: true, ref: "main", commit: "5f1c0a3b9d2e4f60718293a4b5c6d7e8f9012345", code: null },
        ...{ message: "The branch main can be read.", checkedAt: exampleTime },
      }),
    },
  },
  errors: [...onceErrors, "context_not_found"],
};
