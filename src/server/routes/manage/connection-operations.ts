import { z } from "zod";
import { createGithubAppLinkInput } from "../../../projects/create-github-app-link.ts";
import {
  connectionTest,
  previewRepositoryInput,
  repositoryPreview,
} from "../../../projects/preview-schema.ts";
import { projectPath } from "../../openapi/job-operation.ts";
import type { Operation } from "../../openapi/operation.ts";
import { bodyErrors, exampleTime, onceErrors, onceHeaders, replayedHeader } from "./manage-parts.ts";

const base = { tag: "Projects", scope: null } as const;

const exampleFindings = {
  ...{ repository: "https://github.com/acme/docs", host: "github", hostUrl: null, defaultBranch: "main" },
  ...{ generator: "mkdocs", pages: 214, problems: [] },
  otherSites: [{ generator: "docusaurus", folder: "handbook/docs", pages: 31 }],
  permissions: [
    { name: "read the repository", ok: true, message: "The branch main can be read.", url: null },
  ],
};

export const testConnectionOperation: Operation = {
  ...{ ...base, id: "testProjectConnection", method: "post", permission: "projects:write" },
  path: "/v2/manage/projects/{projectId}/test",
  pathParameters: projectPath,
  summary: "Test a project's connection",
  description:
    "Reads the repository and asks the host about each permission, with what is stored. Nothing is changed.",
  responses: {
    200: {
      description: "What was found.",
      content: {
        type: "application/json",
        schema: connectionTest,
        example: { ...exampleFindings, checkedAt: exampleTime },
      },
    },
  },
  errors: bodyErrors,
};

export const previewRepositoryOperation: Operation = {
  ...{ ...base, id: "previewRepository", method: "post", permission: "projects:write" },
  path: "/v2/manage/repository-preview",
  summary: "Look at a repository",
  description:
    "Finds the host, the default branch, and the documentation sites with their generators and numbers of pages before anything is saved. problems and permissions list what is missing, with the page of that host where it can be obtained.",
  body: { schema: previewRepositoryInput, example: { repository: "https://github.com/acme/docs" } },
  responses: {
    200: {
      description: "What was found.",
      content: { type: "application/json", schema: repositoryPreview, example: exampleFindings },
    },
  },
  errors: [...bodyErrors, "invalid_repository_url", "url_not_allowed", "repository_unreachable"],
};

export const createGithubAppLinkOperation: Operation = {
  ...{ ...base, id: "createGithubAppLink", method: "post", permission: "projects:write" },
  path: "/v2/manage/projects/{projectId}/github-app-link",
  pathParameters: projectPath,
  summary: "Create a link that creates a GitHub App",
  description:
    "Whoever opens the link within an hour creates an App for the project on GitHub; its key is stored with the project.",
  requestHeaders: onceHeaders!,
  body: { schema: createGithubAppLinkInput, example: { organization: "acme" } },
  responses: {
    201: {
      description: "The link.",
      headers: replayedHeader,
      content: {
        type: "application/json",
        schema: z.object({ url: z.string(), id: z.string(), expiresAt: z.iso.datetime({ precision: 3 }) }),
        example: {
          url: "https://docs.example.com/setup/github-app/v1.abc",
          id: "x1",
          expiresAt: exampleTime,
        },
      },
    },
  },
  errors: onceErrors,
};
