import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError, isAppError } from "../../errors.ts";
import { receiveDelivery } from "../../feedback/receive-delivery.ts";
import { sendError } from "../errors/send-error.ts";
import { toAppError } from "../errors/to-app-error.ts";
import { projectPath } from "../openapi/job-operation.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import type { ServerDeps } from "../server-deps.ts";
import { inDeliveryScope, readDelivery, storedDelivery } from "./signed-delivery.ts";

export const receiveHostWebhookOperation: Operation = {
  id: "receiveHostWebhook",
  tag: "Code host",
  method: "post",
  path: "/v2/hooks/{projectId}",
  summary: "Deliveries of the code host's webhook",
  description:
    "The address for the webhook of the project's repository. A delivery is authenticated by the host's signature with the project's webhook secret, not by an API key. The same delivery sent again changes nothing.",
  scope: null,
  pathParameters: projectPath,
  body: {
    type: "*/*",
    schema: z.unknown().meta({ description: "As the host sends and signs it, at most 1 MiB." }),
    example: { action: "closed", number: 7, pull_request: { merged: true } },
  },
  responses: storedDelivery,
  errors: ["invalid_signature", "project_not_found", "body_too_large", "unsupported_media_type"],
};

export async function registerReceiveHostWebhook(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  await inDeliveryScope(app, (scope) =>
    registerOperation(scope, deps, receiveHostWebhookOperation, answer, { errorHandler: refuse }),
  );

  async function answer(request: FastifyRequest): Promise<{ repeated: boolean }> {
    const { projectId } = request.params as { projectId: string };
    const { headers, body } = readDelivery(request);
    try {
      return await receiveDelivery(deps, projectId, { headers, body });
    } catch (error) {
      throw isForm(headers) && isAppError(error, "invalid_request") ? formRefused(error) : error;
    }
  }
}

function isForm(headers: Record<string, string | undefined>): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "");
}

function formRefused(cause: AppError): AppError {
  return new AppError(
    "unsupported_media_type",
    "The delivery is a form. Choose the content type application/json in the settings of the webhook.",
    { cause },
  );
}

async function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const isTooLarge = toAppError(error).code === "body_too_large";
  return sendError(
    isTooLarge ? new AppError("body_too_large", "The delivery is larger than 1 MiB.") : error,
    request,
    reply,
  );
}
