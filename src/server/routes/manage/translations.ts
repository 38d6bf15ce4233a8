import type { FastifyInstance } from "fastify";
import {
  listTranslations,
  listTranslationsInput,
  translationList,
} from "../../../projects/list-translations.ts";
import { projectPath } from "../../openapi/job-operation.ts";
import type { Operation } from "../../openapi/operation.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { registerManaged } from "./register-managed.ts";

const stalePage = {
  ...{ path: "docs/de/start.md", source: "docs/start.md", staleBlocks: 2, blocks: 9 },
  upTo: { commit: "89abcdef0123456789abcdef0123456789abcdef", at: "2026-11-03T09:30:00.000Z" },
};

export const listTranslationsOperation: Operation = {
  id: "listTranslations",
  tag: "Projects",
  method: "get",
  path: "/v2/manage/projects/{projectId}/translations",
  summary: "List the translations of a project",
  description:
    "The pages of each language whose source has changed since they were translated, block by block. Of a large history the first request may be `unavailable` while it is read; the next one has it.",
  scope: null,
  permission: "projects:read",
  pathParameters: projectPath,
  query: {
    schema: listTranslationsInput,
    descriptions: { ref: "Branch; the project's when absent." },
    example: { ref: "main" },
  },
  responses: {
    200: {
      description: "The translations, by language.",
      content: {
        type: "application/json",
        schema: translationList,
        example: {
          commit: "0123456789abcdef0123456789abcdef01234567",
          sourceLanguage: "en",
          data: [{ language: "de", current: 13, stale: [stalePage], unknown: [], isRecordBroken: false }],
        },
      },
    },
  },
  errors: [
    ...(["project_not_found", "invalid_ref", "invalid_repository_url", "url_not_allowed"] as const),
    ...(["repository_unreachable", "repository_empty", "ref_not_found", "invalid_policy"] as const),
  ],
};

export function registerListTranslations(app: FastifyInstance, deps: ServerDeps): void {
  registerManaged(
    app,
    deps,
    listTranslationsOperation,
    ({ params, query }) => listTranslations(deps, params.projectId!, query),
    { deadlineMs: 30_000 },
  );
}
