import type { FastifyInstance } from "fastify";
import {
  instructionsPreview,
  previewInstructions,
  previewInstructionsInput,
} from "../../../projects/preview-instructions.ts";
import { projectPath } from "../../openapi/job-operation.ts";
import type { Operation } from "../../openapi/operation.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { registerManaged } from "./register-managed.ts";

const text = "Write for people who are in a hurry.";

export const getInstructionsOperation: Operation = {
  id: "getInstructions",
  tag: "Projects",
  method: "get",
  path: "/v2/manage/projects/{projectId}/instructions",
  summary: "Get the instructions that jobs would get",
  description:
    "The files of the branch that tell agents how the repository wants its documentation written, what a job gets of them, and what is cut; and the branch's policy.",
  scope: null,
  permission: "projects:read",
  pathParameters: projectPath,
  query: {
    schema: previewInstructionsInput,
    descriptions: { ref: "Branch; the project's when absent." },
    example: { ref: "main" },
  },
  responses: {
    200: {
      description: "The instructions.",
      content: {
        type: "application/json",
        schema: instructionsPreview,
        example: {
          commit: "0123456789abcdef0123456789abcdef01234567",
          files: [{ path: "AGENTS.md", text, characters: text.length, usedCharacters: text.length }],
          ...{
            text: `From AGENTS.md:\n${text}`,
            characters: text.length,
            charactersMax: 16_000,
            isCut: false,
          },
          policy: {
            path: ".copydesk.yml",
            text: "never:\n  - legal/**\n",
            rules: "Rules of .copydesk.yml, which is enforced:\n- Never write legal/**.",
            problems: [],
          },
        },
      },
    },
  },
  errors: [
    ...(["project_not_found", "invalid_ref", "invalid_repository_url", "url_not_allowed"] as const),
    ...(["repository_unreachable", "repository_empty", "ref_not_found"] as const),
  ],
};

export function registerInstructions(app: FastifyInstance, deps: ServerDeps): void {
  const preview = { deadlineMs: 30_000 };
  registerManaged(
    app,
    deps,
    getInstructionsOperation,
    ({ params, query }) => previewInstructions(deps, params.projectId!, query),
    preview,
  );
}
