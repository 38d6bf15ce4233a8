import type { FastifyInstance } from "fastify";
import { getProject } from "../../projects/get-project.ts";
import { modelPage } from "../../schemas/listed-model.ts";
import { projectPath } from "../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import type { ServerDeps } from "../server-deps.ts";

const exampleModel = {
  ...{ id: "anthropic/claude-sonnet-4-5", provider: "anthropic", available: true, reason: null },
  ...{ isDefault: false, price: { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 } },
};

const exampleGap = {
  ...{ id: "openai/*", provider: "openai", available: false, reason: "OPENAI_API_KEY is not set" },
  ...{ isDefault: false, price: null },
};

export const listModelsOperation: Operation = {
  id: "listModels",
  tag: "Models",
  method: "get",
  path: "/v2/agent/{projectId}/models",
  summary: "List models",
  description:
    "The models that jobs of the project may use, and the reason for each provider that could not be asked. Providers are asked at most once a minute.",
  scope: "read",
  permission: "jobs:read",
  pathParameters: projectPath,
  responses: {
    200: {
      description: "The models; the default model is always among them.",
      content: {
        type: "application/json",
        schema: modelPage,
        example: { data: [exampleModel, exampleGap] },
      },
    },
  },
  errors: [],
};

export function registerListModels(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, listModelsOperation, async (request) => {
    const { projectId } = request.params as { projectId: string };
    const { model, settings } = await getProject(deps, projectId);
    return { data: await deps.listModels(model ?? deps.defaultModel, settings.models) };
  });
}
